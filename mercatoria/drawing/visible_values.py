"""Values of the rulebook, computed only from what one seat knows."""

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
"""The placeholder for a value that a seat may not know. Views use the same placeholder for a hidden field."""

MOST_KEPT = 5000
"""Maximum number of cached results for each seat."""


@dataclass(frozen=True, slots=True)
class Read:
    """The inputs of a computation.

    `slots` are the positions of the fields in the vector of the state. `counted` are the entries whose size the seat
    sees without their contents. `whose` is the seat for which the results are cached, or None if all seats share the
    cache.
    """

    slots: tuple[slice, ...]
    counted: tuple[FieldEntry, ...]
    whose: int | None


@dataclass
class VisibleValues:
    """The values that a seat, or a spectator (None), can compute from a position.

    A value is computed again only if a field that it reads has changed for this seat. Results are cached together with
    the rules. All seats share the results that depend on public fields only. Every other result is cached for each seat
    separately, because the time to draw one seat's view could reveal what another seat saw.
    """

    state: State
    seat: int | None
    _stands: dict[Hashable, tuple[object, ...]] = field(default_factory=dict)
    """The visible contents of the fields that a computation reads, for each computation."""

    def __call__(self, kind: str, thing: str, name: str) -> Any:
        """Return a value of the rulebook for a thing, or for the whole game, as plain data.

        Returns:
            The value, `CLOSED` if it depends on hidden information, or None if there is no such value.
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

        `name` identifies the fields that the computation reads, and `of` identifies everything else on which it
        depends.
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
        """Return the inputs of a computation, which are cached."""
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
        """Yield the entries whose size is visible to the seat while their contents are not."""
        for entry, (owner, keys) in enumerate(run.combinations()):
            sees = may_see(run.field, owner, keys, self.seat)
            if sees == "count" or (sees != "all" and run.storage.size_is_open):
                yield FieldEntry(run, entry)

    @cached_property
    def _known(self) -> Vector:
        return masked(self.state.table, self.state.vector, self.seat)

    def _worked_out(self, rule: ValueRule, kind: str, thing: str, name: str) -> Any:
        """Return a value as the seat can compute it, by the same method as `why`."""
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
