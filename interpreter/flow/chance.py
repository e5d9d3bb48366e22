"""The sources of chance: each a `ChanceNode`, which knows its outcomes and what comes of one.

A new source of chance is one more class here, and the lines of the lowering that make it of a statement. The
reference engine runs it as it is, logs and records tell its outcomes, and generated engines leave it to the reference
engine until they have a faster way.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model import Expr, Holder, Ref, Slot, Type, Var, reads_as_bag
from interpreter.flow.evaluator import Evaluator, Performer
from interpreter.flow.nodes import ChanceNode, Outcomes
from interpreter.position import PlayFault, Vector, faults


@dataclass(frozen=True, slots=True)
class PieceDraw(ChanceNode):
    """One piece goes from `source` to the holder `target`: by counts from a bag, the top of a stack (known, or any of
    its pool alike)."""

    source: Slot
    target: Slot

    @property
    def outcome_type(self) -> Type:
        held = self.source.field.type
        assert isinstance(held, Holder)
        return Ref(held.kind)

    @property
    def stream(self) -> str:
        """All draws from one holder share its stream, wherever they stand in the rules and whoever owns it."""
        held = self.source.field
        return f"draw {held.kind or 'game'}.{held.name}"

    def outcomes(self, evaluator: Evaluator, v: Vector) -> Outcomes:
        return evaluator.holders.draws(v, evaluator.place(self.source, v, {}))

    def settle(self, performer: Performer, outcome: int, v: Vector) -> None:
        evaluator = performer.evaluator
        source, target = evaluator.place(self.source, v, {}), evaluator.place(self.target, v, {})
        performer.transfer(source, target, {outcome: 1}, v)


@dataclass(frozen=True, slots=True)
class RandomValue(ChanceNode):
    """`target` becomes a member of `domain`, all equally likely: a die, a coin. A bag weighs sorts by its counts, and
    `weight` each member, which is then called `var`."""

    domain: Expr
    var: Var | None = None
    weight: Expr | None = None

    @property
    def outcome_type(self) -> Type:
        return self.target.type

    def outcomes(self, evaluator: Evaluator, v: Vector) -> Outcomes:
        if reads_as_bag(self.domain.type):
            counted = sorted(evaluator.amounts(self.domain, v, {}).items())
            weighed = [(sort, count) for sort, count in counted if count > 0]
        else:
            members = sorted(set(evaluator.members(self.domain, v, {})))
            weighed = [(member, weight) for member in members if (weight := self._weight(evaluator, member, v)) > 0]
        if not weighed:
            raise PlayFault(faults.NO_OUTCOME, self.span, self.about)
        return weighed

    def _weight(self, evaluator: Evaluator, member: int, v: Vector) -> int:
        if self.var is None or self.weight is None:
            return 1
        weight: int = evaluator.value(self.weight, v, {self.var.uid: member})
        return weight

    def settle(self, performer: Performer, outcome: int, v: Vector) -> None:
        if isinstance(self.target, Slot):
            performer.write(performer.evaluator.place(self.target, v, {}), outcome, v)
        else:
            performer.bind(self.target, outcome, v, {})
