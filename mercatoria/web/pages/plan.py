"""Shows a player's plan: each step with its verdict, and the moves that could be planned next."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from interpreter.explain import FALLEN, POSSIBLE, UNCERTAIN, UNTESTED, possible_steps
from interpreter.position import PC
from interpreter.table import called, sentence
from interpreter.trace import values_around
from interpreter.wording import button_text
from mercatoria import Move
from mercatoria.drawing import full_log
from mercatoria.web.pages.moves import Form, fields_of
from mercatoria.web.pages.templates import filled
from mercatoria.web.tables import MOST_STEPS, PlanStep, Table, findings, has_changed_price, open_steps, steps_of

MOST_OFFERED = 200
"""Maximum number of moves to offer for a plan."""
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


@dataclass(frozen=True, slots=True)
class Offered:
    """The moves with the same title that could be planned: the calls and words of those that are complete, and the
    forms of those with amounts to fill in.
    """

    steps: list[tuple[str, str]]
    forms: list[Form]

    @property
    def many(self) -> int:
        return len(self.steps) + len(self.forms)


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


def plan_page(table: Table, seat: int, base: str) -> str:
    """Render the page on which a player plans: the plan, and the moves that would be possible on the seat's turn."""
    state = table.course.state
    rules = state.table
    offered: dict[str, Offered] = {}

    def under(move: Move) -> Offered:
        action = rules.flow.model.actions.get(move.action)
        title = called(action.about) if action is not None else rules.locale("move")
        return offered.setdefault(title, Offered([], []))

    for at, move in possible_steps(rules, state.vector, seat, MOST_OFFERED):
        under(move).steps.append((move.call, button_text(rules, move, at[PC], values_around(rules, at))))
    for number, (move, supposed) in enumerate(open_steps(state, seat).items()):
        at = supposed.vector
        words = button_text(rules, move, at[PC], values_around(rules, at))
        under(move).forms.append(Form(number, move.call, words, tuple(fields_of(supposed, move))))
    posts = Markup('method="post" action="{}/plan"').format(base)
    return filled(
        "plan.html", said=rules.locale, base=base, number=0, posts=posts,
        rows=step_rows(table, seat), offered=offered.items(),
        is_full=len(table.plans.get(seat, ())) >= MOST_STEPS, most=MOST_STEPS,
    )  # fmt: skip


def plan_data(table: Table, seat: int) -> list[dict[str, object]]:
    """Return the checked plan as JSON data."""
    return [
        {"step": row.call, "says": sentence(row.said), "verdict": row.verdict, "why": row.why, "cites": list(row.cites),
         "at_once": row.at_once}
        for row in step_rows(table, seat)
    ]
