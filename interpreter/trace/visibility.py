"""Tests whether a value depends on information that an asker may not see.

A `Perspective` evaluates an expression and observes each read of a field or variable. If the expression reads anything
that is closed to the asker, the result is reported as hidden. All reads before the first closed read are open.
Therefore only open information decides whether a closed read happens. Reporting a value as hidden thus reveals nothing
about it. Every player sees the number of pieces in a `counted` holder or in a stack.

A local variable is tainted if a closed read contributed to its value. If the variable was set before the trace began,
it is tainted if its rule could have made a closed read (see `taint.Taint.locals`).

`tells_apart` records whether an expression may give different askers different results. Only the first closed read
decides the value of `tells_apart`. Later reads must not count, because hidden information may decide whether they
happen, as in the right operand of an `and`. If the first closed read is closed to all askers, they all get the result
"hidden" anyway.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dsl import model as m
from interpreter.flow import Flow
from interpreter.position import FieldEntry, HolderForm, PlayFault, Vector, once
from interpreter.reference import Env, Evaluator, Legality, Observer
from interpreter.table import CompiledGame, may_see
from interpreter.trace.closed_reads import is_answer
from interpreter.trace.taint import taint_at

OTHERS_MAY_SEE = ("secret", "counted")
"""Visibilities that let some players see a field and hide it from others."""


@dataclass(frozen=True, slots=True)
class SeenValue:
    """Result of evaluating an expression for an asker.

    `hidden` is True if the asker may not know the value. If the expression has no value, `fault` explains the reason,
    such as a division by zero.
    """

    value: Any = None
    hidden: bool = False
    fault: str = ""

    @property
    def known(self) -> bool:
        return not self.hidden and not self.fault


class Visibility:
    """Determines how much of each field entry an asker sees.

    If the asker is a spectator, `asker` is None.
    """

    def __init__(self, possibly_tainted: frozenset[int], asker: int | None) -> None:
        """Create the visibility for one asker.

        Args:
            possibly_tainted: Uids of local variables that may contain a secret.
        """
        self.asker = asker
        self.possibly_tainted = possibly_tainted
        self._by_field: dict[m.StateField, list[str]] = {}

    def of(self, place: FieldEntry) -> str:
        """Return "all", "count" or "nothing", depending on how much of a field entry the asker sees."""
        of = place.run.field
        if of not in self._by_field:
            self._by_field[of] = [
                "all" if is_answer(of) else may_see(of, owner, keys, self.asker)
                for owner, keys in place.run.combinations()
            ]
        return self._by_field[of][place.entry]


@dataclass(frozen=True, slots=True)
class WatchedLocals:
    """Uids of local variables whose assignments were traced.

    The asker may not know the values of variables in `tainted`. The asker may know the values of variables in
    `untainted`, although a static analysis considers them tainted.
    """

    tainted: frozenset[int] = frozenset()
    untainted: frozenset[int] = frozenset()


NOTHING_WATCHED = WatchedLocals()


class Perspective:
    """Evaluates expressions from the perspective of one asker."""

    def __init__(self, flow: Flow, visibility: Visibility, watched: WatchedLocals = NOTHING_WATCHED) -> None:
        self.visibility = visibility
        self.evaluator = Evaluator(flow, self._observer)
        self.legality = Legality(self.evaluator, None)
        self.forget(watched)

    @property
    def _observer(self) -> Observer:
        return Observer(read=self._read, counted=self._counted, looked_up=self._looked_up, topped=self._topped)

    def forget(self, watched: WatchedLocals = NOTHING_WATCHED) -> None:
        """Reset the perspective, and replace its knowledge of local variables."""
        self.tainted, self.untainted = set(watched.tainted), set(watched.untainted)
        self.unknown: set[int] = set()
        """Slots whose contents have become unknown to the asker, even in visible fields."""
        self.tells_apart = False
        """True if the first closed read of any expression so far may be open to another asker."""
        self._saw_closed = False

    @property
    def watched(self) -> WatchedLocals:
        """Knowledge of local variables in this perspective."""
        return WatchedLocals(frozenset(self.tainted), frozenset(self.untainted & self.visibility.possibly_tainted))

    def see(self, work: Callable[[], Any]) -> SeenValue:
        """Run an evaluation and return its result, which is marked as hidden if the asker may not know it."""
        before, self._saw_closed = self._saw_closed, False
        try:
            value, fault = work(), ""
        except PlayFault as failed:
            value, fault = None, failed.message
        finally:
            hidden, self._saw_closed = self._saw_closed, before
        return SeenValue(hidden=True) if hidden else SeenValue(value, fault=fault)

    def look(self, e: m.Expr, v: Vector, env: Env) -> SeenValue:
        """Evaluate an expression. The result is marked as hidden if the asker may not know it.

        The value of a bag or holder is a dict of counts by type, or a list of members.
        """
        return self.see(lambda: self._value(e, v, dict(env)))

    def hides(self, e: m.Expr | None, v: Vector, env: Env) -> bool:
        """Return True if an expression reads information that the asker may not see."""
        return e is not None and self.look(e, v, env).hidden

    def hides_place(self, slot: m.Slot, v: Vector, env: Env) -> bool:
        """Return True if hidden information decides which field entry a slot denotes."""
        return any(self.hides(part, v, env) for part in (slot.owner, *slot.keys))

    def hides_some(self, var: m.Var, domain: m.Expr, where: m.Expr | None, v: Vector, env: Env) -> bool:
        """Return True if the value of `where` is hidden for any member of a domain.

        Raises `PlayFault` if the domain cannot be evaluated.
        """
        members = self.evaluator.members(domain, v, dict(env)) if where is not None else []
        return any(self.hides(where, v, {**env, var.uid: member}) for member in members)

    def _value(self, e: m.Expr, v: Vector, env: Env) -> Any:
        of = e.type
        if m.reads_as_bag(of):
            return self.evaluator.amounts(e, v, env)
        if m.reads_as_members(of):
            return self.evaluator.members(e, v, env)
        return self.evaluator.value(e, v, env)

    # ------------------------------------------------------------ observed reads

    def _read(self, slot: m.Slot, place: FieldEntry, v: Vector) -> None:
        form = place.run.storage
        is_pooled = isinstance(form, HolderForm) and form.pool(v, place) > 0
        if is_pooled or self.visibility.of(place) != "all" or self.is_unknown(place):
            self._meet_closed(place.run.field.visibility in OTHERS_MAY_SEE)

    def _counted(self, slot: m.Slot, place: FieldEntry, v: Vector) -> None:
        is_open = place.run.storage.size_is_open or self.visibility.of(place) in ("all", "count")
        if not is_open or self.is_unknown(place):
            self._meet_closed(place.run.field.visibility in OTHERS_MAY_SEE)

    def _topped(self, slot: m.Slot, place: FieldEntry, number: int, v: Vector) -> None:
        """Record a read of the topmost things in a stack.

        The read is open if the asker sees the stack and the order of these things is known.
        """
        form = place.run.storage
        known = form.known_top(v, place) if isinstance(form, HolderForm) else 0
        is_deeper = number > known and form.size(v, place) > known
        if is_deeper or self.visibility.of(place) != "all" or self.is_unknown(place):
            self._meet_closed(place.run.field.visibility in OTHERS_MAY_SEE)

    def _meet_closed(self, tells_apart: bool) -> None:
        """Record a read that is closed to the asker.

        `tells_apart` is True if the read may be open to another asker.
        """
        self.tells_apart |= tells_apart and not self._saw_closed
        self._saw_closed = True

    def is_unknown(self, place: FieldEntry) -> bool:
        """Return True if a field entry has become unknown to the asker, even in a visible field."""
        return bool(self.unknown) and not self.unknown.isdisjoint(slots_of(place))

    def _looked_up(self, var: m.Var, env: Env) -> None:
        unsure = var.uid not in env and var.uid in self.visibility.possibly_tainted and var.uid not in self.untainted
        if var.uid in self.tainted or unsure:
            self._meet_closed(unsure)


def slots_of(place: FieldEntry) -> range:
    """Return the slots of a field entry as a range."""
    return range(place.base, place.base + place.run.widths[place.entry])


# ---------------------------------------------------------------- objects cached for each compiled game


def visibility_at(table: CompiledGame, asker: int | None) -> Visibility:
    """Return what an asker sees in positions of a compiled game.

    It is cached. If the asker is a spectator, `asker` is None.
    """
    return once(table, _visibility, asker)


def _visibility(table: CompiledGame, asker: int | None) -> Visibility:
    return Visibility(frozenset(taint_at(table).locals), asker)


def perspective_at(table: CompiledGame, asker: int | None, watched: WatchedLocals = NOTHING_WATCHED) -> Perspective:
    """Return an asker's perspective on positions of a compiled game.

    Callers must not modify the perspective. The perspective is cached for each asker and for each set of known local
    variables.
    """
    return once(table, _perspective, asker, watched)


def _perspective(table: CompiledGame, asker: int | None, watched: WatchedLocals) -> Perspective:
    return Perspective(table.flow, visibility_at(table, asker), watched)
