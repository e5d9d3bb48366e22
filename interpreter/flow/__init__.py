"""The flowchart that the engines run to play a game.

`node_family` defines the shapes of nodes, which the planned program shares. `nodes` defines the flowchart's nodes, and
`node_successors` lists the edges between them. `internal` defines the expressions and statements that no rulebook
contains. `chance` defines the chance events, and `streams` assigns each of them a random stream. `evaluator` declares
the protocols through which nodes call an engine. `graphs` computes neighbours and distances on a board. `graph_kernels`
and `sequences` contain the functions that the native engine compiles from Python.

`goal_reachability` finds the moves from which a player can still reach the goal of a series of actions. `mutable_slots`
lists the slots that can change during the search for such a goal. `analysis` finds the fields that each rule reads and
writes. `statement_parts` lists the expressions, local variables and blocks of a single statement. `step_budget` limits
the amount of computation per decision.

This package does not know how a flowchart is built, and it uses engines only through protocols.
"""

from interpreter.flow import chance, goal_reachability, internal, node_family, nodes
from interpreter.flow.analysis import EffectAnalysis, Fields, below, mentions, statements, walk
from interpreter.flow.chance import PieceDraw, RandomValue
from interpreter.flow.evaluator import Env, Evaluator, Performer
from interpreter.flow.goal_reachability import GoalReachability, kinds_of, looks_ahead
from interpreter.flow.graph_kernels import GRAPH_KERNELS, TOO_MANY, Graph, longest_trail, reach
from interpreter.flow.graphs import Boards, answer
from interpreter.flow.mutable_slots import changing_slots
from interpreter.flow.node_family import Exits, Node
from interpreter.flow.node_successors import edges, node_words, successors
from interpreter.flow.nodes import (
    AnyNode,
    Branch,
    Call,
    ChanceNode,
    Decision,
    Flow,
    MoveKind,
    Pass,
    Pick,
    Play,
    SimultaneousDecision,
)
from interpreter.flow.sequences import nth
from interpreter.flow.statement_parts import blocks, own_parts
from interpreter.flow.step_budget import StepBudget
from interpreter.flow.streams import Streams, seat_stream, streams_of

__all__ = [
    "GRAPH_KERNELS", "TOO_MANY", "AnyNode", "Boards", "Branch", "Call", "ChanceNode", "Decision", "EffectAnalysis",
    "Env", "Evaluator", "Exits", "Fields", "Flow", "GoalReachability", "Graph", "MoveKind", "Node", "Pass",
    "Performer", "Pick", "PieceDraw", "Play", "RandomValue", "SimultaneousDecision", "StepBudget", "Streams",
    "answer", "below", "blocks", "chance", "changing_slots", "edges", "goal_reachability", "internal", "kinds_of",
    "longest_trail", "looks_ahead", "mentions", "node_family", "node_words", "nodes", "nth", "own_parts", "reach",
    "seat_stream", "statements", "streams_of", "successors", "walk",
]  # fmt: skip
