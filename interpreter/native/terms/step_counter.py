"""Limits the work of one decision with a budget.

Each node that the game passes through costs one unit. Each iteration of a potentially long loop costs one unit, or more
if its body is expensive. Costs are estimated as in the Python engine. If the budget runs out, another engine repeats
the step and decides whether to report an error.
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
"""Number of budget units available to one decision."""
FASTER = 8
"""Divisor applied to the estimated cost of a loop iteration.

Native code is faster than Python by more than this factor, but it recomputes results that the Python engine memoises.
Without the divisor, the project's largest game would often exceed the budget and fall back to Python.
"""
LEFT = w.Global("left", I32, 0)
"""Budget units that the current decision has left."""


class StepCounter:
    """Emits the code that charges the work budget."""

    def __init__(self, out: Writer, meter: LoopBudget, sequences: Sequences) -> None:
        self._out = out
        self.meter = meter
        self._sequences = sequences

    def count(self, sequence: Term, body: object) -> None:
        """Emit code that charges the budget for a whole loop before it starts.

        Only potentially long loops are charged.
        """
        if self.meter.is_long(sequence, body):
            self.spend(mul(self._sequences.length(sequence), max(1, self.meter.of_pass(body) // FASTER)))

    def spend(self, units: Given) -> None:
        self._out.emit(put(LEFT, sub(LEFT, units)), w.If(lt(LEFT, 0), ends_in(BUDGET)))
