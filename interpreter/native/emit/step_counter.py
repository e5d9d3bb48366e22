"""The work budget of a decision.

Each node that play passes costs one unit, and so does each pass of a loop that may be long, or more if the pass is
expensive. The cost of a loop is estimated as in the Python engine. When the budget is used up, the next engine decides
whether the work was too much, and reports the error.
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

Native code is faster than Python by more than this factor. However, native code recomputes results that the Python
engine memoises, and is charged for that work each time. Without the divisor, the largest game of the project would
often exceed the budget and fall back to Python.
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
        """Emit code that charges the budget for all passes of a loop before the loop starts.

        Only loops that may be long are charged.
        """
        if self.meter.is_long(sequence, body):
            self.spend(mul(self._sequences.length(sequence), max(1, self.meter.of_pass(body) // FASTER)))

    def spend(self, units: Given) -> None:
        self._out.emit(put(LEFT, sub(LEFT, units)), w.If(lt(LEFT, 0), ends_in(BUDGET)))
