"""What the steps of a game brought about: which rule changed which fields, as far as an asker sees them.

A step is carried out once more and watched with the eyes of the asker (`step_trace`), so a rule is named only where he
may know that it had its part. `Deeds` keeps what was found: each step is looked at once for each asker.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from dsl import model as m
from interpreter.explain.step_trace import StateChange, carry_out, trace_step
from interpreter.explain.visibility import visibility_at
from interpreter.flow import nodes as f
from interpreter.log import LogEntry, entries
from interpreter.position import RunEntry, Vector
from interpreter.table import contents, size_of

if TYPE_CHECKING:
    from interpreter.table import CompiledGame

STEPS_KEPT = 50
"""The newest steps of which is kept what they led to and what they brought about."""


@dataclass(frozen=True, slots=True)
class FieldChange:
    """How one field differs, as an asker sees it: what stood in it and what does; or, where that is only `counted`, how
    much it holds."""

    place: RunEntry
    was: object
    now: object
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Deed:
    """What a rule did in one step."""

    rule: m.Clauses
    changes: tuple[FieldChange, ...]


def seen_change(
    table: CompiledGame, asker: int | None, place: RunEntry, before: Vector, after: Vector
) -> FieldChange | None:
    """How a field differs between two positions; None where the asker sees no difference."""
    run, entry = place
    if before[place.slots] == after[place.slots]:
        return None
    sees = visibility_at(table, asker).of(place)
    if sees == "all" and not run.storage.size_is_open:
        found = FieldChange(place, contents(before, run, entry), contents(after, run, entry))
    elif sees == "count" or run.storage.size_is_open:
        found = FieldChange(place, size_of(before, run, entry), size_of(after, run, entry), counted=True)
    else:
        return None
    return found if found.was != found.now else None


def deeds_of(table: CompiledGame, asker: int | None, step: LogEntry, before: Vector) -> tuple[Deed, ...]:
    """What the rules did in a step, in order; without rules that changed nothing that the asker sees. What chance
    brought is not among it: that is the step."""
    changes = [change for change in trace_step(table, asker, step, before).changes
               if not isinstance(change.operation, (f.Reset, f.ChanceNode))]  # fmt: skip
    found = []
    for rule, group in groupby(changes, _rule_of):
        done = list(group)
        seen = tuple(_seen_changes(table, asker, done[0].before, done[-1].after))
        if seen:
            found.append(Deed(rule, seen))
    return tuple(found)


def _rule_of(change: StateChange) -> m.Clauses:
    """The rule that made a change: of a cost, the action that has it."""
    is_cost = isinstance(change.operation, m.Cost) and len(change.chain) > 1
    return change.chain[-2] if is_cost else change.about


def _seen_changes(table: CompiledGame, asker: int | None, before: Vector, after: Vector) -> Iterator[FieldChange]:
    for place in _changed(table, before, after):
        if (found := seen_change(table, asker, place, before, after)) is not None:
            yield found


def _changed(table: CompiledGame, before: Vector, after: Vector) -> Iterable[RunEntry]:
    """The fields in which two positions differ; the interpreter's own are left out."""
    known = table.flow.layout.kept
    if RunEntry not in known:
        known[RunEntry] = {
            slot: RunEntry(run, entry)
            for run in table.flow.layout.runs.values() if not run.field.builtin
            for entry in range(len(run.base))
            for slot in range(run.base[entry], run.base[entry] + run.widths[entry])
        }  # fmt: skip
    places: dict[int, RunEntry] = known[RunEntry]
    slots = (slot for slot, (one, two) in enumerate(zip(before, after, strict=True)) if one != two and slot in places)
    return {(id(place.run), place.entry): place for place in map(places.__getitem__, slots)}.values()


@dataclass(slots=True)
class Deeds:
    """The deeds of one play that began at the beginning, also while it goes on or is taken back."""

    table: CompiledGame
    _positions: dict[int, tuple[LogEntry, Vector]] = field(default_factory=dict)
    """By the number of a step the step, and the position that it led to."""
    _found: dict[tuple[int | None, int], tuple[LogEntry, tuple[Deed, ...]]] = field(default_factory=dict)
    """By asker and number of a step."""

    def of_newest(self, last: LogEntry | None, asker: int | None, many: int) -> list[tuple[Deed, ...]]:
        """What was done in each of the newest steps up to an entry of the log, oldest first."""
        newest = entries(last)[-many:]
        return [self._of(step, asker) for step in newest]

    def _of(self, step: LogEntry, asker: int | None) -> tuple[Deed, ...]:
        known = self._found.get((asker, step.length))
        if known is None or known[0] is not step:
            known = step, deeds_of(self.table, asker, step, self._position_after(step.before))
            self._found[asker, step.length] = known
            self._found.pop((asker, step.length - STEPS_KEPT), None)
        return known[1]

    def _position_after(self, last: LogEntry | None) -> Vector:
        """The position that a step led to; None: the first."""
        ahead, step = [], last
        while step is not None and self._positions.get(step.length, (None,))[0] is not step:
            ahead.append(step)
            step = step.before
        v = self._positions[step.length][1][:] if step is not None else self.table.engine.start()
        for each in reversed(ahead):
            carry_out(self.table, v, each)
            self._positions[each.length] = each, v[:]
            self._positions.pop(each.length - STEPS_KEPT, None)
        return v
