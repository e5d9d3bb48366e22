"""Checks a plan: moves that a player wants to make in this order, each as if it were the player's turn.

Only what the player sees counts. Each step is tested in a copy of the position, and then played in this copy, so that
the next step is tested after it. If a test or a result depends on hidden information, the step may be possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dsl import model as m
from interpreter.explain.reasons import Reason
from interpreter.explain.refusals import Refusal
from interpreter.explain.spoken_refusals import reasons_in_words
from interpreter.explain.supposed_turns import kinds_at, supposed_turns
from interpreter.explain.trial_play import TrialPlay
from interpreter.position import OPEN, OVER, PASS, FieldEntry, PlayFault, Vector, once
from interpreter.table import Move

if TYPE_CHECKING:
    from interpreter.table import CompiledGame

POSSIBLE, UNCERTAIN, FALLEN, UNTESTED = "possible", "may be possible", "not possible", "not tested"
"""Verdicts on a step. A step is untested if no turn of its player can be supposed in the position."""


@dataclass(frozen=True, slots=True)
class PlanFinding:
    """The verdict on a step of a plan, with the visible reasons why the step is not possible.

    `price` lists the changes of the player's own numbers that the player can foresee, each with its field.
    """

    verdict: str
    reasons: tuple[Reason, ...] = ()
    price: tuple[tuple[str, int], ...] = ()

    @property
    def cites(self) -> tuple[str, ...]:
        """The printed clauses of the reasons."""
        return tuple(dict.fromkeys(cite for reason in self.reasons for cite in reason.cites))

    def words(self, table: CompiledGame) -> str:
        """Return the reasons in the language of the table, or an empty string."""
        return " ".join(reasons_in_words(table, self.reasons))


def check_plan(table: CompiledGame, v: Vector, seat: int, steps: Sequence[Move]) -> list[PlanFinding]:
    """Return the verdict on each step of a seat's plan. The position does not change.

    A step that is not possible is left out when the later steps are tested.
    """
    return list(_checked(table, v, seat, steps))


def possible_steps(table: CompiledGame, v: Vector, seat: int, most: int) -> list[tuple[Vector, Move]]:
    """Return the moves that a seat can see to be possible if it were its turn, each with a position in which it is the
    seat's turn. Moves with open parameters are left out.

    Args:
        most: Maximum number of moves.
    """
    found: dict[Move, Vector] = {}
    for turn in supposed_turns(table, v, seat):
        try:
            rows = table.walker.legality.listed(turn, seat)
        except PlayFault:
            continue
        for row in rows:
            move = table.notation.move(seat, row)
            if OPEN in row or row == PASS or move in found:
                continue
            if _tested(table, [turn], seat, move)[0].verdict == POSSIBLE:
                found[move] = turn
                if len(found) == most:
                    return [(at, each) for each, at in found.items()]
    return [(at, each) for each, at in found.items()]


def _checked(table: CompiledGame, v: Vector, seat: int, steps: Sequence[Move]) -> Iterator[PlanFinding]:
    turns, is_known = list(supposed_turns(table, v, seat)), True
    for step in steps:
        if not turns:
            yield PlanFinding(UNTESTED)
            continue
        found, at = _tested(table, turns, seat, step)
        if found.verdict == POSSIBLE and not is_known:
            found = PlanFinding(UNCERTAIN)
        if at is None:
            yield found
            continue
        trial = TrialPlay(table, seat, at, step)
        yield replace(found, price=_price(table, seat, at, trial))
        is_known = is_known and not trial.cut and not trial.perspective.unknown and not trial.after[OVER]
        if not trial.cut:
            turns = list(supposed_turns(table, trial.after, seat)) or turns


def _price(table: CompiledGame, seat: int, before: Vector, trial: TrialPlay) -> tuple[tuple[str, int], ...]:
    """Return the changes of a seat's own numbers in a trial, without those that the seat may not know."""
    places = [place for place in once(table, _own_numbers, seat) if not trial.perspective.is_unknown(place)]
    changed = [(place.run.field.name, trial.after[place.base] - before[place.base]) for place in places]
    return tuple((name, change) for name, change in changed if change)


def _own_numbers(table: CompiledGame, seat: int) -> tuple[FieldEntry, ...]:
    """Return the places of the numbers that belong to a seat and that it sees."""
    runs = [run for of, run in table.flow.layout.runs.items()
            if of.kind == "Player" and isinstance(of.type, m.Int) and of.visibility != "hidden"]  # fmt: skip
    return tuple(FieldEntry(run, entry) for run in runs
                 for entry, (owner, _) in enumerate(run.combinations()) if owner == seat)  # fmt: skip


def _tested(
    table: CompiledGame, turns: Sequence[Vector], seat: int, step: Move
) -> tuple[PlanFinding, Vector | None]:  # fmt: skip
    """Return the verdict on a step, and the position in which to play it, or None if it cannot be played."""
    unsure: Vector | None = None
    refused: list[PlanFinding] = []
    for v in turns:
        if step.row[0] not in kinds_at(table, v):
            continue
        try:
            reasons = tuple(Refusal(table, v, step, seat, supposed=True).reasons())
            if not reasons:
                return PlanFinding(POSSIBLE), v
        except PlayFault:
            reasons = ()
        seen = tuple(reason for reason in reasons if not reason.hidden)
        if seen:
            refused.append(PlanFinding(FALLEN, seen))
        else:
            unsure = unsure or v
    if unsure is not None:
        return PlanFinding(UNCERTAIN), unsure
    not_offered = PlanFinding(FALLEN, (Refusal(table, turns[0], step, seat).not_offered(),))
    return (refused or [not_offered])[0], None
