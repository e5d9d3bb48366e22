"""A player's plan as it is stored: moves for the next turns, each with the position in which it failed."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass

LOG = logging.getLogger("mercatoria.web")


@dataclass(frozen=True, slots=True)
class PlanStep:
    """A step of a plan.

    Positions are named by their number, which counts the entries of the log. `since` is the newest position when the
    step was planned, and `seen` the newest one when it was last checked. `fell` is the position from which on the step
    has not been possible, or -1 while it is possible.

    With `at_once`, the server plays the step on the seat's turn if it is the first step of the plan, and if it changes
    the seat's own numbers as it did when the player asked for this. `price` lists these changes.
    """

    call: str
    since: int
    fell: int = -1
    seen: int = 0
    at_once: bool = False
    price: str = ""

    @property
    def was_possible(self) -> bool:
        """False if the step was never possible."""
        return self.fell != self.since


Plan = tuple[PlanStep, ...]


def plan_text(plan: Plan) -> str:
    """Return a plan as JSON, or an empty string if it has no steps."""
    return json.dumps([asdict(step) for step in plan]) if plan else ""


def plan_from(text: str) -> Plan:
    """Return the plan that was written as JSON. A damaged plan is dropped, so that its table can still be played."""
    try:
        plan = tuple(PlanStep(**step) for step in json.loads(text))
    except (ValueError, TypeError):
        LOG.warning("a plan in the store is damaged and was dropped")
        return ()
    return plan if all(_is_whole(step) for step in plan) else ()


def _is_whole(step: PlanStep) -> bool:
    numbers, texts = (step.since, step.fell, step.seen, step.at_once), (step.call, step.price)
    return all(isinstance(each, int) for each in numbers) and all(isinstance(each, str) for each in texts)
