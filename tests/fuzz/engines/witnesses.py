"""Whole games as `simulate` plays them, with the last position kept."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from typing import Any, cast

from interpreter.position import Engine, Vector
from interpreter.table import CompiledGame, Score, TableError
from mercatoria.simulation.playout import play_randomly
from tests.fuzz.engines.case_clock import CaseClock


@dataclass(frozen=True)
class Whole:
    """How a whole game went: decisions, scores, ranking, the last position, or the fault that ended it."""

    decisions: int
    scores: tuple[Score, ...]
    ranking: tuple[tuple[int, ...], ...]
    position: Vector
    fault: str = ""


class Watched:
    """An engine that remembers the position whose scores it was asked for last; each call is a question of the case."""

    def __init__(self, engine: Engine, clock: CaseClock) -> None:
        self._engine, self._clock = engine, clock
        self.last: Vector = []

    def __getattr__(self, name: str) -> Any:
        self._clock.question()
        return getattr(self._engine, name)

    def scores(self, v: Vector) -> tuple[int, ...]:
        """The scores of the position, which is kept."""
        self.last = v
        return self._engine.scores(v)


def whole_game_on(table: CompiledGame, engine: Engine, seed: int, longest: int, clock: CaseClock) -> Whole | None:
    """A random game on an engine; None if it takes more than `longest` decisions, or too much work."""
    watched, seat = Watched(engine, clock), copy(table)
    seat.engine = cast(Engine, watched)
    try:
        played = play_randomly(seat, seed, longest)
    except TableError as fault:  # no way to fill in an open move was found: all engines must try the same ways
        return Whole(0, (), (), [], str(fault))
    if played.fault is not None:
        if "too much" in played.fault.message or "has lasted" in played.fault.message:
            return None
        return Whole(played.decisions, (), (), [], f"{played.fault.span}: {played.fault.message}")
    if not played.ranking:
        return None
    return Whole(played.decisions, played.scores, played.ranking, watched.last)
