"""Data of a traced step: its changes, the rules that made them, and the conditions that it tested."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl import model as m
from interpreter.position import Vector
from interpreter.reference import Env, Operation
from interpreter.trace.visibility import WatchedLocals


@dataclass(frozen=True, slots=True)
class TestedCondition:
    """A condition that was tested, with the position and local variables at the time of the test.

    `form` is "if", "skip" (for a phase), "trigger" or "end".
    """

    __test__ = False  # keeps pytest from collecting this class as a test

    form: str
    about: m.Clauses
    when: m.Expr
    v: Vector
    env: Env
    watched: WatchedLocals
    holds: bool


@dataclass(frozen=True, slots=True)
class StateChange:
    """A change of the position.

    If the asker may not see how the change happened, `operation` is None. `chain` lists the rules that led to the
    change, beginning with the outermost. `since` lists the conditions that had to hold for the change.
    """

    chain: tuple[m.Clauses, ...]
    operation: Operation | None
    before: Vector
    after: Vector
    env: Env
    watched: WatchedLocals
    since: tuple[TestedCondition, ...]

    @property
    def about(self) -> m.Clauses:
        return self.chain[-1]

    def touches(self, slots: range) -> bool:
        """Return True if the change affected any of these slots."""
        return self.before[slots.start : slots.stop] != self.after[slots.start : slots.stop]


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    """A player whom the answers to a secret decision brought out, with the rule's name for this player."""

    about: m.Clauses
    name: str
    seat: int


@dataclass(slots=True)
class StepTrace:
    """The changes and tested conditions of one step, in order, and the players whom secret answers brought out.

    `same_for_all` is True if no effect depends on information that only some askers have. In that case, the trace is
    the same for every asker. The flag is valid only in a spectator's trace, and depends on public information alone.
    """

    changes: list[StateChange] = field(default_factory=list)
    conditions: list[TestedCondition] = field(default_factory=list)
    found: list[FoundPlayer] = field(default_factory=list)
    same_for_all: bool = True


def quantities(operation: object) -> list[m.Expr]:
    """Return the expressions for the amount that an operation moves or the contents that it sets."""
    if isinstance(operation, m.ModelNode) and m.changes_at_once(type(operation)):
        return [*m.with_role(operation, m.Role.READS)]
    return []
