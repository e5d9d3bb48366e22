"""The current score of every seat, as far as one seat can compute it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from dsl.model import Expr, Int
from interpreter.flow import EffectAnalysis
from interpreter.position import PlayFault, once
from interpreter.table import CompiledGame, Score, masked, points_of
from interpreter.trace import perspective_at
from mercatoria import State
from mercatoria.drawing.visible_values import VisibleValues

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


def points_seen(state: State, known: VisibleValues) -> Points:
    """Compute the current scores from everything that the reader of `known` may see.

    After the game has ended, the result is the final scores.
    """
    return Points(state.scores, ("",) * state.players) if state.is_over else points_at(known)


def points_at(known: VisibleValues) -> Points:
    """Compute the scores in a position from everything that a seat or a spectator may see."""
    table, seat = known.table, known.seat
    players = table.flow.model.players
    try:
        counted = list(table.engine.scores(masked(table.flow, known.vector, seat)))
        doubts = [""] * players
        for other in range(players):
            if once(table, _may_be_closed, other == seat):
                counted[other], doubts[other] = _counted(known, other)
    except (PlayFault, IndexError):
        return Points((), ("",) * players)
    return Points(points_of(table.flow.model, counted), tuple(doubts))


def _counted(known: VisibleValues, other: int) -> tuple[int, str]:
    """Compute the score of the seat `other` as the reader sees it, and whether hidden things may change the score.

    A scoring rule makes the score uncertain only if the reader cannot know its value. A rule is computed again only
    after a visible change to a field that it reads.
    """
    points, doubt, model = 0, "", known.table.flow.model
    for number, line in enumerate(model.score):
        reads = partial(EffectAnalysis(model).reads, line.value)
        value, is_known = known.kept(("score", number), other, reads, partial(_line, known, line.value, other))
        points += value
        if not is_known:
            may_take = isinstance(line.value.type, Int) and line.value.type.low < 0
            doubt = UNSURE if may_take or doubt == UNSURE else AT_LEAST
    return points, doubt


def _line(known: VisibleValues, value: Expr, other: int) -> tuple[int, bool]:
    """Return the points that a scoring rule gives to the seat `other`, and True if the reader can know them.

    Otherwise, the points count nothing that is hidden.
    """
    table, variable = known.table, known.table.flow.model.score_var
    env = {variable.uid: other} if variable is not None else {}
    seen = perspective_at(table, known.seat).look(value, known.vector, env)
    if seen.known:
        return seen.value, True
    return table.walker.evaluator.value(value, masked(table.flow, known.vector, known.seat), dict(env)), False


def _may_be_closed(table: CompiledGame, own: bool) -> bool:
    """Return True if the scoring rules read a field that may be hidden from the seat.

    A seat can see all its `own` fields except those hidden from everyone.
    """
    closed = {"hidden"} if own else {"hidden", "secret", "counted"}
    facts = EffectAnalysis(table.flow.model)
    read = {of for line in table.flow.model.score for of in facts.reads(line.value)}
    return any(of.visibility in closed for of in read)
