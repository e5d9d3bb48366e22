"""Determines which slots a single statement or cost changes.

The result omits changes made by the rules that a statement runs, and by the actions that it offers.
"""

from __future__ import annotations

from dsl.model.expressions import Slot
from dsl.model.rules import Accept, Cost, EventTrigger
from dsl.model.statements import Adjust, Assign, ChanceStatement, Draw, MovePieces, Pay, Statement


def changed_slots(part: Statement | Cost | Accept) -> tuple[Slot, ...]:
    """Return the slots that a statement or cost writes, in the order in which it writes them.

    For payments and moves, the source precedes the target.
    """
    match part:
        case Assign(target=Slot() as target) | Adjust(target=Slot() as target):
            return (target,)
        case MovePieces() | Pay() | Cost() | Accept():
            return (part.source, part.target)
        case Draw():
            return (part.source, part.target, *((part.reshuffling,) if part.reshuffling is not None else ()))
        case ChanceStatement(target=Slot() as target):
            return (target,)
    return ()


def noticed(trigger: EventTrigger, part: Statement | Cost | Accept) -> tuple[Slot, ...]:
    """Return the slots that a statement or cost changes and whose changes may fire an `each time` trigger."""
    slots = tuple(slot for slot in changed_slots(part) if slot.field is trigger.field)
    if trigger.event == "changes" or not isinstance(part, (MovePieces, Draw, Cost, Accept)):
        return slots
    refill = part.reshuffling if isinstance(part, Draw) else None
    ends = [part.target] if trigger.event == "enters" else [part.source]
    if refill is not None:
        ends.append(part.source if trigger.event == "enters" else refill)
    return tuple(slot for slot in slots if any(slot is end for end in ends))
