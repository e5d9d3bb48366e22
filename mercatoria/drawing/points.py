"""The current score of every seat, as far as one seat can compute it."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model import Int
from interpreter.flow import EffectAnalysis
from interpreter.position import PlayFault, Vector, once
from interpreter.table import CompiledGame, Score, masked, points_of
from interpreter.trace import perspective_at
from mercatoria import State

AT_LEAST, UNSURE = "at least", "unsure"
"""How hidden things may change a score: they can only raise it, or they may also lower it."""


@dataclass(frozen=True, slots=True)
class Points:
    """The score of every seat, computed from everything that one seat may see.

    `by_seat` is empty if the scores cannot be computed yet.
    """

    by_seat: tuple[Score, ...]
    doubts: tuple[str, ...]
    """How hidden things may change each score. Possible values are `AT_LEAST`, `UNSURE` and an empty string."""


def points_seen(state: State, seat: int | None) -> Points:
    """Compute the current scores from everything that a seat or a spectator (None) may see.

    After the game has ended, the result is the final scores.
    """
    return Points(state.scores, ("",) * state.players) if state.is_over else points_at(state.table, state.vector, seat)


def points_at(table: CompiledGame, v: Vector, seat: int | None) -> Points:
    """Compute the scores in a position from everything that a seat or a spectator (None) may see."""
    players = table.flow.model.players
    try:
        counted = list(table.engine.scores(masked(table.flow, v, seat)))
        doubts = [""] * players
        for other in range(players):
            if once(table, _may_be_closed, other == seat):
                counted[other], doubts[other] = _counted(table, v, seat, other)
    except (PlayFault, IndexError):
        return Points((), ("",) * players)
    return Points(points_of(table.flow.model, counted), tuple(doubts))


def _counted(table: CompiledGame, v: Vector, seat: int | None, other: int) -> tuple[int, str]:
    """Compute the score of the seat `other` as `seat` sees it, and whether hidden things may change the score.

    A scoring rule makes the score uncertain only if `seat` cannot know its value.
    """
    points, doubt = 0, ""
    model = table.flow.model
    env = {model.score_var.uid: other} if model.score_var is not None else {}
    perspective, known = perspective_at(table, seat), masked(table.flow, v, seat)
    for line in model.score:
        seen = perspective.look(line.value, v, env)
        if seen.known:
            points += seen.value
            continue
        points += table.walker.evaluator.value(line.value, known, dict(env))
        may_take = isinstance(line.value.type, Int) and line.value.type.low < 0
        doubt = UNSURE if may_take or doubt == UNSURE else AT_LEAST
    return points, doubt


def _may_be_closed(table: CompiledGame, own: bool) -> bool:
    """Return True if the scoring rules read a field that may be hidden from the seat.

    A seat can see all its `own` fields except those hidden from everyone.
    """
    closed = {"hidden"} if own else {"hidden", "secret", "counted"}
    facts = EffectAnalysis(table.flow.model)
    read = {of for line in table.flow.model.score for of in facts.reads(line.value)}
    return any(of.visibility in closed for of in read)
