"""The native engine in lock step with the Python engine: rows, vectors, outcomes, scores; then whole games by seed."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from interpreter.flow import OPEN, Row, Vector
from interpreter.rng import game_seed
from interpreter.table import CompiledGame
from mercatoria.simulation import play_randomly
from tests.interpreter.native.native_games import FOLDERS, ROOT, least_table, native_of


class Match:
    """Two engines for one table. `left` counts what the native one left to the other."""

    def __init__(self, table: CompiledGame, seed: int) -> None:
        self.python, self.native = table.engine, native_of(table)
        self.random = random.Random(seed)
        self.layout = table.flow.layout
        self.left = 0

    def play(self, steps: int) -> int:
        """A game of so many steps at most; steps played."""
        v = self.python.start()
        for step in range(steps):
            assert self.native.standings(v) == self.python.standings(v)
            assert self.native.scores(v) == self.python.scores(v)
            if self.python.over(v):
                return step
            self.step(v)
        return steps

    def step(self, v: Vector) -> None:
        if outcomes := self.python.chance(v):
            assert self.native.chance(v) == outcomes
            self.change(v, "resolve", self.random.choice(outcomes)[0])
            return
        seat = self.random.choice(self.python.deciders(v))
        rows = self.python.moves(v, seat)
        assert self.native.moves(v, seat) == rows
        if (row := self.closed(v, seat, self.random.choice(rows))) is not None:
            self.change(v, "apply", seat, row)

    def closed(self, v: Vector, seat: int, row: Row) -> Row | None:
        """A legal row, with a number for each that is open; None if none was found."""
        for _ in range(60):
            ranges = iter(self.python.ranges(v, seat, row) if OPEN in row else ())
            tried = tuple(self.random.choice(next(ranges)) if number == OPEN else number for number in row)
            if self.python.is_legal(v, seat, tried):
                return tried
        return None

    def change(self, v: Vector, what: str, *args: Any) -> None:
        twin = v[:]
        getattr(self.python, what)(v, *args)
        getattr(self.native, what)(twin, *args)
        self.left += self.native.fault != 0
        assert [self.layout.slot_name(n) for n in range(len(v)) if v[n] != twin[n]] == []


@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: path.name)
def test_every_game_is_played_alike(path: Path) -> None:
    match = Match(least_table(path), 1)
    assert match.play(120) > 0
    assert match.left == 0


@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: path.name)
def test_the_same_seed_gives_the_same_game(path: Path) -> None:
    same_games(least_table(path), 5)


@pytest.mark.slow
@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: path.name)
def test_a_thousand_games(path: Path) -> None:
    same_games(least_table(path), 1000)


def same_games(table: CompiledGame, number: int) -> None:
    """The first games of a run on both engines: decisions, endings, points, and the positions at the end."""
    native = native_of(table)
    for at, played in enumerate(native.play_many(7, 3, number), 3):
        assert played is not None
        other = play_randomly(table, game_seed(7, at))
        assert (played.seed, played.decisions, played.scores) == (other.seed, other.decisions, other.scores)
        ranking = [[seat for seat, key in enumerate(played.keys) if key == each] for each in sorted(set(played.keys))]
        assert tuple(map(tuple, ranking)) == other.ranking


def test_games_of_one_call_are_those_of_many() -> None:
    native = native_of(least_table(ROOT / "docs" / "examples" / "pig"))
    together = list(native.play_many(-5, 0, 6))
    assert together == [*native.play_many(-5, 0, 2), *native.play_many(-5, 2, 4)]
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
