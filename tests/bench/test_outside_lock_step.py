"""Plays base Catan in lock step with catanatron, if environment variables name its source and its Python."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import mercatoria
from bench.outside.__main__ import PYTHON, SOURCE
from bench.outside.board import GAME, VARIANTS, board_of
from bench.outside.lockstep import LockStep
from bench.outside.wire import OutsideFault, Process
from mercatoria.players import seeded

if not (os.environ.get(SOURCE) and os.environ.get(PYTHON)):
    pytest.skip(f"{SOURCE} and {PYTHON} name no catanatron; see docs/outside.md", allow_module_level=True)

RULES = mercatoria.load(str(GAME), variants=VARIANTS)


@pytest.fixture(scope="module")
def other() -> Iterator[Process]:
    with Process(Path(os.environ[PYTHON]), Path(os.environ[SOURCE]), board_of(RULES.table(2))) as process:
        yield process


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_do_not_differ(other: Process, players: int) -> None:
    for seed in range(5):
        ours = {seat: seeded("random", seed, seat) for seat in range(0, players, 2)}
        assert LockStep(RULES, other, "R", ours, players, seed).play().plies > 50


def test_games_of_better_bots_do_not_differ(other: Process) -> None:
    for seed in range(2):
        LockStep(RULES, other, "F", {seed: seeded("greedy", seed, seed)}, 2, seed).play()


def test_an_unknown_bot(other: Process) -> None:
    with pytest.raises(OutsideFault, match="no bot is called `X`"):
        other.start(2, "X", 1)
