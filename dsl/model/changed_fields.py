"""Determines which slots a single statement or cost changes.

The result omits changes made by the rules that a statement runs, and by the actions that it offers.
"""

from __future__ import annotations

from dsl.model.base import Expr, Var
from dsl.model.expressions import Slot
from dsl.model.roles import ASSIGNS, CHANGES, DIVERTS, ModelNode, Role, with_role
from dsl.model.rules import Accept, Cost, EventTrigger
from dsl.model.statements import ChanceStatement, Statement


def changed_slots(part: Statement | Cost | Accept) -> tuple[Slot, ...]:
    """Return the slots that a statement or cost writes, in the order in which it writes them.

    For payments and moves, the source precedes the target.
    """
    return tuple(each for each in with_role(part, *CHANGES) if isinstance(each, Slot))


def legal_by(cost: Cost | Accept) -> tuple[Expr, ...]:
    """Return the parts that decide whether a cost can be paid, or a substitute accepted: the source and all reads."""
    return tuple(with_role(cost, Role.GIVES, Role.READS))


def bound_locals(part: Statement) -> tuple[Var, ...]:
    """Return the locals that a statement itself sets, adjusts or binds, without those in its blocks and expressions."""
    found = (held if isinstance(held, tuple) else (held,) for held in with_role(part, *ASSIGNS))
    return tuple(each for held in found for each in held if isinstance(each, Var))


def result_locals(part: Statement) -> tuple[Var, ...]:
    """Return the locals that get the value which a statement computes or draws."""
    if not (evaluates_all(type(part)) or isinstance(part, ChanceStatement)):
        return ()
    changed = tuple(each for each in with_role(part, Role.SETS, Role.ADJUSTS) if isinstance(each, Var))
    return changed or tuple(with_role(part, Role.BINDS) if not isinstance(part, ChanceStatement) else ())


def evaluates_all(of: type[ModelNode]) -> bool:
    """Return True if statements of a class evaluate all their parts, and so cost as much work as they have parts.

    Other statements run only some of their parts.
    """
    roles = frozenset(of.roles.values())
    return Role.READS in roles and not roles & (DIVERTS | {Role.DECIDES}) and not of.waits


def changes_at_once(of: type[ModelNode]) -> bool:
    """Return True if nodes of a class change fields themselves, without waiting and without other statements."""
    roles = frozenset(of.roles.values())
    return bool(roles & (CHANGES | {Role.ORDERS, Role.WRITES})) and not roles & DIVERTS and not of.waits


def noticed(trigger: EventTrigger, part: Statement | Cost | Accept) -> tuple[Slot, ...]:
    """Return the slots that a statement or cost changes and whose changes may fire an `each time` trigger."""
    slots = tuple(slot for slot in changed_slots(part) if slot.field is trigger.field)
    if trigger.event == "changes" or Role.GIVES not in part.roles.values():
        return slots
    refilled = (Role.GIVES,) if any(with_role(part, Role.REFILLS)) else ()
    ends = {"enters": (Role.TAKES, *refilled)}.get(trigger.event, (Role.GIVES, Role.REFILLS))
    return tuple(slot for slot in slots if any(slot is end for end in with_role(part, *ends)))
