"""The optimizer turns a flowchart into a planned program that a fast engine can run.

`plan(flow)` returns a `Program` of planned nodes. Effects become blocks of instructions, and searches for legal moves
become steps. Expressions become terms, which do plain arithmetic on the position vector.

Parts that only the reference interpreter can execute are marked; `left_over` lists them with their positions in the
rulebook. `translation` translates expressions into terms and folds constants. `passes` lists the optimisation passes in
order. The planned program does not depend on a target language.
"""

from interpreter.optimizer.changes import Change, changes, rule_title
from interpreter.optimizer.control_flow import ControlFlow, Frames, Leave, no_stop
from interpreter.optimizer.left_over import LeftOver, left_over, suspects
from interpreter.optimizer.passes.kept_sets import MASK_BITS
from interpreter.optimizer.passes.passes import PASSES, Pass
from interpreter.optimizer.planning.planning import plan
from interpreter.optimizer.program import instructions, planned_functions, planned_moves, planned_nodes
from interpreter.optimizer.program.instructions import Block, Instruction
from interpreter.optimizer.program.planned_moves import InterpretedRows
from interpreter.optimizer.program.program import Program
from interpreter.optimizer.program.program_text import steps_text
from interpreter.optimizer.program.steps import (
    Compute,
    Defer,
    Emit,
    Filter,
    Flush,
    Kept,
    KeptSet,
    LookupTable,
    Loop,
    Meeting,
    Part,
    Searches,
    Steps,
    Unpack,
    buffers,
    chain,
    contents,
    emits,
    free_in,
    terms_of,
)
from interpreter.optimizer.terms.columns import Column, column
from interpreter.optimizer.terms.constant_evaluation import GuardFailed, Known, Unknown, Worth, worth
from interpreter.optimizer.terms.dependencies import MemoKey
from interpreter.optimizer.terms.operations import ARITHMETIC, COMPARED, COMPARISONS, ROWS, Arithmetic, Comparison, Form
from interpreter.optimizer.terms.sequences import are_consecutive, in_order
from interpreter.optimizer.terms.terms import FRESH, Fault, Gathering, Interpretation, Question, Term

__all__ = [
    "ARITHMETIC", "COMPARED", "COMPARISONS", "FRESH", "MASK_BITS", "PASSES", "ROWS", "Arithmetic", "Block", "Change",
    "Column", "Comparison", "Compute", "ControlFlow", "Defer", "Emit", "Fault", "Filter", "Flush", "Form", "Frames",
    "Gathering", "GuardFailed", "Instruction", "Interpretation", "InterpretedRows", "Kept", "KeptSet", "Known", "Leave",
    "LeftOver", "LookupTable", "Loop", "Meeting", "MemoKey", "Part", "Pass", "Program", "Question", "Searches", "Steps",
    "Term", "Unknown", "Unpack", "Worth", "are_consecutive", "buffers", "chain", "changes", "column", "contents",
    "emits", "free_in", "in_order", "instructions", "left_over", "no_stop", "plan", "planned_functions",
    "planned_moves", "planned_nodes", "rule_title", "steps_text", "suspects", "terms_of", "worth",
]  # fmt: skip
