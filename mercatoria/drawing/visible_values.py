"""Evaluates rulebook values, using only information that one seat may see."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar, cast

from dsl.model import CallValue, Const, Ref, ValueRule
from dsl.source import NOWHERE
from interpreter.flow import EffectAnalysis, Fields
from interpreter.position import FieldEntry, FieldLayout, Vector, once
from interpreter.table import masked, may_see
from interpreter.trace import perspective_at
from mercatoria import CompiledGame
from mercatoria.static_scene import plain_value

T = TypeVar("T")

CLOSED = {"hidden": True}
"""Placeholder for a value that the seat may not know. Views use the same placeholder for hidden fields."""

MOST_KEPT = 5000
"""Maximum number of cached results for each seat."""


@dataclass(frozen=True, slots=True)
class Read:
    """The fields from which a value is computed.

    `slots` are the positions of the fields in the state vector. `counted` lists the field entries whose size is visible
    but whose contents are hidden. `whose` is the seat that owns the cached results, or None if all seats share them.
    """

    slots: tuple[slice, ...]
    counted: tuple[FieldEntry, ...]
    whose: int | None


def known_values(table: CompiledGame, whose: int | None) -> dict[Hashable, object]:
    """Return the cache, empty at first, of the values that one seat owns, or that all seats share (None)."""
    return {}


def known_reads(table: CompiledGame, seat: int | None) -> dict[Hashable, Read]:
    """Return the cache, empty at first, of the fields that the computations for one seat read, by computation."""
    return {}


@dataclass
class VisibleValues:
    """Evaluates rulebook values for one position, as a seat or a spectator (None) may know them.

    A value is computed again only after a visible change to a field that it reads. The results are cached with the
    compiled rules. All seats share results that depend only on public fields. Each seat has its own cache for all other
    results, because computing times could otherwise reveal what another seat has seen.
    """

    table: CompiledGame
    vector: Vector
    seat: int | None
    _stands: dict[Hashable, tuple[object, ...]] = field(default_factory=dict)
    """Visible contents of the fields that each computation reads."""

    def __call__(self, kind: str, thing: str, name: str) -> Any:
        """Return the value that the rulebook computes for a thing or, without a thing, for the whole game.

        Returns:
            The value as plain data, `CLOSED` if it depends on hidden information, or None if the rulebook does not
                define it.
        """
        model = self.table.flow.model
        rule = model.values.get(name)
        if rule is None or len(rule.params) != bool(kind):
            return None
        return self.kept(
            name, (kind, thing), lambda: EffectAnalysis(model).value_reads(name),
            lambda: self._worked_out(rule, kind, thing, name),
        )  # fmt: skip

    def kept(self, name: Hashable, of: Hashable, reads: Callable[[], Fields], work: Callable[[], T]) -> T:
        """Call `work`, or return its cached result.

        The cache key consists of `name`, which identifies the fields that `work` reads, and `of`, which identifies its
        other arguments.
        """
        read = self._read(name, reads)
        found = once(self.table, known_values, read.whose)
        if len(found) > MOST_KEPT:
            found.clear()
        if name not in self._stands:
            self._stands[name] = self._seen(read)
        wanted = (name, of, self._stands[name])
        if wanted not in found:
            found[wanted] = work()
        return cast(T, found[wanted])

    def _read(self, name: Hashable, reads: Callable[[], Fields]) -> Read:
        """Return the cached list of fields that a computation reads."""
        table = self.table
        known = once(table, known_reads, self.seat)
        if name not in known:
            runs = [table.flow.layout.runs[of] for of in reads()]
            slots = tuple(slice(run.first, run.first + run.width) for run in runs)
            counted = tuple(each for run in runs for each in self._counted(run))
            whose = None if all(run.field.visibility == "open" for run in runs) else self.seat
            known[name] = Read(slots, counted, whose)
        return known[name]

    def _seen(self, read: Read) -> tuple[object, ...]:
        """Return the visible contents of the fields that a computation reads."""
        sizes = (place.run.storage.size(self.vector, place) for place in read.counted)
        return (*(tuple(self._known[each]) for each in read.slots), *sizes)

    def _counted(self, run: FieldLayout) -> Iterator[FieldEntry]:
        """Yield the field entries whose size the seat may see without seeing their contents."""
        for entry, (owner, keys) in enumerate(run.combinations()):
            sees = may_see(run.field, owner, keys, self.seat)
            if sees == "count" or (sees != "all" and run.storage.size_is_open):
                yield FieldEntry(run, entry)

    @cached_property
    def _known(self) -> Vector:
        return masked(self.table.flow, self.vector, self.seat)

    def _worked_out(self, rule: ValueRule, kind: str, thing: str, name: str) -> Any:
        """Evaluate a value with the same method as `why`, using only information that the seat may see."""
        model, args = self.table.flow.model, list[Const]()
        for var in rule.params:
            if not isinstance(var.type, Ref) or model.kinds[var.type.kind].root != model.kinds[kind].root:
                return None
            index = model.kinds[kind].first + model.kinds[kind].things.index(thing)
            args.append(Const(index, type=var.type, span=NOWHERE))
        call = CallValue(name, tuple(args), type=rule.type, span=NOWHERE)
        seen = perspective_at(self.table, self.seat).look(call, self.vector, {})
        if seen.hidden:
            return dict(CLOSED)
        return None if seen.fault else plain_value(model, rule.type, seen.value)
