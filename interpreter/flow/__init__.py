"""The flowchart that the engines run to play a game.

`nodes` defines the flowchart, and `node_successors` its edges. `chance` contains the sources of chance, `streams` the
random streams from which they draw, and `evaluator` the protocols through which a node uses its engine. `graphs`
answers questions about the edges of a board.

`goal_reachability` finds the moves from which the goal of a series of actions can still be reached, and `mutable_slots`
lists the slots that can change during such a search. `analysis` determines which fields each part of a model reads and
writes. `statement_parts` does the same for a single statement, together with the locals that it binds and the blocks
that it contains. `step_budget` limits the work of one decision.

This stage does not depend on how a flowchart is built, and depends on engines only through protocols.
"""

from interpreter.flow import chance, goal_reachability, nodes
from interpreter.flow.analysis import EffectAnalysis, Fields, below, mentions, statements, walk
from interpreter.flow.chance import PieceDraw, RandomValue
from interpreter.flow.evaluator import Env, Evaluator, Performer
from interpreter.flow.goal_reachability import GoalReachability, kinds_of, looks_ahead
from interpreter.flow.graphs import MOST_TRAILS, TOO_MANY, Boards, Ways, answer, nth, reach
from interpreter.flow.mutable_slots import changing_slots
from interpreter.flow.node_successors import edges, node_words, successors
from interpreter.flow.nodes import (
    AnyNode,
    Branch,
    Call,
    ChanceNode,
    Decision,
    Flow,
    MoveKind,
    Pick,
    Play,
    SimultaneousDecision,
)
from interpreter.flow.statement_parts import blocks, bound, own_parts, taken_apart
from interpreter.flow.step_budget import StepBudget
from interpreter.flow.streams import Streams, seat_stream, streams_of

__all__ = [
    "MOST_TRAILS", "TOO_MANY", "AnyNode", "Boards", "Branch", "Call", "ChanceNode", "Decision", "EffectAnalysis", "Env",
    "Evaluator", "Fields", "Flow", "GoalReachability", "MoveKind", "Performer", "Pick", "PieceDraw", "Play",
    "RandomValue", "SimultaneousDecision", "StepBudget", "Streams", "Ways", "answer", "below", "blocks", "bound",
    "chance", "changing_slots", "edges", "goal_reachability", "kinds_of", "looks_ahead", "mentions", "node_words",
    "nodes", "nth", "own_parts", "reach", "seat_stream", "statements", "streams_of", "successors", "taken_apart",
    "walk",
]  # fmt: skip
