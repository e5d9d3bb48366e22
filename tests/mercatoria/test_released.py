"""Tests that the caches of a table are freed with the table, and keep no tables, flowcharts or states alive."""

from __future__ import annotations

import gc
import shutil
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest

import mercatoria
from interpreter.flow import Flow
from mercatoria.drawing import draw
from mercatoria.players import Position, hint_player, seeded
from mercatoria.simulation import Run, Task, choose, play_randomly
from tests.mercatoria.conftest import PIG

Use = Callable[[mercatoria.Game], object]


def plays_at_random(game: mercatoria.Game) -> object:
    return play_randomly(game.table(2), 1)


def plays_natively(game: mercatoria.Game) -> object:
    pytest.importorskip("wasmtime", reason="the native engine needs it")
    return list(Run(game, choose(game, 2, "native", Task(("eager",) * 2)), ("eager",) * 2, 1, 2).results())


def plays_greedily(game: mercatoria.Game) -> object:
    state = game.start(2, 1)
    return state.apply(seeded("greedy", 1, 0).choose(Position(state, 0)))


def thinks(game: mercatoria.Game) -> object:
    return hint_player("8", 0).hints(Position(game.start(2, 1), 0))


def draws(game: mercatoria.Game) -> object:
    return draw(game.start(2, 1), 0)


def asks(game: mercatoria.Game) -> object:
    state = game.start(2, 1)
    return Position(state, 0).points, Position(state, 0).known, state.to_json()


def flows() -> int:
    """Return the number of flowcharts in memory. Weak references cannot refer to them."""
    gc.collect()
    return sum(isinstance(each, Flow) for each in gc.get_objects())


@pytest.fixture
def small_heap() -> None:
    """Exclude the millions of objects that other tests left in this process from garbage collection."""
    gc.freeze()


@pytest.mark.usefixtures("small_heap")
@pytest.mark.parametrize("use", [plays_at_random, plays_natively, plays_greedily, thinks, draws, asks])
def test_tables_are_released(use: Use, tmp_path: Path) -> None:
    kept, before = [], flows()
    for number in range(3):
        folder = tmp_path / f"pig_{number}"
        shutil.copytree(PIG, folder)
        game = mercatoria.load(str(folder))
        assert use(game) is not None
        kept.append(weakref.ref(game.table(2)))
        del game
    gc.collect()
    assert [each() is None for each in kept] == [True, True, True]
    assert flows() == before
