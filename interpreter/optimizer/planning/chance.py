"""Plans chance nodes: their possible outcomes, and the effect of each outcome."""

from __future__ import annotations

from dsl import model as m
from interpreter.flow import PieceDraw, RandomValue
from interpreter.flow import nodes as f
from interpreter.optimizer.planning.fields import FieldPlanner
from interpreter.optimizer.planning.movement import MovementPlanner
from interpreter.optimizer.planning.variables import VariablePlanner
from interpreter.optimizer.program import planned_nodes as p
from interpreter.optimizer.program.blocks import BlockBuilder
from interpreter.optimizer.program.instructions import Block
from interpreter.optimizer.terms.operations import HUGE
from interpreter.optimizer.terms.terms import Term
from interpreter.optimizer.translation.locations import NotTranslatable
from interpreter.optimizer.translation.translation import Translator

Outcomes = p.BagOutcomes | p.StackOutcomes | p.EqualOutcomes | p.WeighedOutcomes | p.InterpretedOutcomes


class ChancePlanner:
    """Plans draws and rolls."""

    def __init__(
        self, translator: Translator, builder: BlockBuilder, variables: VariablePlanner, fields: FieldPlanner,
        movement: MovementPlanner,
    ) -> None:  # fmt: skip
        self._translator = translator
        self._arena = translator.arena
        self._builder = builder
        self._variables = variables
        self._fields = fields
        self._movement = movement

    def chance(self, node: f.ChanceNode) -> p.Chance:
        outcomes, fallen, settle = self._outcomes(node), *self._settling(node)
        return p.Chance(outcomes, fallen, settle, to=node.to, origin=node.origin)

    def _outcomes(self, node: f.ChanceNode) -> Outcomes:
        """Return the possible outcomes of a chance node.

        Outcomes that cannot be translated are listed by the reference interpreter.
        """
        try:
            match node:
                case PieceDraw(source=source):
                    return self._drawn(source)
                case RandomValue(domain=domain) if self._translator.bags.is_counted(domain.type):
                    return self._taken(domain)
                case RandomValue(var=var, weight=weight) if var is not None and weight is not None:
                    return self._weighed(node.domain, var, weight)
                case RandomValue(domain=domain):
                    return self._rolled(domain)
        except NotTranslatable:
            pass
        return p.InterpretedOutcomes()

    def _settling(self, node: f.ChanceNode) -> tuple[Term, Block | p.InterpretedSettling]:
        """Return the variable for the outcome, and the block that applies it."""
        try:
            with self._builder.block() as body:
                match node:
                    case PieceDraw():
                        return self._drawn_piece(node), tuple(body)
                    case RandomValue():
                        return self._rolled_member(node), tuple(body)
        except NotTranslatable:
            pass
        return self._arena.fresh(-HUGE, HUGE), p.InterpretedSettling()

    # ------------------------------------------------------------ outcomes

    def _drawn(self, source: m.Slot) -> Outcomes:
        place, holders = self._translator.addresses.entry(source, {}), self._translator.holders
        kind, form = place.run.kind, place.run.form
        assert kind is not None
        if form == "own":  # a single type, which depends on the owner
            sort = self._arena.fresh(kind.first, kind.first + kind.size - 1)
            return p.WeighedOutcomes(holders.contained(place), sort, holders.counted(place, sort))
        if form == "bag":
            return p.BagOutcomes(place.base, kind.first, kind.size)
        return p.StackOutcomes(place.base, form == "layered")

    def _taken(self, domain: m.Expr) -> Outcomes:
        """Return the outcomes of drawing a piece, in which each type is weighted by its count."""
        if isinstance(domain, m.Slot):
            place = self._translator.addresses.entry(domain, {})
            if place.run.form == "bag" and place.run.kind is not None:
                return p.BagOutcomes(place.base, place.run.kind.first, place.run.kind.size)
        arena, counts = self._arena, self._translator.bags.amounts(domain, {})
        if not counts:
            return p.EqualOutcomes(arena.constant(()))
        sorts = range(min(counts), max(counts) + 1)
        weights = [arena.math("max", counts.get(sort, arena.num(0)), arena.num(0)) for sort in sorts]
        which = arena.fresh(sorts[0], sorts[-1])
        low, high = min(0, *(each.low for each in weights)), max(0, *(each.high for each in weights))
        weight = arena.make("nth", (which, *weights), sorts[0], low, high)
        return p.WeighedOutcomes(arena.constant(tuple(sorts)), which, weight)

    def _rolled(self, domain: m.Expr) -> Outcomes:
        return p.EqualOutcomes(self._translator.members(domain, {}))

    def _weighed(self, domain: m.Expr, var: m.Var, weight: m.Expr) -> Outcomes:
        members = self._translator.members(domain, {})
        each = self._arena.name(var.uid, members.low, members.high)
        return p.WeighedOutcomes(members, each, self._translator.term(weight, {var.uid: each}))

    # ------------------------------------------------------------ settling

    def _drawn_piece(self, node: PieceDraw) -> Term:
        """Plan the move of the drawn piece, and return the variable for the piece."""
        entry = self._translator.addresses.entry
        source, target = entry(node.source, {}), entry(node.target, {})
        kind = source.run.kind
        assert kind is not None
        piece = self._arena.fresh(kind.first, kind.first + kind.size - 1)
        self._movement.some(source, target, piece, self._arena.num(1), node.span, node.about)
        return piece

    def _rolled_member(self, node: RandomValue) -> Term:
        """Plan the assignment of the outcome to its target, and return the variable for the outcome."""
        target = node.target
        fallen = self._arena.fresh(*self._reach_of(node.domain))
        if isinstance(target, m.Var):
            self._variables.bind(target, fallen, {}, node.span)
        else:
            self._fields.write(self._translator.addresses.entry(target, {}), fallen, node.span)
        return fallen

    def _reach_of(self, domain: m.Expr) -> tuple[int, int]:
        """Return the minimum and maximum outcome of a roll."""
        if m.reads_as_bag(domain.type):
            kind = self._translator.model.kinds[domain.type.kind]
            return kind.first, kind.first + kind.size - 1
        members = self._translator.members(domain, {})
        return members.low, members.high
