"""The flowchart: what an engine runs.

`nodes` is the flowchart, `node_ways` where it leads, `chance` its sources of chance, `streams` what they draw from,
`evaluator` what a node asks of the engine that runs it. `graphs` has the edges of a board, `looking_ahead` finds out
which moves of a series end well (`changing` says what a part of the flow may change), `analysis` what a part of a model
reads and writes, `statement_parts` what a single statement reads, binds and holds; `work` is the budget of one
decision. Knows nothing of how a flowchart is made, and knows engines by protocols only.
"""

from interpreter.flow import chance, looking_ahead, nodes
from interpreter.flow.analysis import Facts, Fields, below, mentions, statements, walk
from interpreter.flow.chance import PieceDraw, RandomValue
from interpreter.flow.changing import changing_slots
from interpreter.flow.evaluator import Env, Evaluator, Performer
from interpreter.flow.graphs import MOST_TRAILS, TOO_MANY, Boards, Ways, answer, nth, reach
from interpreter.flow.looking_ahead import LookingAhead, kinds_of, looks_ahead
from interpreter.flow.node_ways import edges, node_words, ways
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
from interpreter.flow.streams import Streams, seat_stream, streams_of
from interpreter.flow.work import Work

__all__ = [
    "MOST_TRAILS", "TOO_MANY", "AnyNode", "Boards", "Branch", "Call", "ChanceNode", "Decision", "Env", "Evaluator",
    "Facts", "Fields", "Flow", "LookingAhead", "MoveKind", "Performer", "Pick", "PieceDraw", "Play", "RandomValue",
    "SimultaneousDecision", "Streams", "Ways", "Work", "answer", "below", "blocks", "bound", "chance",
    "changing_slots", "edges", "kinds_of", "looking_ahead", "looks_ahead", "mentions", "node_words", "nodes", "nth",
    "own_parts", "reach", "seat_stream", "statements", "streams_of", "taken_apart", "walk", "ways",
]  # fmt: skip
