"""The history of a game: its steps, and the changes that each step made.

`History` computes all past positions once, by replaying the log from the beginning. Tracing a step is slow, so
`History` traces a step only when a question needs its details. A game that started from a scenario's position has no
history.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import TYPE_CHECKING

from dsl import model as m
from interpreter.explain.answers import HIDDEN, IDLE, UNSEEN, Finding
from interpreter.explain.derivations import Derivations
from interpreter.flow import internal
from interpreter.flow import nodes as f
from interpreter.log import LogEntry, entries, log
from interpreter.position import FieldEntry, FieldLayout, Vector
from interpreter.table import spaced
from interpreter.trace import (
    StateChange,
    StepTrace,
    TestedCondition,
    quantities,
    retrace,
    seen_change,
    slots_of,
    trace_step,
)
from interpreter.wording import change_in_notation

if TYPE_CHECKING:
    from interpreter.table import CompiledGame

MOST_SEARCHED = 60
"""Maximum number of steps to trace when searching for the latest effect of a rule."""


@dataclass(slots=True)
class History:
    """The history of one game, limited to what one asker may know. If the asker is a spectator, `asker` is None."""

    table: CompiledGame
    last: LogEntry | None
    now: Vector
    asker: int | None
    steps: list[LogEntry] = field(init=False)
    before: list[Vector] = field(init=False)
    """Positions before each step, then the position after the last step."""

    def __post_init__(self) -> None:
        v = self.table.start()
        self.before = [v[:]]
        self.steps = entries(self.last)
        for step in self.steps:
            retrace(self.table, v, step)
            self.before.append(v[:])

    @classmethod
    def of_nothing(cls, table: CompiledGame, asker: int | None) -> History:
        """Return an empty history, used to describe the changes of a trial move."""
        return cls(table, None, table.start(), asker)

    @property
    def known(self) -> bool:
        """Return True if replaying the log leads to the current position."""
        return self.before[-1] == self.now

    def line(self, number: int) -> str:
        """Return the log line of a step, numbered from 1, without information hidden from the asker."""
        return f"{number}. {log(self.table, self.now, self.last, self.asker)[number - 1]}"

    # ------------------------------------------------------------ a single step

    def step(self, number: int) -> Finding:
        """Return a finding for a step, numbered from 1.

        The child findings are the changes that the asker sees and the rules that did not apply.
        """
        return Finding(self.line(number), behind=cache(partial(self._of_step, number)))

    def _trace(self, number: int) -> StepTrace:
        return trace_step(self.table, self.asker, self.steps[number - 1], self.before[number - 1])

    def changes_in(self, number: int) -> list[StateChange]:
        """Return the changes that the asker may know about in a step, numbered from 1."""
        return self._trace(number).changes

    def _of_step(self, number: int) -> tuple[Finding, ...]:
        trace = self._trace(number)
        changes = [self.change(change) for change in trace.changes
                   if not isinstance(change.operation, internal.Reset) and self.visible(change)]  # fmt: skip
        idle = [self._idle(tested) for tested in trace.conditions if tested.holds == (tested.form in ("skip", "end"))]
        return (*changes, *dict.fromkeys(idle)) or (Finding("nothing that you can see has changed"),)

    def visible(self, change: StateChange) -> list[str]:
        """Return the effects of a change that the asker sees, such as `Red.score 3 → 5`."""
        return self._differences(change, self._entries())

    def _differences(self, change: StateChange, among: Iterable[tuple[FieldLayout, int]]) -> list[str]:
        each = (self.difference(run, entry, change.before, change.after) for run, entry in among)
        return [words for words in each if words]

    def _entries(self) -> Iterator[tuple[FieldLayout, int]]:
        for run in self.table.flow.layout.runs.values():
            if not run.field.builtin:
                for entry in range(len(run.base)):
                    yield run, entry

    def difference(self, run: FieldLayout, entry: int, before: Vector, after: Vector) -> str:
        """Describe how a field entry differs between two positions, or return an empty string if the asker sees no
        difference.
        """
        place = FieldEntry(run, entry)
        change = seen_change(self.table, self.asker, place, before, after)
        return change_in_notation(self.table, change) if change is not None else ""

    def change(self, change: StateChange, slots: range | None = None) -> Finding:
        """Return a finding that describes a change, its effects and the rules that caused it.

        Args:
            slots: Slots of the field entry to report, or None to report all fields.
        """
        entries_told = [(run, entry) for run, entry in self._entries()
                        if slots is None or slots_of(FieldEntry(run, entry)) == slots]  # fmt: skip
        differences = "; ".join(self._differences(change, entries_told))
        if change.operation is None:
            return Finding.by(change.about, f"{differences}; {UNSEEN}", HIDDEN)
        derivations = Derivations(self.table, change.before, self.asker, change.watched)
        own = change.operation.cites if isinstance(change.operation, m.Statement) else ()
        about = replace(change.about, cites=own or change.about.cites)
        words = self._operation(change, derivations)
        text = f"{words}: {differences}" if differences else words
        return Finding.by(about, text, "", cache(partial(self._behind, change, derivations)))

    def _operation(self, change: StateChange, derivations: Derivations) -> str:
        match change.operation:
            case m.Cost(form="money", amount=amount) if amount is not None:
                return f"costs {derivations.words(amount, change.env)}"
            case m.Cost(amount=amount, sort=sort) if amount is not None and sort is not None:
                return f"costs {derivations.words(amount, change.env)} of {derivations.words(sort, change.env)}"
            case m.Cost():
                return f"costs {', '.join(derivations.words(e, change.env) for e in quantities(change.operation)[:1])}"
            case f.ChanceNode(label=label):
                return f"chance: {label}"
            case internal.Reset():
                return "reset"
            case m.Statement():
                return derivations.words(change.operation, change.env)
        return ""

    def _behind(self, change: StateChange, derivations: Derivations) -> tuple[Finding, ...]:
        """Return findings for the operands of the change, the conditions that led to it, and the chain of rules."""
        findings = [part for e in quantities(change.operation) for part in derivations.worth_telling(e, change.env)]
        for tested in change.since:
            condition = self._condition(tested)
            findings.append(replace(condition, text=f"since {condition.text}"))
        if len(change.chain) > 1:
            rules = change.chain[:-1] if isinstance(change.operation, m.Cost) else change.chain
            led = [about.title or spaced(about.name) for about in rules]
            findings.append(Finding("led here: " + " → ".join(dict.fromkeys(led))))
        return tuple(findings)

    def _condition(self, tested: TestedCondition) -> Finding:
        return Derivations(self.table, tested.v, self.asker, tested.watched).condition(tested.when, tested.env)

    def _idle(self, tested: TestedCondition) -> Finding:
        """Return a finding for a condition that skipped a statement or ended the game."""
        condition = self._condition(tested)
        note = {"skip": "skipped", "end": "the game ends"}.get(tested.form, IDLE)
        return Finding.by(tested.about, f"{note}: {condition.text}", IDLE, condition.behind)

    # ------------------------------------------------------------ a single field

    def changes(self, slots: range) -> Iterator[tuple[int, StateChange]]:
        """Yield the changes to a range of slots, newest first, each with its step number."""
        for number in range(len(self.steps), 0, -1):
            one, two = (v[slots.start : slots.stop] for v in (self.before[number - 1], self.before[number]))
            if one != two:
                changes = [change for change in self.changes_in(number) if change.touches(slots)]
                yield from ((number, change) for change in reversed(changes))

    def of_field(self, place: FieldEntry) -> Iterator[Finding]:
        """Yield findings for the changes to a field entry, newest first."""
        slots = slots_of(place)
        for number, change in self.changes(slots):
            finding = self.change(change, slots)
            yield replace(finding, text=f"{self.line(number)}: {finding.text}", rule="", title="")

    def of_rule(self, name: str, of: str = "") -> Finding | None:
        """Return the latest step in which the asker sees an effect of a rule.

        Args:
            of: Prefix of the effects to consider, such as a player's name.

        Returns:
            A finding for the step, or None if the last `MOST_SEARCHED` steps contain no such effect.
        """
        for number in range(len(self.steps), max(0, len(self.steps) - MOST_SEARCHED), -1):
            changes = [
                change for change in self.changes_in(number)
                if change.operation is not None and any(about.name == name for about in change.chain)
                and any(words.startswith(of) for words in self.visible(change))
            ]  # fmt: skip
            if changes:
                return Finding(self.line(number), behind=cache(partial(self._told_changes, changes)))
        return None

    def _told_changes(self, changes: list[StateChange]) -> tuple[Finding, ...]:
        return tuple(self.change(change) for change in changes)
