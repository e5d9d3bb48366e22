"""The work budget of a decision.

Each node that play passes counts as one unit, and each pass of a loop that may be long also counts. The cost of a loop
is the estimate that the Python engine uses. When the budget is used up, the next engine decides whether the work was
too much, and reports the error.
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
"""Number of units of work allowed for one decision."""
FASTER = 8
"""Divisor for the estimated cost of a pass.

Native code is faster than Python. The real ratio is even larger. But native code recomputes results that the Python
engine memoises, and this work counts again. Without the divisor, the largest game would often exceed the budget and
fall back to Python.
"""
LEFT = w.Global("left", I32, 0)
"""The number of units left in the budget of the current decision."""


class StepCounter:
    """The emitter of the code that counts work."""

    def __init__(self, out: Writer, meter: LoopBudget, sequences: Sequences) -> None:
        self._out = out
        self.meter = meter
        self._sequences = sequences

    def count(self, sequence: Term, body: object) -> None:
        """Emit code that counts all passes of a loop over a sequence in advance.

        Only loops that may be long are counted.
        """
        if self.meter.is_long(sequence, body):
            self.spend(mul(self._sequences.length(sequence), max(1, self.meter.of_pass(body) // FASTER)))

    def spend(self, units: Given) -> None:
        self._out.emit(put(LEFT, sub(LEFT, units)), w.If(lt(LEFT, 0), ends_in(BUDGET)))
