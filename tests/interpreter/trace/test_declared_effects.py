"""Tests that statements read and write in play only the fields that the roles of their fields declare."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from tests.interpreter.trace.effect_watch import Watch, play

ROOT = Path(__file__).resolve().parents[3]
PATHS = sorted(path.parent for top in ("games", "docs/examples") for path in (ROOT / top).glob("*/rulebook.rules"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.name)
def test_reads_and_writes_are_declared(path: Path) -> None:
    game = mercatoria.load(str(path))
    watch = Watch(game.table(game.players[-1]).flow)
    for seed in range(2):
        play(watch, seed)
    assert watch.seen
