"""Current points, as one seat can count them."""

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
"""Possible effects of hidden things on points: only to add to them, or also to reduce them."""


@dataclass(frozen=True, slots=True)
class Points:
    """Points by seat, counted from what one seat may see. `by_seat` is empty while they cannot be counted."""

    by_seat: tuple[Score, ...]
    doubts: tuple[str, ...]
    """`AT_LEAST` or `UNSURE` of each seat with hidden points; otherwise an empty string."""


def points_seen(state: State, seat: int | None) -> Points:
    """Return the current points as a seat can count them (None: a spectator), or the scores of a finished game."""
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
    """Return the points of another seat as a seat can count them.

    The second value is the possible effect of unknown scoring lines.
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
    """Return True if a scoring rule may read something hidden from a seat.

    For their own points, players lack only what is hidden from everyone. The answer is the same in all positions, so it
    is cached with the rules.
    """
    if ("closed points", own) not in table.cache:
        closed = {"hidden"} if own else {"hidden", "secret", "counted"}
        facts = EffectAnalysis(table.flow.model)
        read = {of for line in table.flow.model.score for of in facts.reads(line.value)}
        table.cache["closed points", own] = any(of.visibility in closed for of in read)
    found: bool = table.cache["closed points", own]
    return found
