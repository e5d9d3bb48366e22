"""Runs the Python engine and the native engine in lock step. If they differ, the test shows the previous moves."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from random import Random
from typing import Any, cast

from interpreter.native import NativeEngine
from interpreter.position import Engine, Row, Vector
from interpreter.rng import game_seed
from interpreter.table import CompiledGame, Score, points_of
from mercatoria.simulation import play_randomly, ranking
from mercatoria.simulation.playout import Chooser


class Difference(Exception):
    """A difference between two engines. `record` contains the moves and random outcomes before it."""

    def __init__(self, seed: int, record: list[str], what: str, python: object, native: object) -> None:
        lines = "\n".join(record) or "(nothing was played yet)"
        super().__init__(f"seed {seed}, {len(record)} steps:\n{lines}\n{what}:\n  Python: {python}\n  native: {native}")
        self.record = record


class InStep:
    """The two engines of one table. `left` counts the steps that the native engine left to the Python engine."""

    def __init__(self, table: CompiledGame, native: NativeEngine) -> None:
        self.table, self.python, self.native = table, table.engine, native
        self.left = 0

    def play(self, seed: int, steps: int) -> int:
        """Play up to `steps` random steps, and return their number."""
        v, record = self.table.start(), list[str]()
        choose, random = Chooser(seed, self.table.flow.model.players), Random(seed)
        while len(record) < steps and not self.python.over(v):
            for what in ("scores", "standings", "due"):
                self._same(seed, record, what, getattr(self.python, what)(v), getattr(self.native, what)(v))
            self._step(seed, record, v, choose, random)
        return len(record)

    def _step(self, seed: int, record: list[str], v: Vector, choose: Chooser, random: Random) -> None:
        outcomes = self.python.chance(v)
        self._same(seed, record, "outcomes", outcomes, self.native.chance(v))
        if outcomes:
            drawn = random.choices([each for each, _ in outcomes], [weight for _, weight in outcomes])[0]
            told = f"chance: {drawn}"
            self._change(seed, record, v, told, "resolve", drawn)
            return
        deciders = self.python.deciders(v)
        self._same(seed, record, "deciders", deciders, self.native.deciders(v))
        seat = deciders[0]
        rows = self.python.moves(v, seat)
        self._same(seed, record, "moves", rows, self.native.moves(v, seat))
        row: Row = choose.row(self.python, v, seat, rows)
        self._change(seed, record, v, str(self.table.notation.move(seat, row)), "apply", seat, row)

    def _change(self, seed: int, record: list[str], v: Vector, told: str, what: str, *args: Any) -> None:
        twin = v[:]
        getattr(self.python, what)(v, *args)
        getattr(self.native, what)(twin, *args)
        self.left += self.native.machine.fault != 0
        record.append(told)
        differ = [slot for slot in range(len(v)) if v[slot] != twin[slot]]
        names = [self.table.flow.layout.slot_name(slot) for slot in differ]
        self._same(seed, record, f"slots {names}", [v[n] for n in differ], [twin[n] for n in differ])

    def _same(self, seed: int, record: list[str], what: str, python: object, native: object) -> None:
        if python != native:
            raise Difference(seed, record, what, python, native)


def shortest_difference(
    table: CompiledGame, native: NativeEngine, seeds: Iterable[int], steps: int
) -> Difference | None:
    """Play some games, and return the difference with the shortest record, or None if the engines agree."""
    found: Difference | None = None
    for seed in seeds:
        try:
            InStep(table, native).play(seed, steps if found is None else len(found.record))
        except Difference as each:
            found = each
    return found


def check_whole_games(table: CompiledGame, native: NativeEngine, games: range) -> None:
    """Play whole games on both engines, and compare their decisions, scores, rankings and final positions.

    If the engines differ, the test fails with the shortest record of a difference.
    """
    watched = Watched(table)
    seeds = [game_seed(7, at) for at in games]
    differ = [seed for seed in seeds if watched.played(seed) != natively_played(native, seed)]
    if differ:
        found = shortest_difference(table, native, differ, 1 << 20)
        raise AssertionError(found or f"the games with seeds {differ} differ, though not step by step")


Whole = tuple[int, tuple[Score, ...], tuple[tuple[int, ...], ...], Vector]
"""The result of a whole game: number of decisions, scores, ranking and final position."""


def natively_played(native: NativeEngine, seed: int) -> Whole | None:
    """Return the result of a random game in the module, or None if the module leaves the game to another engine."""
    played = native.games.play_one(seed)
    if not played:
        return None
    scores = points_of(native.flow.model, played.scores)
    return played.decisions, scores, ranking(played.keys), native.machine.position


class Watched:
    """A table that remembers the final position of each random game."""

    def __init__(self, table: CompiledGame) -> None:
        self._table = copy(table)
        self._engine = table.engine
        self._table.engine = cast(Engine, self)
        self._last: Vector = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    def scores(self, v: Vector) -> tuple[int, ...]:
        """Return the scores and store the position. The table calls this method only when a game is over."""
        self._last = v
        return self._engine.scores(v)

    def played(self, seed: int) -> Whole | None:
        """Return the result of a random game, or None if a rule fails."""
        played = play_randomly(self._table, seed)
        return None if played.fault else (played.decisions, played.scores, played.ranking, self._last)
