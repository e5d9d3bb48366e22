"""Visibility: whether an answer turns on something that the asker may not see.

A `Perspective` works expressions out and watches itself doing so: whoever asks it for a value is told that the value is
hidden if anything closed to the asker was looked at on the way. What is read before the first closed thing is open, so
whether something closed is read at all depends on open things only: to tell *that* an answer turns on something hidden
tells nothing of it. How many pieces lie in a `counted` holder, or in any stack, is seen by all. A local name is tainted
if it was given its value with a look at something closed; one that was given it before anybody watched is tainted if
its rule could have looked (`taint.Taint.locals`).

Whether all may know the same of a look (`tells_apart`) follows from open things, too: its first closed thing says so.
What is read after that is chosen by what is hidden (the right side of an `and`). So it may not have a say, and need
not: if the first is closed to all, the look is hidden from all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from dsl import model as m
from interpreter.flow import Flow
from interpreter.position import FieldEntry, HolderForm, PlayFault, Vector
from interpreter.reference import Env, Evaluator, Legality, Observer
from interpreter.table import CompiledGame, may_see
from interpreter.trace.closed_reads import is_answer
from interpreter.trace.taint import taint_at

OTHERS_MAY_SEE = ("secret", "counted")
"""How fields are declared that some may see and others not."""


@dataclass(frozen=True, slots=True)
class SeenValue:
    """What an expression is worth to an asker. Of what is `hidden` no value is known; `fault` is set where it has none
    (a thing that is not there, a division by zero)."""

    value: Any = None
    hidden: bool = False
    fault: str = ""

    @property
    def known(self) -> bool:
        return not self.hidden and not self.fault


class Visibility:
    """What one asker (None: a spectator) may see of each entry of a position; the same in all positions."""

    def __init__(self, possibly_tainted: frozenset[int], asker: int | None) -> None:
        """`possibly_tainted`: the locals that may hold a secret."""
        self.asker = asker
        self.possibly_tainted = possibly_tainted
        self._by_field: dict[m.StateField, list[str]] = {}

    def of(self, place: FieldEntry) -> str:
        """What the asker sees of one entry: "all", "count" or "nothing"."""
        of = place.run.field
        if of not in self._by_field:
            self._by_field[of] = [
                "all" if is_answer(of) else may_see(of, owner, keys, self.asker)
                for owner, keys in place.run.combinations()
            ]
        return self._by_field[of][place.entry]


@dataclass(frozen=True, slots=True)
class WatchedLocals:
    """Locals by their uids of which it was seen how they got their values: `tainted` are those that the asker may not
    know, `untainted` those that he may although their rule could have looked at something closed."""

    tainted: frozenset[int] = frozenset()
    untainted: frozenset[int] = frozenset()


NOTHING_WATCHED = WatchedLocals()


class Perspective:
    """Works expressions out with the eyes of one asker."""

    def __init__(self, flow: Flow, visibility: Visibility, watched: WatchedLocals = NOTHING_WATCHED) -> None:
        self.visibility = visibility
        self.evaluator = Evaluator(flow, self._observer)
        self.legality = Legality(self.evaluator)
        self.forget(watched)

    @property
    def _observer(self) -> Observer:
        return Observer(read=self._read, counted=self._counted, looked_up=self._looked_up, topped=self._topped)

    def forget(self, watched: WatchedLocals = NOTHING_WATCHED) -> None:
        """Begins anew, with what is known of local names."""
        self.tainted, self.untainted = set(watched.tainted), set(watched.untainted)
        self.unknown: set[int] = set()
        """Slots of the position that have become unknown to the asker, whoever may see the field."""
        self.tells_apart = False
        """Whether the first closed thing of any look so far may be open to another."""
        self._saw_closed = False

    @property
    def watched(self) -> WatchedLocals:
        """What is known by now of local names."""
        return WatchedLocals(frozenset(self.tainted), frozenset(self.untainted & self.visibility.possibly_tainted))

    def see(self, work: Callable[[], Any]) -> SeenValue:
        """What some work of the evaluator comes to, if the asker may know it."""
        before, self._saw_closed = self._saw_closed, False
        try:
            value, fault = work(), ""
        except PlayFault as failed:
            value, fault = None, failed.message
        finally:
            hidden, self._saw_closed = self._saw_closed, before
        return SeenValue(hidden=True) if hidden else SeenValue(value, fault=fault)

    def look(self, e: m.Expr, v: Vector, env: Env) -> SeenValue:
        """The value of an expression, if the asker may know it. Holders and bags give counts or members."""
        return self.see(lambda: self._value(e, v, dict(env)))

    def hides(self, e: m.Expr | None, v: Vector, env: Env) -> bool:
        """Whether an expression turns on something that the asker may not see."""
        return e is not None and self.look(e, v, env).hidden

    def hides_place(self, slot: m.Slot, v: Vector, env: Env) -> bool:
        """Whether it is hidden which field of which thing a slot names; not what is in it."""
        return any(self.hides(part, v, env) for part in (slot.owner, *slot.keys))

    def hides_some(self, var: m.Var, domain: m.Expr, where: m.Expr | None, v: Vector, env: Env) -> bool:
        """Whether it is hidden of some member of a domain if `where` holds for it. Raises `PlayFault`."""
        members = self.evaluator.members(domain, v, dict(env)) if where is not None else []
        return any(self.hides(where, v, {**env, var.uid: member}) for member in members)

    def _value(self, e: m.Expr, v: Vector, env: Env) -> Any:
        of = e.type
        if m.reads_as_bag(of):
            return self.evaluator.amounts(e, v, env)
        if m.reads_as_members(of):
            return self.evaluator.members(e, v, env)
        return self.evaluator.value(e, v, env)

    # ------------------------------------------------------------ what is looked at

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
        """The topmost things of a stack are open if all see them and their order is known."""
        form = place.run.storage
        known = form.known_top(v, place) if isinstance(form, HolderForm) else 0
        is_deeper = number > known and form.size(v, place) > known
        if is_deeper or self.visibility.of(place) != "all" or self.is_unknown(place):
            self._meet_closed(place.run.field.visibility in OTHERS_MAY_SEE)

    def _meet_closed(self, tells_apart: bool) -> None:
        """Something was looked at that is closed to the asker, and not to all if it `tells_apart`."""
        self.tells_apart |= tells_apart and not self._saw_closed
        self._saw_closed = True

    def is_unknown(self, place: FieldEntry) -> bool:
        """Whether an entry has become unknown to the asker, whoever may see the field."""
        return bool(self.unknown) and not self.unknown.isdisjoint(slots_of(place))

    def _looked_up(self, var: m.Var, env: Env) -> None:
        unsure = var.uid not in env and var.uid in self.visibility.possibly_tainted and var.uid not in self.untainted
        if var.uid in self.tainted or unsure:
            self._meet_closed(unsure)


def slots_of(place: FieldEntry) -> range:
    """The slots of one entry."""
    return range(place.base, place.base + place.run.widths[place.entry])


# ---------------------------------------------------------------- at a table


def visibility_at(table: CompiledGame, asker: int | None) -> Visibility:
    """What an asker (None: a spectator) may see at a table; made once for each."""
    key = ("visibility", asker)
    if key not in table.cache:
        table.cache[key] = Visibility(frozenset(taint_at(table).locals), asker)
    visibility: Visibility = table.cache[key]
    return visibility


def perspective_at(table: CompiledGame, asker: int | None, watched: WatchedLocals = NOTHING_WATCHED) -> Perspective:
    """How an asker looks at positions of a table; made once for what is known of locals. Nobody may change it."""
    key = ("perspective", asker, watched)
    if key not in table.cache:
        table.cache[key] = Perspective(table.flow, visibility_at(table, asker), watched)
    perspective: Perspective = table.cache[key]
    return perspective
