"""Sources of chance: the classes derived from `ChanceNode`.

A new source of chance needs only a class here, and the lowering that builds it from a statement. The reference engine
runs it without further changes, and its outcomes appear in logs and records. Generated engines leave the new source to
the reference engine until they have a faster implementation.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model import Expr, Holder, Ref, Slot, Type, Var, reads_as_bag
from interpreter.flow.evaluator import Evaluator, Performer
from interpreter.flow.nodes import ChanceNode, Outcomes
from interpreter.position import PlayFault, Vector, faults


@dataclass(frozen=True, slots=True)
class PieceDraw(ChanceNode):
    """A draw of one piece from `source` to the holder `target`.

    A bag draws a type in proportion to its count. A stack draws its top item, which is either known, or any item of its
    pool with equal chance.
    """

    source: Slot
    target: Slot

    @property
    def outcome_type(self) -> Type:
        held = self.source.field.type
        assert isinstance(held, Holder)
        return Ref(held.kind)

    @property
    def stream(self) -> str:
        """Return the name of the stream for this draw.

        All draws from holders of the same field share a stream, regardless of the owner.
        """
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
    """A random member of `domain` for `target`, such as a die roll or a coin toss.

    All members are equally likely unless `weight` is given. `weight` computes the weight of the member that is bound to
    `var`. If the domain is a bag, each type is weighted by its count.
    """

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
