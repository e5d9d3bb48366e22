"""Checks series of actions, written `must … until …, never stuck`.

The engine simulates the rest of a series before each of its moves.

This module therefore follows the series into its actions, the rules that they call, and the triggers that they fire. No
part of a series may contain another series, read a field hidden from the player, or leave the series with a `stop`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields

from dsl import model
from dsl.checking.kinds import PLAYER
from dsl.diagnostics import Sink
from dsl.source import Span

Seat = model.Expr | None
"""The acting seat, if this seat must finish the series; otherwise None."""
Parts = Iterator[tuple[object, Seat, bool]]

NESTED = "a series within a series"
UNSEEN = "this series depends on information hidden from its player"
LEFT = "this `stop` ends a series before its goal is reached"


def series(made: model.Model, sink: Sink) -> None:
    """Report each series whose moves the engine cannot simulate in advance.

    The caller must have checked that the call graph has no cycle.
    """
    for act in made.those_in(model.Act, *made.with_statements):
        if act.series:
            _Series(made, act, sink).check()


@dataclass(slots=True)
class _Series:
    made: model.Model
    act: model.Act
    sink: Sink
    seen: set[str] = field(default_factory=set)

    def check(self) -> None:
        """Report the first nested series, the first hidden field and the first `stop` that leaves the series."""
        nested: Span | None = None
        closed: tuple[Span, str] | None = None
        left: Span | None = None
        for part, you, repeats in self._everything():
            if isinstance(part, model.Act) and part.series and part is not self.act:
                nested = nested or part.span
            elif isinstance(part, model.Stop) and part.scope != "game" and not (part.scope == "repeat" and repeats):
                left = left or part.span
            elif isinstance(part, model.Slot) and not self._is_seen(part, you):
                closed = closed or (part.span, part.field.name)
        here = [(self.act.span, "the series begins here")]
        if nested is not None:
            self.sink.add("E343", NESTED, nested, "this action begins a second series", related=here,
                          hint="end the first series before the second begins")  # fmt: skip
        if closed is not None:
            span, name = closed
            self.sink.add("E344", UNSEEN, span, f"`{name}` is hidden from this player", related=here,
                          hint="the legal moves would reveal it; read the field after the series")  # fmt: skip
        if left is not None:
            self.sink.add("E345", LEFT, left, "the goal of the series would not be reached",
                          related=here, hint="add this case to the goal after `until`")  # fmt: skip

    # ------------------------------------------------------------ everything that a series can reach

    def _everything(self) -> Parts:
        """Yield each part that the series can reach, with the acting seat and a flag for parts inside a `repeat`."""
        yield from self._below(self.act.until, self.act.who, False)
        yield from self._offered(self.act, self.act.who)

    def _offered(self, offering: model.Act | model.Window, you: Seat) -> Parts:
        his = isinstance(offering, model.Act) and you is not None and _same(offering.who, you)
        for offer in offering.offers:
            yield from self._below(offer.bound, you, False)
            action = self.made.actions[offer.action]
            yield from self._action(offer.action, action, action.you if his else None)

    def _action(self, name: str, action: model.Action, you: Seat) -> Parts:
        if name not in self.seen:
            self.seen.add(name)
            parts = (action.params, action.needs, action.costs, action.accepts, action.limit, action.then)
            yield from self._below(parts, you, False)

    def _below(self, node: object, you: Seat, repeats: bool) -> Parts:
        """Yield a part and everything within it, but skip slots that are only written."""
        yield node, you, repeats
        match node:
            case tuple():
                for each in node:
                    yield from self._below(each, you, repeats)
                return
            case model.Act() | model.Window():
                yield from self._below(node.who if isinstance(node, model.Act) else node.domain, you, repeats)
                yield from self._offered(node, you)
                return
            case model.Do(calls=calls):
                for name, args in calls:
                    yield from self._below(args, you, repeats)
                    yield from self._routine(name, self.made.routines[name].body, you, repeats)
            case model.CallValue(name=name):
                if (rule := self.made.values.get(name)) is not None and name not in self.seen:
                    self.seen.add(name)
                    told = (rule.workings, rule.base, tuple((case.when, case.value) for case in rule.exceptions))
                    yield from self._below(told, you, repeats)
        if not isinstance(node, (model.Expr, model.Statement, model.Param, model.Need, model.Cost, model.Accept,
                                 model.Limit, model.OrderKey)):  # fmt: skip
            return
        if isinstance(node, (model.Statement, model.Cost)):
            for trigger in self.made.listeners:
                if model.noticed(trigger, node):
                    inner = (trigger.condition, trigger.body)
                    yield from self._routine(trigger.about.name, inner, trigger.you, repeats)
        again = repeats or isinstance(node, model.Repeat)
        for spec in fields(node):
            if spec.name in ("type", "span", "about") or _is_written_only(node, spec.name):
                continue
            value = getattr(node, spec.name)
            if isinstance(value, (tuple, model.Expr, model.Statement, model.Cost)):
                yield from self._below(value, you, again)

    def _routine(self, name: str, body: object, you: Seat, repeats: bool) -> Parts:
        if name not in self.seen:
            self.seen.add(name)
            yield from self._below(body, you, repeats)

    # ------------------------------------------------------------ what the acting player sees

    def _is_seen(self, slot: model.Slot, you: Seat) -> bool:
        of = slot.field
        if of.visibility == "open" or of.builtin:
            return True
        if of.visibility == "hidden":
            return False
        whose = [slot.owner] if of.kind == PLAYER else [
            key for key, kind in zip(slot.keys, of.key_kinds, strict=False) if kind == PLAYER
        ]  # fmt: skip
        his = [seat for seat in (you, self.act.who) if seat is not None]
        return any(each is not None and any(_same(each, seat) for seat in his) for each in whose)


_WRITTEN_ONLY = (model.Role.SETS, model.Role.TAKES)


def _is_written_only(node: object, name: str) -> bool:
    return isinstance(node, model.ModelNode) and node.roles.get(name) in _WRITTEN_ONLY


def _same(one: model.Expr, other: model.Expr) -> bool:
    """Return True if two expressions always refer to the same seat."""
    if isinstance(one, model.Var) and isinstance(other, model.Var):
        return one.uid == other.uid
    if isinstance(one, model.Slot) and isinstance(other, model.Slot):
        return one.field is other.field and one.owner is None and other.owner is None and not one.keys
    return isinstance(one, model.Const) and isinstance(other, model.Const) and one.value == other.value
