"""What happened in one step of a game: who changed what, by which rule, under which conditions."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl import model as m
from interpreter.position import Vector
from interpreter.reference import Env, Operation
from interpreter.trace.visibility import WatchedLocals


@dataclass(frozen=True, slots=True)
class TestedCondition:
    """A condition that was tested, in the position and with the local names it was tested in.

    `form` is "if", "skip" (of a phase), "trigger" or "end"."""

    __test__ = False  # not a test of ours

    form: str
    about: m.Clauses
    when: m.Expr
    v: Vector
    env: Env
    watched: WatchedLocals
    holds: bool


@dataclass(frozen=True, slots=True)
class StateChange:
    """Something that changed the position. `operation` is None for what came about in a way that the asker may not see.

    `chain` are the rules that led here, the outermost first; `since` the conditions that held."""

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
        """Whether it changed one of these slots."""
        return self.before[slots.start : slots.stop] != self.after[slots.start : slots.stop]


@dataclass(slots=True)
class StepTrace:
    """What one step brought about, in order. `same_for_all`: nothing that this turned on is open to one asker and
    closed to another, so any other would be told the same. Said of a spectator's trace; follows from what all know."""

    changes: list[StateChange] = field(default_factory=list)
    conditions: list[TestedCondition] = field(default_factory=list)
    same_for_all: bool = True


def quantities(operation: object) -> list[m.Expr]:
    """The expressions that say how much or what an operation moves or sets."""
    match operation:
        case m.Assign(value=value):
            return [value]
        case m.Adjust(by=by):
            return [by]
        case m.Pay(amount=amount):
            return [amount]
        case m.MovePieces(number=number, sort=sort, bag=bag, thing=thing):
            return [part for part in (number, sort, bag, thing) if part is not None]
        case m.Cost(amount=amount, sort=sort, bag=bag, thing=thing, when=when):
            return [part for part in (amount, sort, bag, thing, when) if part is not None]
    return []
