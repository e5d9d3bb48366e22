"""The budget of work: each node that play passes counts, and each pass of a loop that may take long.

How long a loop may take is told by the estimate that the Python engine goes by, too. When the budget is used up, the
engine that is asked then decides whether it was too much, and says so in its words.
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
"""What may be counted for one decision."""
FASTER = 8
"""By how much less a pass of a loop counts here than in Python, where it takes longer still. What Python remembers is
worked out anew here, and counts again: without this the largest game would be handed back again and again."""
LEFT = w.Global("left", I32, 0)
"""What is left of the budget of one decision."""


class StepCounter:
    """Writes what counts."""

    def __init__(self, out: Writer, meter: LoopBudget, sequences: Sequences) -> None:
        self._out = out
        self.meter = meter
        self._sequences = sequences

    def count(self, sequence: Term, body: object) -> None:
        """Counts all passes of a loop over a sequence in advance, if they may take long."""
        if self.meter.is_long(sequence, body):
            self.spend(mul(self._sequences.length(sequence), max(1, self.meter.of_pass(body) // FASTER)))

    def spend(self, units: Given) -> None:
        self._out.emit(put(LEFT, sub(LEFT, units)), w.If(lt(LEFT, 0), ends_in(BUDGET)))
