"""Errors in a module.

If a rule fails, the module stores the number of the error and the values in its message, and then stops. There are
separate error numbers for missing native code and for a used-up work budget. After such an error the caller asks
another engine to continue from the position before the call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.native.emit.memory import FAULT, MOST_SHOWN, SHOWN
from interpreter.native.emit.shorthand import call, set_word, wide
from interpreter.optimizer import Fault

ASK, BUDGET, WAYS, REFUSED = -1, -2, -3, -4
"""Numbers of errors that are not failures of a rule.

- `ASK` means that another engine must continue.
- `BUDGET` means that a decision has used up its budget of work.
- `WAYS` means that a move has too many open choices to count; the values of the error name the kind of the move.
- `REFUSED` means that a piece is missing, or that its target cannot hold it.
"""


@dataclass(slots=True)
class FaultCodes:
    """The errors of a program by number.

    `not_carried` collects the parts of the program that have no native code.
    """

    numbers: dict[Fault, int]
    not_carried: dict[str, None]

    @staticmethod
    def of(faults: Sequence[Fault]) -> FaultCodes:
        return FaultCodes({fault: number for number, fault in enumerate(faults, 1)}, {})

    def fail(self, fault: Fault, shown: Sequence[w.Code]) -> tuple[w.Code, ...]:
        """Return code that stores the values of an error's message and ends the call."""
        stores = [
            w.Store("i64.store", w.Const("i32", 0), wide(value), SHOWN + 8 * at)
            for at, value in enumerate(shown[:MOST_SHOWN])
        ]
        return (*stores, *ends_in(self.numbers[fault]))

    def missing(self, what: str) -> tuple[w.Code, ...]:
        """Return the code for a part of the program that has no native code.

        This code ends the call with the error `ASK`.
        """
        self.not_carried[what] = None
        return ends_in(ASK)


def ends_in(number: int) -> tuple[w.Code, ...]:
    return (call("fail", number), w.Unreachable())


def fail_function() -> w.Function:
    number = w.Local("number", "i32")
    return w.Function("fail", (number,), None, (set_word(0, number, FAULT), w.Unreachable()))
