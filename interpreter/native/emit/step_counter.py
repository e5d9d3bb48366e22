"""Work budget: each node passed counts, and so does each pass of a possibly long loop.

The cost of a loop is the estimate that the Python engine uses. When the budget is used up, the next engine decides
whether the work was too much, and words the error.
"""

from __future__ import annotations

from dsl.limits import MOST_STEPS
from interpreter import wasm as w
from interpreter.codegen import LoopBudget
from interpreter.native.emit.faults import BUDGET, ends_in
from interpreter.native.emit.shorthand import Given, lt, mul, put, sub
from interpreter.native.emit.writer import Writer
from interpreter.native.terms.sequences import Sequences
from interpreter.optimizer import Term
from interpreter.wasm import I32

BUDGET_OF_DECISION = MOST_STEPS
"""Units that one decision may count."""
FASTER = 8
"""Divisor for the cost of a pass compared with Python, whose passes are slower still. Results memoised in Python are
recomputed here and count again. Without this divisor the largest game would fall back again and again."""
LEFT = w.Global("left", I32, 0)
"""The remaining budget of one decision."""


class StepCounter:
    """Writes the code that counts."""

    def __init__(self, out: Writer, meter: LoopBudget, sequences: Sequences) -> None:
        self._out = out
        self.meter = meter
        self._sequences = sequences

    def count(self, sequence: Term, body: object) -> None:
        """Count all passes of a loop over a sequence in advance, if it may be long."""
        if self.meter.is_long(sequence, body):
            self.spend(mul(self._sequences.length(sequence), max(1, self.meter.of_pass(body) // FASTER)))

    def spend(self, units: Given) -> None:
        self._out.emit(put(LEFT, sub(LEFT, units)), w.If(lt(LEFT, 0), ends_in(BUDGET)))
