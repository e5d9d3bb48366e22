"""Runs the native engine and the Python engine in lock step, and then plays whole games with the same seeds on both.

The tests compare move lists, vectors, random outcomes and scores.
"""

from __future__ import annotations

from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from interpreter.position import OVER, Engine, Row, Vector
from interpreter.rng import game_seed
from tests.interpreter.codegen.test_codegen import Match
from tests.interpreter.native.lockstep import Difference, InStep, check_whole_games, shortest_difference
from tests.interpreter.native.native_games import (
    EDITIONS,
    FOLDERS,
    ROOT,
    least_native,
    least_table,
    native_of,
    tables_of,
)


@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: path.name)
def test_every_game_is_played_alike(path: Path) -> None:
    table = least_table(path)
    match = InStep(table, least_native(path))
    assert match.play(seed=1, steps=120) > 0
    assert match.left == 0


@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: path.name)
def test_the_same_seed_gives_the_same_game(path: Path) -> None:
    check_whole_games(least_table(path), least_native(path), range(5))


GAMES, PARTS = 1000, 4


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("path", "variant"), EDITIONS)
def test_a_thousand_games(path: Path, variant: str, part: int) -> None:
    """The test covers every table of the game, in several parts that several processes can share."""
    for table in tables_of(path, variant):
        check_whole_games(table, native_of(table), range(part, GAMES, PARTS))


@pytest.mark.slow
@pytest.mark.parametrize(("path", "variant"), EDITIONS)
def test_the_reference_in_twenty_games(path: Path, variant: str) -> None:
    """Both engines run each step, but list the moves at only some steps. Long games are not played to the end."""
    tables = [(table, native_of(table)) for table in tables_of(path, variant)]
    for game, (table, native) in zip(range(20), cycle(tables), strict=False):
        assert Match(table.flow, game, (table.walker, native)).play(300, every=25) > 0


def test_a_difference_is_told_by_the_shortest_record() -> None:
    pig = ROOT / "docs" / "examples" / "pig"
    native, wrong = least_native(pig), next(tables_of(pig, ""))
    wrong.engine = Wrong(wrong.engine)
    records = []
    for seed in range(8):
        with pytest.raises(Difference) as found:
            InStep(wrong, native).play(seed, 1000)
        records.append(found.value.record)
    shortest = shortest_difference(wrong, native, range(8), 1000)
    assert shortest is not None
    assert len(shortest.record) == min(map(len, records)) > 0
    assert shortest.record[-1] in str(shortest)


class Wrong:
    """An engine that never ends a game."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def apply(self, v: Vector, seat: int, row: Row) -> None:
        self._engine.apply(v, seat, row)
        v[OVER] = 0


def test_games_of_one_call_are_those_of_many() -> None:
    native = native_of(least_table(ROOT / "docs" / "examples" / "pig"))
    together = list(native.play_many(-5, 0, 6))
    assert together == [*native.play_many(-5, 0, 2), *native.play_many(-5, 2, 4)]
    assert native.games.decisions(-5, 2, 4) == sum(played.decisions for played in together[2:])
    assert together == [native.games.play_one(game_seed(-5, at)) for at in range(6)]


def test_games_from_the_first_position_on_are_games() -> None:
    native = native_of(least_table(ROOT / "docs" / "examples" / "sealed_bid"))
    assert list(native.games.roll_out(native.start(), 7, 2, 5)) == list(native.play_many(7, 2, 5))


def test_games_from_a_position_on_keep_what_was_played() -> None:
    table = least_table(ROOT / "docs" / "examples" / "pig")
    v = table.start()
    points = table.flow.layout.runs[table.flow.model.field_named("points", "Player")].base[1]
    v[points] = 99
    native = native_of(table)
    games = [played for played in native.games.roll_out(v, 1, 0, 40) if played is not None]
    fresh = [played for played in native.play_many(1, 0, 40) if played is not None]
    assert len(games) == 40
    assert sum(played.scores[1] > played.scores[0] for played in games) > 35
    assert sum(played.decisions for played in games) * 3 < sum(played.decisions for played in fresh)
