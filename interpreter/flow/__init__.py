"""The flowchart and the layout: what an engine runs, and where it keeps a position.

`nodes` is the flowchart, `chance` its sources of chance, `streams` what they draw from. `layout` says where each field
stands in the one flat vector of whole numbers, `forms` and `notes` how it is stored there, `holders` how pieces are
moved, `stores` what machinery remembers, `rows` how a move is written as numbers, `filling` draws what is open.
`graphs` has the edges of a board, `bills` and `reckoning` are for costs that leave a choice (by way of `debts` and
`coins`), `looking_ahead` finds out which moves of a series end well. `engine` is the protocol of every engine, `faults`
what can go wrong in play, `work` the budget of one decision, `analysis` what a part of a model reads and writes. Knows
nothing of how a flowchart is made, and knows engines by protocols only.
"""

from interpreter.flow import bills, chance, coins, faults, nodes, rows
from interpreter.flow.analysis import Facts, Fields, mentions, walk
from interpreter.flow.chance import PieceDraw, RandomValue
from interpreter.flow.changing import changing_slots
from interpreter.flow.engine import OPEN, UNLIMITED, Engine, Row, Size, Vector
from interpreter.flow.evaluator import Env, Evaluator, Performer
from interpreter.flow.faults import LayoutError, LoweringError, OverBudget, PlayFault, blamed_on
from interpreter.flow.filling import filled_in
from interpreter.flow.forms import FORMS, Itemized, items_at
from interpreter.flow.graphs import TOO_MANY, Boards, Ways, answer, nth, reach
from interpreter.flow.holders import Holders
from interpreter.flow.layout import lay_out
from interpreter.flow.looking_ahead import LookingAhead, kinds_of, looks_ahead
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
    Woken,
    describe_node,
    node_words,
    ways,
)
from interpreter.flow.notes import NUMBER, REFERENCES
from interpreter.flow.owners import PLAYER, owner_seat
from interpreter.flow.reckoning import Reckoning
from interpreter.flow.rows import Rows
from interpreter.flow.runs import Amounts, Collection, HolderForm, Refused, Run, RunEntry, Storage
from interpreter.flow.stores import (
    BITS,
    MACHINERY,
    OVER,
    PC,
    STOPPING,
    Store,
    StoreAllocator,
    clear,
    drop_member,
    keep_members,
    kept_members,
)
from interpreter.flow.streams import Streams, seat_stream, streams_of
from interpreter.flow.work import Work

__all__ = [
    "BITS", "FORMS", "MACHINERY", "NUMBER", "OPEN", "OVER", "PC", "PLAYER", "REFERENCES", "STOPPING", "TOO_MANY",
    "UNLIMITED",
    "Amounts", "AnyNode", "Boards", "Branch", "Call", "ChanceNode", "Collection", "Decision", "Engine", "Env",
    "Evaluator", "Facts", "Fields", "Flow", "HolderForm", "Holders", "Itemized", "LayoutError",
    "LookingAhead", "LoweringError", "MoveKind", "OverBudget", "Performer", "Pick", "PieceDraw", "Play", "PlayFault",
    "RandomValue", "Reckoning", "Refused", "Row", "Rows", "Run", "RunEntry", "SimultaneousDecision", "Size", "Storage",
    "Store", "StoreAllocator", "Streams", "Vector", "Ways", "Woken", "Work", "answer", "bills", "blamed_on", "chance",
    "changing_slots", "clear", "coins", "describe_node", "drop_member", "faults", "filled_in", "items_at",
    "keep_members", "kept_members", "kinds_of", "lay_out", "looks_ahead", "mentions", "node_words", "nodes", "nth",
    "owner_seat", "reach", "rows", "seat_stream", "streams_of", "walk", "ways",
]  # fmt: skip
