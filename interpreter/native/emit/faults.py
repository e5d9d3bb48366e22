"""Run-time errors in a module.

If a rule fails, the module stores the error number and the values for the error message, and then traps. Separate error
numbers indicate missing native code and an exhausted work budget. After such an error, another engine repeats the call,
starting from the position before the call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.native.emit.memory import FAULT, MOST_SHOWN, SHOWN
from interpreter.native.emit.shorthand import call, set_word, wide
from interpreter.optimizer import Fault

ASK, BUDGET, WAYS, REFUSED = -1, -2, -3, -4
"""Error numbers that do not belong to a rule.

- `ASK`: another engine must execute this step.
- `BUDGET`: the decision has used up its work budget.
- `WAYS`: a move has too many completions to count. The stored value is the move kind.
- `REFUSED`: a piece is missing, or there is no room for a piece at its destination.
"""


@dataclass(slots=True)
class FaultCodes:
    """Maps the errors of a program to error numbers.

    `not_carried` collects the parts of the program that have no native code.
    """

    numbers: dict[Fault, int]
    not_carried: dict[str, None]

    @staticmethod
    def of(faults: Sequence[Fault]) -> FaultCodes:
        return FaultCodes({fault: number for number, fault in enumerate(faults, 1)}, {})

    def fail(self, fault: Fault, shown: Sequence[w.Code]) -> tuple[w.Code, ...]:
        """Return instructions that store the values for an error message and end the call."""
        stores = [
            w.Store("i64.store", w.Const("i32", 0), wide(value), SHOWN + 8 * at)
            for at, value in enumerate(shown[:MOST_SHOWN])
        ]
        return (*stores, *ends_in(self.numbers[fault]))

    def missing(self, what: str) -> tuple[w.Code, ...]:
        """Return the code for a program part that has no native code: it ends the call with the error `ASK`."""
        self.not_carried[what] = None
        return ends_in(ASK)


def ends_in(number: int) -> tuple[w.Code, ...]:
    return (call("fail", number), w.Unreachable())


def never(parts: tuple[w.Code, ...]) -> w.Code:
    """Return code that raises an error, for use in place of an expression."""
    return w.Block(None, parts, "i32")


def fail_function() -> w.Function:
    number = w.Local("number", "i32")
    return w.Function("fail", (number,), None, (set_word(0, number, FAULT), w.Unreachable()))
