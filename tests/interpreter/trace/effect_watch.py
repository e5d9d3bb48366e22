"""Compares what statements read and write in play with what the roles of their fields declare.

The reference engine plays random games under an observer. Each statement, cost and chance event may read only fields
that `EffectAnalysis.reads` finds in it, and each node that changes fields at once may write only its changed slots.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from dsl import model as m
from interpreter.flow import EffectAnalysis, Flow, own_parts
from interpreter.position import OPEN, FieldEntry, PlayFault, Vector, filled_legally
from interpreter.reference import Env, Observer, Operation, Walker

STEPS = 60
TRIES = 20


@dataclass
class Watch:
    """Compares the reads and writes of each operation with what its class declares."""

    flow: Flow
    open: list[tuple[Operation, Vector, set[m.StateField]]] = field(default_factory=list)
    seen: set[type] = field(default_factory=set)
    read: dict[m.ModelNode, set[m.StateField]] = field(default_factory=dict)
    """The fields that each statement and cost has read so far."""
    written: dict[m.ModelNode, set[m.StateField]] = field(default_factory=dict)
    """The fields that each statement and cost has changed so far."""

    def __post_init__(self) -> None:
        self.facts = EffectAnalysis(self.flow.model)

    def observer(self) -> Observer:
        return Observer(
            read=lambda slot, entry, v: self.was_read(entry), counted=lambda slot, entry, v: self.was_read(entry),
            topped=lambda slot, entry, number, v: self.was_read(entry), began=self.began, ended=self.ended,
        )  # fmt: skip

    def was_read(self, entry: FieldEntry) -> None:
        if self.open:
            self.open[-1][2].add(entry.run.field)

    def began(self, operation: Operation, v: Vector, env: Env) -> None:
        self.open.append((operation, v[:], set()))

    def ended(self, operation: Operation, v: Vector, env: Env) -> None:
        begun, before, read = self.open.pop()
        assert begun is operation
        self.seen.add(type(operation))
        if not isinstance(operation, m.ModelNode):
            return
        own = own_parts(operation) if isinstance(operation, m.Statement) else operation
        self.read.setdefault(operation, set()).update(read)
        assert read <= self.facts.reads((own, operation)), f"{type(operation).__name__} reads what it does not declare"
        if m.changes_at_once(type(operation)):
            changed = self.changed(before, v)
            self.written.setdefault(operation, set()).update(changed)
            assert changed <= self.declared(operation), f"{type(operation).__name__} writes more"

    def changed(self, before: Vector, after: Vector) -> set[m.StateField]:
        return {
            of for of, run in self.flow.layout.runs.items()
            if run.base and before[run.first : run.first + run.width] != after[run.first : run.first + run.width]
        }  # fmt: skip

    @staticmethod
    def declared(operation: m.ModelNode) -> set[m.StateField]:
        found = {slot.field for slot in m.with_role(operation, *m.CHANGES, m.Role.ORDERS) if isinstance(slot, m.Slot)}
        for of in m.with_role(operation, m.Role.WRITES):
            found.update(of if isinstance(of, tuple) else (of,))
        return found


def play(watch: Watch, seed: int) -> None:
    """Play the beginning of a random game."""
    draw, walker = random.Random(seed), Walker(watch.flow, watch.observer())
    v = walker.start()
    for _ in range(STEPS):
        if walker.over(v):
            return
        try:
            outcomes = walker.chance(v)
            if outcomes:
                walker.resolve(v, draw.choice(outcomes)[0])
                continue
            seat = draw.choice(walker.deciders(v))
            row = draw.choice(walker.moves(v, seat))
            if OPEN in row:
                row = filled_legally(walker, v, seat, row, draw.randrange, TRIES)
            if row is not None:
                walker.apply(v, seat, row)
        except PlayFault:
            return
