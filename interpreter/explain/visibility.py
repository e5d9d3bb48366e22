"""The eye of an asker: a walker that notes whether it had to look at something that one seat may not see.

What is read before the first closed thing is open, so whether something closed is read at all depends on open things
only: to tell *that* an answer turns on something hidden tells nothing of it. How many pieces lie in a `counted`
holder, or in any stack, is seen by all. A local name is closed if it was given its value with a look at something
closed; one that was given it before anybody looked is closed if its rule could have looked (`suspects`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dsl import model as m
from interpreter.flow import PLAYER, Facts, Place, PlayFault, Vector, mentions
from interpreter.flow import nodes as f
from interpreter.reference import Env, Walker
from interpreter.table import Table, may_see


@dataclass(frozen=True, slots=True)
class Sight:
    """What an expression is worth to an asker. Of what is `hidden` no value is known; `fault` is set where it has none
    (there is none here, a division by zero)."""

    value: Any = None
    hidden: bool = False
    fault: str = ""

    @property
    def known(self) -> bool:
        return not self.hidden and not self.fault


class Onlooker(Walker):
    """A walker that looks with the eyes of one asker (None: a spectator)."""

    def __init__(self, flow: f.Flow, asker: int | None) -> None:
        super().__init__(flow)
        self.asker = asker
        self.closed = False
        """Whether something closed was read since this was last cleared."""
        self.unknown: set[int] = set()
        """Slots of the position that have become unknown to the asker, whoever may see the field."""
        self.veiled: set[int] = set()
        """Locals that were given their value with a look at something closed."""
        self.cleared: set[int] = set()
        """Locals of which it was seen that they were given an open value."""
        self.suspects = suspects(flow)
        self._seen: dict[m.StateField, list[str]] = {}

    def look(self, e: m.Expr, v: Vector, env: Env) -> Sight:
        """The value of an expression, if the asker may know it. Holders and bags give counts or members."""
        before, self.closed = self.closed, False
        try:
            found, fault = self._read(e, v, dict(env)), ""
        except PlayFault as failed:
            found, fault = None, failed.message
        finally:
            closed, self.closed = self.closed, before
        return Sight(hidden=True) if closed else Sight(found, fault=fault)

    def hides(self, e: m.Expr | None, v: Vector, env: Env) -> bool:
        """Whether an expression turns on something that the asker may not see."""
        return e is not None and self.look(e, v, env).hidden

    def hides_place(self, slot: m.Slot, v: Vector, env: Env) -> bool:
        """Whether it is hidden which field of which thing a slot names; not what is in it."""
        return any(self.hides(part, v, env) for part in (slot.owner, *slot.keys))

    def sees(self, place: Place) -> str:
        """What the asker sees of one entry: "all", "count" or "nothing"."""
        of = place.run.field
        if of not in self._seen:
            self._seen[of] = [
                "all" if is_answer(of) else may_see(of, owner, keys, self.asker)
                for owner, keys in place.run.combinations()
            ]
        return self._seen[of][place.entry]

    def _read(self, e: m.Expr, v: Vector, env: Env) -> Any:
        of = e.type
        if isinstance(of, m.Bag) or (isinstance(of, m.Holder) and of.form in ("bag", "row")):
            return self.amounts(e, v, env)
        if isinstance(of, m.Many) or (isinstance(of, m.Holder) and of.form != "space"):
            return self.members(e, v, env)
        return self.value(e, v, env)

    # ------------------------------------------------------------ what is looked at

    def place(self, slot: m.Slot, v: Vector, env: Env) -> Place:
        found = super().place(slot, v, env)
        self.note(found, v)
        return found

    def note(self, place: Place, v: Vector) -> None:
        """An entry is looked into."""
        base = place.base
        shuffled = place.run.form == "stack" and v[base] != v[base + 1]
        if shuffled or self.sees(place) != "all" or self._is_unknown(place):
            self.closed = True

    def _is_unknown(self, place: Place) -> bool:
        return bool(self.unknown) and not self.unknown.isdisjoint(slots_of(place))

    def _size(self, e: m.Size, v: Vector, env: Env) -> int:
        if not (isinstance(e.of, m.Slot) and isinstance(e.of.type, m.Holder)):
            return super()._size(e, v, env)
        place = super().place(e.of, v, env)
        counted = place.run.form == "stack" or self.sees(place) in ("all", "count")
        if not counted or self._is_unknown(place):
            self.closed = True
        return self.contents.size(v, place)

    def _var(self, e: m.Var, v: Vector, env: Env) -> Any:
        unsure = e.uid not in env and e.uid in self.suspects and e.uid not in self.cleared
        if e.uid in self.veiled or unsure:
            self.closed = True
        return super()._var(e, v, env)


def slots_of(place: Place) -> range:
    """The slots of one entry."""
    return range(place.base, place.base + place.run.widths[place.entry])


def is_answer(of: m.StateField) -> bool:
    """Whether a field keeps the answers to an open secret choice. No rule can read them before all have answered;
    then they are told to all."""
    return of.builtin and of.visibility == "hidden" and of.key_kinds == (PLAYER,)


# ---------------------------------------------------------------- locals that may hold a secret


def suspects(flow: f.Flow) -> frozenset[int]:
    """The locals whose value may have been made with a look at what is not open to all."""
    bindings = [*_bindings(flow.model), *_frozen(flow)]
    facts, found = Facts(flow.model), set[int]()
    closed = {uid for uid, parts in bindings if parts is None or any(_is_closed(of) for of in facts.reads(parts))}
    while closed != found:
        found = set(closed)
        closed |= {uid for uid, parts in bindings if parts is not None and mentions(parts) & found}
    return frozenset(found)


def _is_closed(of: m.StateField) -> bool:
    return of.visibility != "open" and not is_answer(of)


def _frozen(flow: f.Flow) -> Iterator[tuple[int, tuple[object, ...]]]:
    """What machinery keeps of a loop, and what it takes from there."""
    for node in flow.nodes:
        for s in node.statements if isinstance(node, f.Effect) else ():
            match s:
                case f.Freeze(into=into, domain=domain, where=where):
                    yield into.uid, (domain, where)
                case f.Take(var=var, kept=kept):
                    yield var.uid, (kept,)
                case m.Let(var=var, value=value):
                    yield var.uid, (value,)


def _bindings(model: m.Model) -> Iterator[tuple[int, tuple[object, ...] | None]]:
    """Each way in which a local gets its value: what that is made of; None for a choice that is never told."""
    bodies = [*(routine.body for routine in model.routines.values()), *(wake.body for wake in model.wakes)]
    for body in bodies:
        yield from _bound_in(body, (), model)
    for action in model.actions.values():
        yield from _bound_in(action.then, (), model)
        for param in action.params:
            yield param.var.uid, _untold(param.domain)


def _untold(domain: m.Expr) -> tuple[object, ...]:
    """What a choice turns on that is told to all: nothing, unless it is a pick out of a holder that may be closed."""
    return (domain,) if isinstance(domain, m.Slot) else ()


def _bound_in(
    body: tuple[m.Statement, ...], under: tuple[object, ...], model: m.Model
) -> Iterator[tuple[int, tuple[object, ...] | None]]:
    """`under` are the conditions that a statement stands under: what it sets turns on them too."""
    for s in body:
        match s:
            case m.Let(var=var, value=value) | m.Assign(target=m.Var() as var, value=value):
                yield var.uid, (value, *under)
            case m.Adjust(target=m.Var() as var, by=by):
                yield var.uid, (by, *under)
            case m.Random(target=m.Var() as var, domain=domain):
                yield var.uid, (domain, *under)
            case m.Choose(var=var, domain=domain):
                yield var.uid, None if s.secret else _untold(domain)
                for block in (s.then, s.otherwise):
                    yield from _bound_in(block, under, model)
            case m.IfDo(when=when):
                for block in (s.then, s.otherwise):
                    yield from _bound_in(block, (when, *under), model)
            case m.ForEach(var=var) | m.Turn(var=var):
                yield var.uid, (s.domain, s.where, *under)
                yield from _bound_in(s.body, (s.domain, s.where, *under), model)
            case m.Repeat(times=times, condition=condition):
                yield from _bound_in(s.body, (times, condition, *under), model)
            case m.Do(calls=calls):
                for name, args in calls:
                    for var, arg in zip(model.routines[name].params, args, strict=True):
                        yield var.uid, (arg, *under)
            case m.Act(offers=offers) | m.Window(offers=offers):
                for offer in offers:
                    for param, bound in zip(model.actions[offer.action].params, offer.bound, strict=False):
                        yield param.var.uid, (bound, *under)
        if isinstance(s, m.Window):
            yield s.var.uid, (s.domain, s.where, *under)




def onlooker_of(table: Table, asker: int | None) -> Onlooker:
    """The eye of an asker (None: a spectator) at a table; made once for each."""
    key = ("onlooker", asker)
    if key not in table.cache:
        table.cache[key] = Onlooker(table.flow, asker)
    found: Onlooker = table.cache[key]
    return found
