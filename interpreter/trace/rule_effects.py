"""Computes which rule changed which fields in each step, as far as an asker sees the changes.

Each step is repeated and traced from an asker's perspective. A rule is therefore named only if the asker may know that
it took part. A step is first traced for a spectator. If all seats know the same about the step, this trace is valid for
them too. Otherwise, the step is traced again for each seat. From the trace, an asker learns only the changes of fields
that the asker sees. `EffectHistory` stores the results.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from dsl import model as m
from interpreter.flow import internal
from interpreter.flow import nodes as f
from interpreter.log import LogEntry, entries
from interpreter.position import FieldEntry, Layout, Vector, once
from interpreter.table import contents, size_of
from interpreter.trace.step_trace import FoundPlayer, StateChange, StepTrace
from interpreter.trace.traced_steps import retrace, trace_changes
from interpreter.trace.visibility import Visibility, visibility_at

if TYPE_CHECKING:
    from interpreter.table import CompiledGame

STEPS_KEPT = 50
"""Number of recent steps whose positions and effects are cached."""


@dataclass(frozen=True, slots=True)
class FieldChange:
    """The change of a field entry as an asker sees it.

    `was` and `now` are the contents before and after the change. If `counted` is True, both are only numbers of pieces.
    """

    place: FieldEntry
    was: object
    now: object
    counted: bool = False


@dataclass(frozen=True, slots=True)
class RuleEffect:
    """The changes that a rule made in one step, and the players whom it found from the answers to a secret decision."""

    rule: m.Clauses
    changes: tuple[FieldChange, ...]
    found: tuple[FoundPlayer, ...] = ()


def seen_change(
    table: CompiledGame, asker: int | None, place: FieldEntry, before: Vector, after: Vector
) -> FieldChange | None:
    """Return how a field entry differs between two positions, or None if the asker sees no difference."""
    if before[place.slots] == after[place.slots]:
        return None
    return _seen(visibility_at(table, asker), *_both(place, before, after))


def _seen(visibility: Visibility, whole: FieldChange, counted: FieldChange) -> FieldChange | None:
    """Return the change of the contents or of the number of pieces, whichever the asker may see. Return None if the
    asker sees no difference.
    """
    sees, size_is_open = visibility.of(whole.place), whole.place.run.storage.size_is_open
    if sees == "all" and not size_is_open:
        return whole if whole.was != whole.now else None
    if sees == "count" or size_is_open:
        return counted if counted.was != counted.now else None
    return None


@dataclass(frozen=True, slots=True)
class RuleWork:
    """Consecutive changes by one rule.

    Each field has two changes: one of its contents, and one of its number of pieces.
    """

    rule: m.Clauses
    changes: tuple[tuple[FieldChange, FieldChange], ...]
    found: tuple[FoundPlayer, ...] = ()


def _works(table: CompiledGame, trace: StepTrace) -> tuple[RuleWork, ...]:
    """Group the changes of a step by rule, in order. A rule's first group has the players whom secret answers brought
    out; if the rule changes nothing, a group without changes at the beginning has them.

    Chance outcomes are left out, because the step's log entry shows them.
    """
    changes = [change for change in trace.changes if not isinstance(change.operation, (internal.Reset, f.ChanceNode))]
    works, left = [], trace.found
    for rule, group in groupby(changes, _rule_of):
        done, found = list(group), tuple(each for each in left if each.about.name == rule.name)
        left = [each for each in left if each not in found]
        before, after = done[0].before, done[-1].after
        both = tuple(_both(place, before, after) for place in _changed(table, before, after))
        works.append(RuleWork(rule, both, found))
    return (*(RuleWork(each.about, (), (each,)) for each in left), *works)


def _both(place: FieldEntry, before: Vector, after: Vector) -> tuple[FieldChange, FieldChange]:
    run, entry = place
    whole = FieldChange(place, contents(before, run, entry), contents(after, run, entry))
    return whole, FieldChange(place, size_of(before, run, entry), size_of(after, run, entry), counted=True)


def _rule_of(change: StateChange) -> m.Clauses:
    """Return the rule that made a change. If a cost made the change, return the action."""
    is_cost = isinstance(change.operation, m.Cost) and len(change.chain) > 1
    return change.chain[-2] if is_cost else change.about


def _told(table: CompiledGame, asker: int | None, works: Iterable[RuleWork]) -> tuple[RuleEffect, ...]:
    """Return, for each rule, the changes that the asker sees, and omit rules without visible changes."""
    visibility, found = visibility_at(table, asker), []
    for work in works:
        changes = (_seen(visibility, whole, counted) for whole, counted in work.changes)
        seen = tuple(change for change in changes if change is not None)
        if seen or work.found:
            found.append(RuleEffect(work.rule, seen, work.found))
    return tuple(found)


def _changed(table: CompiledGame, before: Vector, after: Vector) -> Iterable[FieldEntry]:
    """Return the field entries that differ between two positions, except internal fields."""
    places = once(table.flow.layout, _places)
    slots = (slot for slot, (one, two) in enumerate(zip(before, after, strict=True)) if one != two and slot in places)
    return {(id(place.run), place.entry): place for place in map(places.__getitem__, slots)}.values()


def _places(layout: Layout) -> dict[int, FieldEntry]:
    """Return the field entry to which each slot belongs, except slots of internal fields."""
    return {
        slot: FieldEntry(run, entry)
        for run in layout.runs.values() if not run.field.builtin
        for entry in range(len(run.base))
        for slot in range(run.base[entry], run.base[entry] + run.widths[entry])
    }  # fmt: skip


@dataclass(slots=True)
class EffectHistory:
    """Caches the effects of the rules in one game.

    The cache stays valid when the game continues or a player takes back moves.
    """

    table: CompiledGame
    _positions: dict[int, tuple[LogEntry, Vector]] = field(default_factory=dict)
    """Cached log entry and the position after it, by step number."""
    _found: dict[tuple[int | None, int], tuple[LogEntry, tuple[RuleEffect, ...]]] = field(default_factory=dict)
    """Cached log entry and its effects, by asker and step number."""
    _works: dict[int, tuple[LogEntry, dict[int | None, tuple[RuleWork, ...]]]] = field(default_factory=dict)
    """Cached log entry and the changes that each asker knows, by step number."""

    def begin_at(self, last: LogEntry | None, v: Vector) -> None:
        """Take note of the position after an entry, so that effects of later entries need no replay from the start."""
        if last is not None:
            self._positions[last.length] = last, v[:]

    def of_newest(self, last: LogEntry | None, asker: int | None, many: int) -> list[tuple[RuleEffect, ...]]:
        """Return the effects of the last `many` steps up to a log entry, oldest first."""
        newest = entries(last)[-many:]
        return [self._of(step, asker) for step in newest]

    def _of(self, step: LogEntry, asker: int | None) -> tuple[RuleEffect, ...]:
        known = self._found.get((asker, step.length))
        if known is None or known[0] is not step:
            works = self._works_of(step)
            known = step, _told(self.table, asker, works.get(asker, works[None]))
            self._found[asker, step.length] = known
            self._found.pop((asker, step.length - STEPS_KEPT), None)
        return known[1]

    def _works_of(self, step: LogEntry) -> dict[int | None, tuple[RuleWork, ...]]:
        """Return the changes that rules made in a step, by asker.

        The key None represents a spectator. The result has keys for seats only if some seats know more about the step
        than others.
        """
        known = self._works.get(step.length)
        if known is None or known[0] is not step:
            before = self.position_after(step.before)
            (common,) = trace_changes(self.table, [None], step, before)
            known = step, {None: _works(self.table, common)}
            if not common.same_for_all:
                seats = range(self.table.flow.model.players)
                traces = trace_changes(self.table, seats, step, before)
                known[1].update((seat, _works(self.table, trace)) for seat, trace in zip(seats, traces, strict=True))
            self._works[step.length] = known
            self._works.pop(step.length - STEPS_KEPT, None)
        return known[1]

    def position_after(self, last: LogEntry | None) -> Vector:
        """Return the position after a log entry, or the first position if `last` is None."""
        ahead, step = [], last
        while step is not None and self._positions.get(step.length, (None,))[0] is not step:
            ahead.append(step)
            step = step.before
        v = self._positions[step.length][1][:] if step is not None else self.table.start()
        for each in reversed(ahead):
            retrace(self.table, v, each)
            self._positions[each.length] = each, v[:]
            self._positions.pop(each.length - STEPS_KEPT, None)
        return v
