"""The current score of every seat, as far as one seat can compute it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from dsl.model import Int
from interpreter.flow import EffectAnalysis
from interpreter.position import HolderForm, PlayFault, Storage, once
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
            for number in once(table, _closed_lines, other == seat):
                more, doubt = _line(known, number, other)
                counted[other] += more
                doubts[other] = UNSURE if UNSURE in (doubt, doubts[other]) else doubt or doubts[other]
    except (PlayFault, IndexError):
        return Points((), ("",) * players)
    return Points(points_of(table.flow.model, counted), tuple(doubts))


def _line(known: VisibleValues, number: int, other: int) -> tuple[int, str]:
    """Return what a scoring rule gives the seat `other` beyond its points without anything hidden, as far as the reader
    knows, and how hidden things may change this.

    A rule is computed again only after a visible change to a field that it reads.
    """
    table, model = known.table, known.table.flow.model
    value, variable = model.score[number].value, model.score_var
    env = {variable.uid: other} if variable is not None else {}

    def work() -> tuple[int, str]:
        seen = perspective_at(table, known.seat).look(value, known.vector, env)
        if seen.known:
            without = table.walker.evaluator.value(value, masked(table.flow, known.vector, known.seat), dict(env))
            return seen.value - without, ""
        return 0, UNSURE if isinstance(value.type, Int) and value.type.low < 0 else AT_LEAST

    return known.kept(("score", number), other, partial(EffectAnalysis(model).reads, value), work)


def _closed_lines(table: CompiledGame, own: bool) -> tuple[int, ...]:
    """Return the numbers of the scoring rules that read something that may be hidden from the seat: a field, or the
    order of a stack.

    A seat can see all its `own` fields except those hidden from everyone. If no rule reads a closed field, the scores
    are exact.
    """
    closed = {"hidden"} if own else {"hidden", "secret", "counted"}
    runs, facts = table.flow.layout.runs, EffectAnalysis(table.flow.model)
    read = [facts.reads(line.value) for line in table.flow.model.score]
    if not any(of.visibility in closed for each in read for of in each):
        return ()
    return tuple(number for number, each in enumerate(read)
                 if any(of.visibility in closed or _is_stack(runs[of].storage) for of in each))  # fmt: skip


def _is_stack(form: Storage) -> bool:
    return isinstance(form, HolderForm) and form.keeps_pool
