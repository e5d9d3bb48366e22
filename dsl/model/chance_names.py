"""Determines which players can learn a value that a rulebook stores in a local name, such as a random result.

If the value of a local name flows only into hidden fields, only the players who may see all these fields know the
value. A value flows into every field to which a statement assigns or moves it. A value also flows through other local
names and through arguments of rules. Any other use, such as a condition, a choice, a loop, or a removal from a public
holder, makes the value public.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dsl.model.base import Var
from dsl.model.changed_fields import result_locals
from dsl.model.expressions import Slot
from dsl.model.roles import ASSIGNS, Role, with_role
from dsl.model.rules import Accept, Cost
from dsl.model.statements import (
    Adjust,
    Assign,
    Do,
    ForEach,
    MovePieces,
    Pay,
    Random,
    Statement,
    Turn,
    Window,
)
from dsl.model.walk import parts
from dsl.model.whole_model import Model
from dsl.source import Span


@dataclass(frozen=True, slots=True)
class ChanceFlow:
    """The places in a model that the value of a local name reaches.

    Attributes:
        closed: Fields that receive the value and are hidden from some player.
        shown: Places in the rulebook that reveal the value to every player.
    """

    closed: tuple[Slot, ...] = ()
    shown: tuple[Span, ...] = ()

    @property
    def is_hidden(self) -> bool:
        """Return True if only players who see the `closed` fields may know the value."""
        return bool(self.closed) and not self.shown

    def __add__(self, other: ChanceFlow) -> ChanceFlow:
        return ChanceFlow((*self.closed, *other.closed), (*self.shown, *other.shown))


@dataclass(frozen=True, slots=True)
class ChanceName:
    """A local name to which a `random` statement gives a value.

    Attributes:
        whose: If a single player may know the value, a field that belongs to this player; otherwise None.
    """

    var: Var
    span: Span
    flow: ChanceFlow
    whose: Slot | None


class LocalFlows:
    """Follows the values of the local names in one model."""

    def __init__(self, model: Model) -> None:
        self._uses = _Uses(model, list(_used(model)))

    def of(self, var: Var) -> ChanceFlow:
        """Return the places that the value of a local name reaches."""
        return self._uses.flow(var.uid, set())


def chance_names(model: Model) -> dict[int, ChanceName]:
    """Return the local names that `random` statements set, by `uid`."""
    used = list(_used(model))
    uses, found = _Uses(model, used), dict[int, ChanceName]()
    for use in used:
        s = use.statement
        if isinstance(s, Random) and isinstance(s.target, Var):
            flow = uses.flow(s.target.uid, set())
            found[s.target.uid] = ChanceName(s.target, s.span, flow, _whose(flow, use.binders))
    return found


def _whose(flow: ChanceFlow, binders: frozenset[int]) -> Slot | None:
    """If all fields that receive the value belong to one player, return one of these fields; otherwise, return None.

    The owner must be known when the value is drawn.
    """
    owners = {slot.owner.uid if isinstance(slot.owner, Var) and not slot.keys else None for slot in flow.closed}
    secret = all(slot.field.visibility != "hidden" and slot.field.kind == "Player" for slot in flow.closed)
    return flow.closed[0] if flow.is_hidden and secret and len(owners) == 1 and owners <= binders else None


# ---------------------------------------------------------------- statements and their expressions


@dataclass(frozen=True, slots=True)
class _Use:
    """A statement with its own expressions, but without its inner blocks, or a payment.

    Attributes:
        binders: The uids of all variables that the rule, or a loop around the statement, binds.
    """

    statement: Statement | Cost | Accept
    own: tuple[object, ...]
    binders: frozenset[int]


def _used(model: Model) -> Iterator[_Use]:
    for routine in model.routines.values():
        yield from _in_block(routine.body, frozenset(var.uid for var in routine.params))
    for action in model.actions.values():
        binders = frozenset({action.you.uid, *(param.var.uid for param in action.params)})
        yield from (_Use(each, (*with_role(each, *_USES),), binders) for each in action.payments)
        yield from _in_block(action.then, binders)
    for wake in model.wakes:
        yield from _in_block(wake.body, frozenset({wake.var.uid} if wake.var is not None else ()))
    for trigger in model.listeners:
        told = (trigger.you, trigger.owner, *trigger.keys, trigger.item, trigger.old, trigger.new)
        yield from _in_block(trigger.body, frozenset(var.uid for var in told if var is not None))


_USES = frozenset(Role) - ASSIGNS - {Role.RUNS}


def _in_block(block: tuple[Statement, ...], binders: frozenset[int]) -> Iterator[_Use]:
    for s in block:
        # An assignment to a local does not count as a use of the local.
        results = result_locals(s)
        changed = (part for part in with_role(s, *ASSIGNS) if part not in results)
        yield _Use(s, (*with_role(s, *_USES), *changed), binders)
        inner = binders | {s.var.uid} if isinstance(s, (ForEach, Turn, Window)) else binders
        for block in with_role(s, Role.RUNS):
            yield from _in_block(block, inner)


def _mentions(part: object, uid: int) -> bool:
    return any(isinstance(each, Var) and each.uid == uid for each in parts(part))


def _mentioned(part: object) -> set[int]:
    return {each.uid for each in parts(part) if isinstance(each, Var)}


def _bound(s: Statement | Cost | Accept) -> set[int]:
    """Return the local names to which a statement gives a value. The condition of a choice does not use the value."""
    return {var.uid for var in with_role(s, Role.BINDS) if isinstance(var, Var)}


# ---------------------------------------------------------------- flow of a value


class _Uses:
    """The uses of each local name. The model is walked over once, and not again for each name."""

    def __init__(self, model: Model, used: list[_Use]) -> None:
        self._routines = model.routines
        self._by_uid: dict[int, list[Statement | Cost | Accept]] = {}
        self._skips: dict[int, list[Span]] = {}
        for use in used:
            for uid in _mentioned(use.own) - _bound(use.statement):
                self._by_uid.setdefault(uid, []).append(use.statement)
        for routine in model.routines.values():
            for when, _, span in routine.skips:
                for uid in _mentioned(when):
                    self._skips.setdefault(uid, []).append(span)

    def flow(self, uid: int, seen: set[int]) -> ChanceFlow:
        """Follow the value of a local name, also through other local names.

        Args:
            seen: The uids of the names that were already followed.
        """
        seen.add(uid)
        found = ChanceFlow()
        for statement in self._by_uid.get(uid, ()):
            found += self._through(statement, uid, seen)
        return found + ChanceFlow(shown=tuple(self._skips.get(uid, ())))

    def _through(self, s: Statement | Cost | Accept, uid: int, seen: set[int]) -> ChanceFlow:
        if isinstance(s, (Cost, Accept)):
            return _paid(s, uid)
        if results := result_locals(s):
            flows = (self.flow(var.uid, seen) for var in results if var.uid not in seen)
            return sum(flows, start=ChanceFlow())
        match s:
            case Assign(target=Slot() as slot) | Adjust(target=Slot() as slot) | Random(target=Slot() as slot):
                return _into(s.span, slot)
            case MovePieces():
                return _moved(s, uid)
            case Pay(source=source, target=target):
                return _into(s.span, *(slot for slot in (source, target) if not slot.field.builtin))
            case Do(calls=calls):
                flow = ChanceFlow()
                for name, args in calls:
                    for var, arg in zip(self._routines[name].params, args, strict=True):
                        if _mentions(arg, uid) and var.uid not in seen:
                            flow += self.flow(var.uid, seen)
                return flow
        return ChanceFlow(shown=(s.span,))


def _moved(s: MovePieces, uid: int) -> ChanceFlow:
    """Follow a value through a move of pieces or things.

    A move to or from a public holder reveals which pieces or things are moved. If the size of either holder is public,
    the move also reveals how many pieces move.
    """
    if s.target.field.visibility == "open":
        return ChanceFlow(shown=(s.span,))
    if not _mentions((s.source, s.number, s.sort, s.bag, s.thing), uid):
        return ChanceFlow(shown=(s.span,)) if s.target.field.has_public_size else _into(s.span, s.target)
    many = _mentions((s.source, s.number, s.bag), uid) or (s.many and _mentions(s.thing, uid))
    is_size_seen = s.source.field.has_public_size or s.target.field.has_public_size
    if s.source.field.visibility == "open" or (many and is_size_seen):
        # A public value stays public even if its item moves to a hidden holder.
        kept = (s.target,) if s.target.field.visibility == "hidden" else ()
        return ChanceFlow(kept, (s.span,))
    return _into(s.span, s.source, s.target)


def _paid(cost: Cost | Accept, uid: int) -> ChanceFlow:
    """Follow a value through a payment.

    A payment to or from a public field reveals what is paid. If the size of either holder is public, it also reveals
    how much is paid.
    """
    ends, span = (cost.source, cost.target), cost.about.span
    if isinstance(cost, Cost) and cost.form == "money":
        return _into(span, *(slot for slot in ends if not slot.field.builtin))
    is_size_seen = any(slot.field.has_public_size for slot in ends)
    is_thing = isinstance(cost, Cost) and not cost.many and not _mentions((cost.amount, cost.bag, cost.when), uid)
    return ChanceFlow(shown=(span,)) if is_size_seen and not is_thing else _into(span, *ends)


def _into(span: Span, *slots: Slot) -> ChanceFlow:
    closed = tuple(slot for slot in slots if slot.field.visibility != "open")
    return ChanceFlow(closed, () if len(closed) == len(slots) and slots else (span,))
