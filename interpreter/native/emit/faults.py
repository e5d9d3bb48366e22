"""Errors in a module: when a rule fails, the module stores the number of the error and its values, then stops.

Missing native code and work beyond the budget have separate error numbers: the caller then asks another engine to
continue from the position before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.native.emit.memory import FAULT, MOST_SHOWN, SHOWN
from interpreter.native.emit.shorthand import call, set_word, wide
from interpreter.optimizer import Fault

ASK, BUDGET, WAYS, REFUSED = -1, -2, -3, -4
"""Numbers of errors that end a call.

- `ASK`: another engine must continue.
- `BUDGET`: the work for one decision is used up.
- `WAYS`: a move, of the kind shown, has too many open choices to count.
- `REFUSED`: a piece is missing, or there is not enough room.
"""


@dataclass(slots=True)
class FaultCodes:
    """The errors of a program by number. `not_carried` collects the parts without native code."""

    numbers: dict[Fault, int]
    not_carried: dict[str, None]

    @staticmethod
    def of(faults: Sequence[Fault]) -> FaultCodes:
        return FaultCodes({fault: number for number, fault in enumerate(faults, 1)}, {})

    def fail(self, fault: Fault, shown: Sequence[w.Code]) -> tuple[w.Code, ...]:
        """Return code that ends in an error."""
        stores = [
            w.Store("i64.store", w.Const("i32", 0), wide(value), SHOWN + 8 * at)
            for at, value in enumerate(shown[:MOST_SHOWN])
        ]
        return (*stores, *ends_in(self.numbers[fault]))

    def missing(self, what: str) -> tuple[w.Code, ...]:
        """Return code for a part that has no native code."""
        self.not_carried[what] = None
        return ends_in(ASK)


def ends_in(number: int) -> tuple[w.Code, ...]:
    return (call("fail", number), w.Unreachable())


def fail_function() -> w.Function:
    number = w.Local("number", "i32")
    return w.Function("fail", (number,), None, (set_word(0, number, FAULT), w.Unreachable()))
