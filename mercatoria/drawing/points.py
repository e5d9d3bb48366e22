"""The current points of all seats, as one seat can count them."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model import Int
from interpreter.flow import EffectAnalysis
from interpreter.position import PlayFault
from interpreter.table import CompiledGame, Score, points_of
from interpreter.trace import perspective_at
from mercatoria import State
from mercatoria.players import Position, masked

AT_LEAST, UNSURE = "at least", "unsure"
"""The possible effects of hidden things on a number of points: they can only raise the number, or they may also lower
it.
"""


@dataclass(frozen=True, slots=True)
class Points:
    """The points of each seat, counted from everything that one seat may see.

    `by_seat` is empty while the points cannot be counted.
    """

    by_seat: tuple[Score, ...]
    doubts: tuple[str, ...]
    """How hidden things may change each seat's points: `AT_LEAST`, `UNSURE`, or an empty string."""


def points_seen(state: State, seat: int | None) -> Points:
    """Return the current points as a seat, or a spectator (None), can count them.

    After the end of a game these are the final scores.
    """
    if state.is_over:
        return Points(state.scores, ("",) * state.players)
    try:
        counted = list(Position(state, seat).points)
        doubts = [""] * state.players
        for other in range(state.players):
            if _may_be_closed(state.table, own=other == seat):
                counted[other], doubts[other] = _counted(state, seat, other)
    except (PlayFault, IndexError):
        return Points((), ("",) * state.players)
    return Points(points_of(state.table.flow.model, counted), tuple(doubts))


def _counted(state: State, seat: int | None, other: int) -> tuple[int, str]:
    """Return the points of seat `other` as a seat can count them, and how hidden things may change them.

    Only scoring lines whose value the seat cannot know make the points uncertain.
    """
    table, points, doubt = state.table, 0, ""
    model = table.flow.model
    env = {model.score_var.uid: other} if model.score_var is not None else {}
    perspective, known = perspective_at(table, seat), masked(table, state.vector, seat)
    for line in model.score:
        seen = perspective.look(line.value, state.vector, env)
        if seen.known:
            points += seen.value
            continue
        points += table.walker.evaluator.value(line.value, known, dict(env))
        may_take = isinstance(line.value.type, Int) and line.value.type.low < 0
        doubt = UNSURE if may_take or doubt == UNSURE else AT_LEAST
    return points, doubt


def _may_be_closed(table: CompiledGame, own: bool) -> bool:
    """Return True if scoring may depend on something that is hidden from a seat.

    A seat knows its own fields, except for fields that are hidden from everyone. The answer is the same in every
    position, so it is cached once for the rules.
    """
    if ("closed points", own) not in table.cache:
        closed = {"hidden"} if own else {"hidden", "secret", "counted"}
        facts = EffectAnalysis(table.flow.model)
        read = {of for line in table.flow.model.score for of in facts.reads(line.value)}
        table.cache["closed points", own] = any(of.visibility in closed for of in read)
    found: bool = table.cache["closed points", own]
    return found
