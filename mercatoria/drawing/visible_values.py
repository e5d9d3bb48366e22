"""Values of the rulebook, worked out in what one seat knows of a position."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from dsl.model import CallValue, Const, Ref, ValueRule
from dsl.source import NOWHERE
from interpreter.flow import EffectAnalysis, Fields
from interpreter.position import FieldEntry, FieldLayout, Vector
from interpreter.table import may_see
from interpreter.trace import perspective_at
from mercatoria import State
from mercatoria.players import masked
from mercatoria.static_scene import plain_value

T = TypeVar("T")

CLOSED = {"hidden": True}
"""What stands for a value that a seat may not know, as in a view for a field that it may not see."""

MOST_KEPT = 5000
"""Values that are kept for each seat."""


@dataclass(frozen=True, slots=True)
class Read:
    """What something reads: the slots of its fields, the entries of which a seat sees only how much they hold, and
    whose store it is kept in (None: that of all)."""

    slots: tuple[slice, ...]
    counted: tuple[FieldEntry, ...]
    whose: int | None


@dataclass
class VisibleValues:
    """What a seat (None: a spectator) can work out of a position.

    Nothing is worked out anew unless a field that it reads has changed for this seat. What was worked out is kept with
    the rules: once for all where it reads only fields that are open to all, and else for each seat by itself, as what
    one seat was shown must not even make the page of another quicker."""

    state: State
    seat: int | None
    _stands: dict[Hashable, tuple[object, ...]] = field(default_factory=dict)
    """What stands in the fields that something reads."""

    def __call__(self, kind: str, thing: str, name: str) -> Any:
        """A value of the rulebook for a thing, or without kind and thing of the whole game, as plain data; `CLOSED`
        where it turns on something that the seat may not see, None if there is none."""
        model = self.state.table.flow.model
        rule = model.values.get(name)
        if rule is None or len(rule.params) != bool(kind):
            return None
        return self.kept(
            name, (kind, thing), lambda: EffectAnalysis(model).value_reads(name),
            lambda: self._worked_out(rule, kind, thing, name),
        )  # fmt: skip

    def kept(self, name: Hashable, of: Hashable, reads: Callable[[], Fields], work: Callable[[], T]) -> T:
        """What `work` gives. `name` stands for the fields that it `reads`, and `of` for what else it depends on."""
        read = self._read(name, reads)
        found: dict[Hashable, T] = self.state.table.cache.setdefault((VisibleValues, read.whose), {})
        if len(found) > MOST_KEPT:
            found.clear()
        if name not in self._stands:
            self._stands[name] = self._seen(read)
        wanted = (name, of, self._stands[name])
        if wanted not in found:
            found[wanted] = work()
        return found[wanted]

    def _read(self, name: Hashable, reads: Callable[[], Fields]) -> Read:
        """Where stands what something reads; found out once."""
        flow, cache = self.state.table.flow, self.state.table.cache
        if (VisibleValues, "reads", self.seat, name) not in cache:
            runs = [flow.layout.runs[of] for of in reads()]
            slots = tuple(slice(run.first, run.first + run.width) for run in runs)
            counted = tuple(each for run in runs for each in self._counted(run))
            whose = None if all(run.field.visibility == "open" for run in runs) else self.seat
            cache[VisibleValues, "reads", self.seat, name] = Read(slots, counted, whose)
        found: Read = cache[VisibleValues, "reads", self.seat, name]
        return found

    def _seen(self, read: Read) -> tuple[object, ...]:
        """What is seen to stand there."""
        sizes = (place.run.storage.size(self.state.vector, place) for place in read.counted)
        return (*(tuple(self._known[each]) for each in read.slots), *sizes)

    def _counted(self, run: FieldLayout) -> Iterator[FieldEntry]:
        """The entries of which is seen how much they hold, and not what."""
        for entry, (owner, keys) in enumerate(run.combinations()):
            sees = may_see(run.field, owner, keys, self.seat)
            if sees == "count" or (sees != "all" and run.storage.size_is_open):
                yield FieldEntry(run, entry)

    @cached_property
    def _known(self) -> Vector:
        return masked(self.state.table, self.state.vector, self.seat)

    def _worked_out(self, rule: ValueRule, kind: str, thing: str, name: str) -> Any:
        """The value with the eyes of the seat, as `why` tells it."""
        model, args = self.state.table.flow.model, list[Const]()
        for var in rule.params:
            if not isinstance(var.type, Ref) or model.kinds[var.type.kind].root != model.kinds[kind].root:
                return None
            index = model.kinds[kind].first + model.kinds[kind].things.index(thing)
            args.append(Const(index, type=var.type, span=NOWHERE))
        call = CallValue(name, tuple(args), type=rule.type, span=NOWHERE)
        seen = perspective_at(self.state.table, self.seat).look(call, self.state.vector, {})
        if seen.hidden:
            return dict(CLOSED)
        return None if seen.fault else plain_value(model, rule.type, seen.value)
