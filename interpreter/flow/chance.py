"""Chance events: the subclasses of `ChanceNode`.

To add a kind of chance event, write a subclass here and the lowering code that builds it from a statement. The
reference engine runs the new kind without changes, and logs and records contain its outcomes. A generated engine passes
events of the new kind to the reference engine until someone writes a faster implementation.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model import Expr, Holder, Ref, Slot, Type, Var, reads_as_bag
from interpreter.flow.evaluator import Evaluator, Performer
from interpreter.flow.nodes import ChanceNode, Outcomes
from interpreter.position import PlayFault, Vector, faults


@dataclass(frozen=True, slots=True)
class PieceDraw(ChanceNode):
    """A random draw of a piece from the holder `source` into the holder `target`.

    In a bag, the probability of a piece type is proportional to its count. From a stack, the draw takes the top item if
    it is known. If the top item is unknown, every item in the unordered part is equally likely.
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
        """Return the name of this draw's random stream.

        Draws from all holders of one field share a stream, regardless of owner.
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
    """A random value for `target`, such as a die roll or a coin toss, chosen from the members of `domain`.

    All members are equally likely unless `weight` is given. `weight` is evaluated with `var` bound to each member in
    turn. If the domain is a bag, each piece type is weighted by its count.
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
