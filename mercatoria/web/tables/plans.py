"""The plans of players: moves that they want to make on their next turns.

A plan is stored for its seat, and no other seat learns of it. After each event, every step is checked again on what the
seat sees. A step that is no longer possible stays in the plan, with the number of the entry of the log that made it
fail.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace

from interpreter.explain import FALLEN, PlanFinding, check_plan
from interpreter.position import Vector
from mercatoria import Move, NotAMove, TableError
from mercatoria.web.tables.table import Table

MOST_STEPS = 12
"""Maximum number of steps of a plan."""
MOST_LOOKED_BACK = 60
"""Maximum number of earlier positions to check to find the entry that made a step fail."""


class TooManySteps(TableError):
    """Raised if a plan already has the maximum number of steps."""


@dataclass(frozen=True, slots=True)
class PlanStep:
    """A step of a plan. `since` is the number of the newest position when it was planned. `fell` is the number of the
    position in which it first was not possible, or -1 while it is possible.
    """

    call: str
    since: int
    fell: int = -1

    @property
    def was_possible(self) -> bool:
        """False if the step was never possible."""
        return self.fell != self.since


Plan = tuple[PlanStep, ...]


def plan_text(plan: Plan) -> str:
    """Return a plan as JSON, or an empty string if it has no steps."""
    return json.dumps([asdict(step) for step in plan]) if plan else ""


def read(text: str) -> Plan:
    """Return the plan that was written as JSON."""
    return tuple(PlanStep(**step) for step in json.loads(text)) if text else ()


def steps_of(table: Table, seat: int, plan: Plan) -> list[Move]:
    """Return the moves of a plan. Raises `NotAMove` if the rules have changed."""
    return [table.course.state.table.notation.parse(step.call, seat) for step in plan]


def findings(table: Table, seat: int, plan: Plan) -> list[PlanFinding]:
    """Return the present verdict on each step, in the language of the table.

    The verdict on a step that has fallen is the one from the position in which it fell.
    """
    found = _verdicts(table, seat, plan, table.course.state.vector)
    table.earlier.follow(table.course.state.last)
    for number, step in enumerate(plan):
        if found[number].verdict == FALLEN and 0 <= step.fell <= table.earlier.newest:
            then = _verdicts(table, seat, plan[: number + 1], table.earlier.after(step.fell))[number]
            found[number] = then if then.verdict == FALLEN else found[number]
    return found


def followed(table: Table, seat: int, plan: Plan) -> Plan:
    """Return a plan in which each step says whether and where it fell. Steps that the rules no longer know are gone."""
    plan = tuple(_known(table, seat, plan))
    now, newest = _verdicts(table, seat, plan, table.course.state.vector), _newest(table)
    steps = []
    for number, (step, found) in enumerate(zip(plan, now, strict=True)):
        if found.verdict != FALLEN:
            steps.append(replace(step, fell=-1))
        elif not 0 <= step.fell <= newest:
            steps.append(replace(step, fell=_killer(table, seat, plan[: number + 1], newest)))
        else:
            steps.append(step)
    return tuple(steps)


def planned(table: Table, seat: int, plan: Plan, call: str) -> Plan:
    """Return a plan with one more step.

    Raises:
        NotAMove: Raised if the rules do not know the move, or its seat is another one.
        TooManySteps: Raised if the plan is full.
    """
    if len(plan) >= MOST_STEPS:
        raise TooManySteps(f"a plan has at most {MOST_STEPS} steps")
    move = table.course.state.table.notation.parse(call, seat)
    if move.seat != seat or move.open:
        raise NotAMove(f"`{call}` cannot be planned: write one move of your own seat in full")
    return followed(table, seat, (*plan, PlanStep(move.call, _newest(table))))


def _newest(table: Table) -> int:
    table.earlier.follow(table.course.state.last)
    return table.earlier.newest


def _known(table: Table, seat: int, plan: Plan) -> Iterator[PlanStep]:
    for step in plan:
        try:
            steps_of(table, seat, (step,))
        except NotAMove:
            continue
        yield step


def _verdicts(table: Table, seat: int, plan: Plan, v: Vector) -> list[PlanFinding]:
    return check_plan(table.course.state.table, v, seat, steps_of(table, seat, plan))


def _killer(table: Table, seat: int, plan: Plan, newest: int) -> int:
    """Return the number of the first position since which the last step of a plan has not been possible."""
    fell, since = newest, min(plan[-1].since, newest)
    for number in reversed(table.earlier.numbers(max(since, newest - MOST_LOOKED_BACK), newest)):
        if _verdicts(table, seat, plan, table.earlier.after(number))[-1].verdict != FALLEN:
            break
        fell = number
    return fell
