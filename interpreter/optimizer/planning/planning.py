"""Plans a flowchart as a program, node by node."""

from __future__ import annotations

from collections.abc import Sequence

from dsl import model as m
from interpreter.flow import internal
from interpreter.flow import nodes as f
from interpreter.optimizer.passes.kept_sets import lasting_slots
from interpreter.optimizer.passes.passes import PassRunner, Watch
from interpreter.optimizer.planning.arguments import ArgumentPlanner
from interpreter.optimizer.planning.chance import ChancePlanner
from interpreter.optimizer.planning.costs import CostPlanner
from interpreter.optimizer.planning.decisions import DecisionPlanner
from interpreter.optimizer.planning.effects import EffectPlanner
from interpreter.optimizer.planning.fields import FieldPlanner
from interpreter.optimizer.planning.functions import FunctionPlanner
from interpreter.optimizer.planning.movement import MovementPlanner
from interpreter.optimizer.planning.queries import Queries
from interpreter.optimizer.planning.variables import VariablePlanner, changing_variables
from interpreter.optimizer.program import planned_functions as pf
from interpreter.optimizer.program import planned_nodes as p
from interpreter.optimizer.program.blocks import BlockBuilder
from interpreter.optimizer.program.program import Program
from interpreter.optimizer.translation.parameters import Parameters
from interpreter.optimizer.translation.translation import Translator
from interpreter.position import PlayFault, Rows
from interpreter.reference import Walker, first_position

SHORT = 3
"""Maximum number of statements in an effect that may be copied to several places."""


def plan(flow: f.Flow, watch: Watch | None = None, sought: Sequence[m.Expr] = ()) -> Program:
    """Return the planned program for a flowchart.

    Args:
        watch: callback to call after each optimisation pass, or None.
        sought: conditions that a search tests in every position, for example those of claims.
    """
    return _Planner(flow, watch).program(sought)


class _Planner:
    """Combines the planners for one flowchart, which share a translator and a block builder."""

    def __init__(self, flow: f.Flow, watch: Watch | None) -> None:
        self._flow = flow
        changing = changing_variables(flow)
        translator = Translator(flow)
        translator.arena.lasting = lasting_slots(flow.layout)
        builder = BlockBuilder(translator.arena, changing)
        passes = PassRunner(translator.arena, watch)
        rows, parameters = Rows(flow.model), Parameters(translator)
        queries = Queries(translator, parameters, rows)
        variables = VariablePlanner(translator, builder)
        fields, movement = FieldPlanner(translator, builder), MovementPlanner(translator, builder)
        self._effects = EffectPlanner(translator, builder, passes, variables, fields, movement)
        self._chance = ChancePlanner(translator, builder, variables, fields, movement)
        self._decisions = DecisionPlanner(
            translator, builder, passes, rows, parameters, queries,
            ArgumentPlanner(translator, parameters, rows, changing), variables,
            CostPlanner(translator, builder, queries, fields, movement), self._effects,
        )  # fmt: skip
        self._translator = translator
        self._passes = passes

    def program(self, sought: Sequence[m.Expr]) -> Program:
        flow = self._flow
        conditions = tuple(self._translator.term(each, {}) for each in sought)
        nodes = tuple(self._node(node) for node in flow.nodes)
        standing = self._standing()
        functions = FunctionPlanner(self._translator, self._passes, self._available)
        functions.follow((*map(_in_order_of_use, nodes), standing, conditions))
        kinds = (kind.name for kind in flow.model.kinds.values() if kind.ends is not None)
        return Program(
            size=flow.layout.size, seats=flow.model.players, stops=flow.stops, begin=flow.begin, nodes=nodes,
            standing=standing, values=functions.values, gatherings=functions.gatherings, reaches=functions.reaches,
            available=functions.available, faults=tuple(functions.faults), start=_start(flow),
            sought=conditions, graphs={edges: self._translator.boards.graph(edges) for edges in kinds},
        )  # fmt: skip

    def _node(self, node: f.AnyNode) -> p.PlannedNode:
        translator, origin = self._translator, node.origin
        match node:
            case f.End() | f.Stopping() | f.Goal() | f.GoalCheck():
                return node
            case f.Effect():
                return self._effect(node)
            case f.Branch(when=when, yes=yes, no=no):
                return f.Branch(translator.term(when, {}), yes, no, origin=origin)
            case f.Call(entry=entry, back=back, frame=frame, name=name):
                return f.Call(entry, back, translator.stores[frame.uid], name, origin=origin)
            case f.Return(frame=frame):
                return f.Return(translator.stores[frame.uid], origin=origin)
            case f.Decision():
                return self._decisions.decision(node)
            case f.SimultaneousDecision():
                return self._decisions.secret(node)
            case f.ChanceNode():
                return self._chance.chance(node)

    def _effect(self, node: f.Effect[f.Statements]) -> p.Effect:
        ends = any(isinstance(part, internal.Finish) for part in node.body)
        body = self._effects.block(node.body, {})
        return p.Effect(body, node.to, ends, is_small(node), origin=node.origin)

    def _available(self, choice: int) -> pf.Available:
        node = self._flow.nodes[choice]
        assert isinstance(node, f.Decision)
        return self._decisions.available(node)

    def _standing(self) -> pf.ScoreTerms:
        translator, seat, model = self._translator, self._decisions.seat, self._flow.model
        score = translator.values.score(seat)
        due = tuple(translator.term(ending.condition, {}) for ending in model.endings if ending.time != "once")
        if model.rank_var is None:
            return pf.ScoreTerms(seat, score, (pf.Key(score, True),), due)
        env = {model.rank_var.uid: seat}
        keys = tuple(pf.Key(translator.term(key.by, env), key.most) for key in model.ranking)
        return pf.ScoreTerms(seat, score, keys, due)


def _in_order_of_use(node: p.PlannedNode) -> object:
    """Return the parts of a node, with the search for a decision's rows before the effects of its moves."""
    return (node.who, node.listing, node.options) if isinstance(node, p.Decision) else node


def is_small(node: f.Effect[f.Statements]) -> bool:
    """Return True if an effect is short enough to be copied into each of its predecessors."""
    loops = (m.ForEach, m.Do, m.Repeat)
    return len(node.body) <= SHORT and not any(isinstance(s, loops) for s in node.body)


def _start(flow: f.Flow) -> tuple[int, ...] | None:
    try:
        return tuple(first_position(Walker(flow).performer))
    except PlayFault:
        return None
