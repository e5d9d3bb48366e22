"""Shows a player's plan: each step with its verdict."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.explain import FALLEN, POSSIBLE, UNCERTAIN, UNTESTED
from interpreter.table import sentence
from interpreter.wording import button_text
from mercatoria.drawing import full_log
from mercatoria.web.tables import PlanStep, Table, findings, has_changed_price, steps_of

_DOUBTS = {UNTESTED: "plan_untested", UNCERTAIN: "plan_uncertain"}
SIGNS = {POSSIBLE: "✓", FALLEN: "✕"}
"""Signs of the verdicts. All other verdicts have the sign `?`."""


@dataclass(frozen=True, slots=True)
class StepRow:
    """A step of a plan as the page shows it.

    `why` says why the step is not or may not be possible, or why it is not played at once, and `cites` lists the
    clauses of the reasons.
    """

    number: int
    call: str
    said: str
    sign: str
    verdict: str
    why: str
    cites: tuple[str, ...]
    at_once: bool

    @property
    def is_fallen(self) -> bool:
        return self.verdict == FALLEN


def step_rows(table: Table, seat: int) -> list[StepRow]:
    """Return the steps of a seat's plan, which must have been followed, or an empty list if the seat has none."""
    plan = table.plans.get(seat, ())
    if not plan:
        return []
    rules, said = table.course.state.table, table.course.state.table.locale
    rows = []
    for number, (step, move, found) in enumerate(
        zip(plan, steps_of(table, seat, plan), findings(table, seat, plan), strict=True)
    ):
        if found.verdict == FALLEN:
            why = _fall(table, seat, step, found.words(rules))
        else:
            why = said(_DOUBTS[found.verdict]) if found.verdict in _DOUBTS else ""
        if number == 0 and found.verdict != FALLEN and seat in table.course.deciders and has_changed_price(step, found):
            why = said("plan_price")
        rows.append(StepRow(number, step.call, button_text(rules, move), SIGNS.get(found.verdict, "?"), found.verdict,
                            why, found.cites, step.at_once))  # fmt: skip
    return rows


def _fall(table: Table, seat: int, step: PlanStep, why: str) -> str:
    """Say which move made a step fail, and why."""
    state = table.course.state
    log = full_log(state, seat)
    if not step.was_possible or not 0 < step.fell <= len(log):
        return state.table.locale("plan_never", why=why)
    return state.table.locale("plan_fell", number=step.fell, move=str(log[step.fell - 1]).rstrip("."), why=why)


def first_playable(table: Table, seat: int, rows: list[StepRow]) -> StepRow | None:
    """Return the first step of a plan that has not fallen, if the seat can play it now, otherwise None."""
    state = table.course.state
    if seat not in state.deciders:
        return None
    first = next((row for row in rows if not row.is_fallen), None)
    return first if first and state.is_legal(state.table.notation.parse(first.call, seat)) else None


def plan_data(table: Table, seat: int) -> list[dict[str, object]]:
    """Return the checked plan as JSON data."""
    return [
        {"step": row.call, "says": sentence(row.said), "verdict": row.verdict, "why": row.why, "cites": list(row.cites),
         "at_once": row.at_once}
        for row in step_rows(table, seat)
    ]
