"""Tests that statements read and write in play only the fields that the roles of their fields declare."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from tests.interpreter.trace.effect_watch import Watch, play
from tests.thinning import thinned

ROOT = Path(__file__).resolve().parents[3]
LARGE = {"base_catan", "catan_merchants_of_europe"}
PATHS = sorted(path.parent for top in ("games", "docs/examples") for path in (ROOT / top).glob("*/rulebook.rules"))


@pytest.mark.parametrize(
    "path", thinned(((path,) for path in PATHS), lambda case: case[0].name not in LARGE), ids=lambda path: path.name
)
def test_reads_and_writes_are_declared(path: Path) -> None:
    game = mercatoria.load(str(path))
    watch = Watch(game.table(game.players[-1]).flow)
    for seed in range(2):
        play(watch, seed)
    assert watch.seen
