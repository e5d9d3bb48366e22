"""The plans of players: moves that they want to make on their next turns.

A plan is stored for its seat, and no other seat learns of it. Before a page shows the plan, every step is checked again
on what the seat sees. A step that is no longer possible stays in the plan, with the number of the log entry that made
it fail. Moves do not check plans, because their time would tell other players about them. A step that the player wants
to have played at once is checked in a separate job.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.explain import FALLEN, PlanFinding, check_plan
from interpreter.position import Vector
from mercatoria import Move, NotAMove, TableError
from mercatoria.web.tables.plan_steps import Plan, PlanStep
from mercatoria.web.tables.table import Table

MOST_STEPS = 12
"""Maximum number of steps of a plan."""
MOST_LOOKED_BACK = 60
"""Maximum number of earlier positions to check to find the entry that made a step fail."""


class TooManySteps(TableError):
    """Raised if a plan already has the maximum number of steps."""


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
    """Return a plan in which each step says whether and where it fell."""
    now, newest = _verdicts(table, seat, plan, table.course.state.vector), _newest(table)
    fell = [
        _fell(table, seat, plan[: number + 1], newest) if found.verdict == FALLEN else -1
        for number, found in enumerate(now)
    ]
    return tuple(replace(step, fell=at, seen=newest) for step, at in zip(plan, fell, strict=True))


def known(table: Table, seat: int, plan: Plan) -> Plan:
    """Return a plan without the moves that the rules of the table no longer know."""
    return tuple(step for step in plan if _is_known(table, seat, step))


def planned(table: Table, seat: int, plan: Plan, call: str) -> Plan:
    """Return a plan with one more step, which is not checked yet.

    Raises:
        NotAMove: Raised if the rules do not know the move, or its seat is another one.
        TooManySteps: Raised if the plan is full.
    """
    if len(plan) >= MOST_STEPS:
        raise TooManySteps(f"a plan has at most {MOST_STEPS} steps")
    move = table.course.state.table.notation.parse(call, seat)
    if move.seat != seat or move.open:
        raise NotAMove(f"`{call}` cannot be planned: write one move of your own seat in full")
    newest = _newest(table)
    return (*plan, PlanStep(move.call, newest, seen=newest - 1))


def to_play_at_once(table: Table, seat: int, plan: Plan, number: int, at_once: bool) -> Plan:
    """Return a plan in which a step is to be played at once at its present price, or no longer. Without such a step, it
    is the same plan.
    """
    if not 0 <= number < len(plan):
        return plan
    price = price_text(findings(table, seat, plan)[number]) if at_once else ""
    return (*plan[:number], replace(plan[number], at_once=at_once, price=price), *plan[number + 1 :])


def price_text(found: PlanFinding) -> str:
    """Return the price of a step as text, to compare it later."""
    return " ".join(f"{name}{change:+}" for name, change in found.price)


def has_changed_price(step: PlanStep, found: PlanFinding) -> bool:
    """Return True if a step is not played at once because it would change the seat's numbers in another way."""
    return step.at_once and step.price != price_text(found)


def may_be_due(table: Table, seat: int) -> bool:
    """Return True if the first step of a seat's plan is to be played at once, and the seat must decide.

    The step is not checked. Any thread may call this function.
    """
    plan = table.plans.get(seat, ())
    return bool(plan) and plan[0].at_once and seat in table.course.deciders and not table.trouble \
        and not table.bot_at(seat)


def due_move(table: Table, seat: int) -> tuple[int, Move] | None:
    """Return the move that is to be played at once for a seat, with the number of its decision, or None."""
    if not may_be_due(table, seat):
        return None
    step, state = table.plans[seat][0], table.course.state
    try:
        [move] = steps_of(table, seat, (step,))
    except NotAMove:  # the rules have changed
        return None
    [found] = _verdicts(table, seat, (step,), state.vector)
    if found.verdict == FALLEN or has_changed_price(step, found) or not state.is_legal(move):
        return None
    return table.course.turn(seat), move


def _newest(table: Table) -> int:
    table.earlier.follow(table.course.state.last)
    return table.earlier.newest


def _is_known(table: Table, seat: int, step: PlanStep) -> bool:
    try:
        steps_of(table, seat, (step,))
    except NotAMove:
        return False
    return True


def _verdicts(table: Table, seat: int, plan: Plan, v: Vector) -> list[PlanFinding]:
    return check_plan(table.course.state.table, v, seat, steps_of(table, seat, plan))


def _fell(table: Table, seat: int, plan: Plan, newest: int) -> int:
    """Return the number of the position from which on the last step of a plan has not been possible. It is not possible
    in the newest position.
    """
    step, first = plan[-1], newest
    checked = max(min(step.seen, newest), newest - MOST_LOOKED_BACK)
    for number in reversed(table.earlier.numbers(checked + 1, newest - 1)):
        if _verdicts(table, seat, plan, table.earlier.after(number))[-1].verdict != FALLEN:
            return first
        first = number
    return step.fell if 0 <= step.fell <= checked else first
