"""Flowchart to plan: expressions and decisions made ready for a fast engine.

In: expressions, parameters, needs and costs of a flow. Out: terms (plain arithmetic on the vector) and steps (nested
loops, tests, tables). `passes` lists the passes in order: predicate placement, loop unrolling, hoisting, common
subexpressions, lookup tables. Knows nothing of the language that is generated.
"""

from interpreter.optimizer.addresses import Entry, Env, Meaning
from interpreter.optimizer.dependencies import Body, Known, Reads
from interpreter.optimizer.join_order import ordered
from interpreter.optimizer.lookup_tables import Table
from interpreter.optimizer.loop_fusion import fused
from interpreter.optimizer.passes import PASSES, planned
from interpreter.optimizer.predicate_placement import length
from interpreter.optimizer.queries import Queries, Query, is_odd, opened_by
from interpreter.optimizer.steps import Append, Bind, Each, Leaf, Let, Steps, Unpack, When, asides, free_in, leaves
from interpreter.optimizer.terms import FRESH, HUGE, MANY, YES_NO, Asked, Fault, Term
from interpreter.optimizer.translation import Translator, Untold
from interpreter.optimizer.unrolling import chain

__all__ = [
    "FRESH", "HUGE", "MANY", "PASSES", "YES_NO", "Append", "Asked", "Bind", "Body", "Each", "Entry", "Env", "Fault",
    "Known", "Leaf", "Let", "Meaning", "Queries", "Query", "Reads", "Steps", "Table", "Term", "Translator", "Unpack",
    "Untold", "When", "asides", "chain", "free_in", "fused", "is_odd", "leaves", "length", "opened_by", "ordered",
    "planned",
]  # fmt: skip
