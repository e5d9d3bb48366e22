"""Rulebook values computed from what one seat knows."""

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
"""Placeholder for a value that a seat may not know, as in a view for a hidden field."""

MOST_KEPT = 5000
"""Maximum number of cached values for each seat."""


@dataclass(frozen=True, slots=True)
class Read:
    """Inputs of a computation: the slots of its fields, the entries whose size alone is visible, and the owner of its
    cache (None: shared by all seats)."""

    slots: tuple[slice, ...]
    counted: tuple[FieldEntry, ...]
    whose: int | None


@dataclass
class VisibleValues:
    """Values that a seat (None: a spectator) can compute from a position.

    A value is recomputed only if a field that it reads has changed for this seat. Results are cached with the rules:
    shared by all if they read public fields only, otherwise separately for each seat, so that the speed of one seat's
    page reveals nothing about another's view.
    """

    state: State
    seat: int | None
    _stands: dict[Hashable, tuple[object, ...]] = field(default_factory=dict)
    """Contents of the fields that a computation reads."""

    def __call__(self, kind: str, thing: str, name: str) -> Any:
        """Return a rulebook value for a thing, or for the whole game, as plain data.

        Returns:
            `CLOSED` if the value depends on hidden information, None if there is no such value.
        """
        model = self.state.table.flow.model
        rule = model.values.get(name)
        if rule is None or len(rule.params) != bool(kind):
            return None
        return self.kept(
            name, (kind, thing), lambda: EffectAnalysis(model).value_reads(name),
            lambda: self._worked_out(rule, kind, thing, name),
        )  # fmt: skip

    def kept(self, name: Hashable, of: Hashable, reads: Callable[[], Fields], work: Callable[[], T]) -> T:
        """Return the result of `work`, from the cache if possible.

        `name` identifies the fields that it `reads`, and `of` everything else that it depends on.
        """
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
        """Return the inputs of a computation, cached."""
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
        """Return the visible contents of the inputs."""
        sizes = (place.run.storage.size(self.state.vector, place) for place in read.counted)
        return (*(tuple(self._known[each]) for each in read.slots), *sizes)

    def _counted(self, run: FieldLayout) -> Iterator[FieldEntry]:
        """Yield the entries whose size is visible but not their contents."""
        for entry, (owner, keys) in enumerate(run.combinations()):
            sees = may_see(run.field, owner, keys, self.seat)
            if sees == "count" or (sees != "all" and run.storage.size_is_open):
                yield FieldEntry(run, entry)

    @cached_property
    def _known(self) -> Vector:
        return masked(self.state.table, self.state.vector, self.seat)

    def _worked_out(self, rule: ValueRule, kind: str, thing: str, name: str) -> Any:
        """Return the value from the seat's perspective, as `why` shows it."""
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
