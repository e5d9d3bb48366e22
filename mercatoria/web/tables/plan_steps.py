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
    """

    call: str
    since: int
    fell: int = -1
    seen: int = 0

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
    numbers = (number for step in plan for number in (step.since, step.fell, step.seen))
    is_whole = all(isinstance(step.call, str) for step in plan) and all(isinstance(each, int) for each in numbers)
    return plan if is_whole else ()
