"""Emits the addresses of slots and of table entries, and the expressions that read them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter import wasm as w
from interpreter.native.emit.memory import GAP, POSITION, WORD, Memory
from interpreter.native.emit.shorthand import add, any_of, mul, shl, unsigned, wide, word
from interpreter.optimizer import Term
from interpreter.wasm import I32

LARGE = 256
"""Minimum number of entries in a table that may take less than a word per entry."""


class Addresses:
    """Emits the addresses of slots and of table entries, and the expressions that read them.

    Args:
        memory: Layout of the module's memory.
        narrow: Function that returns a 32-bit expression for a term.
    """

    def __init__(self, memory: Memory, narrow: Callable[[Term], w.Code]) -> None:
        self._memory = memory
        self._narrow = narrow

    def load(self, at: Term) -> w.Code:
        """Return an expression that reads a slot, with 64 bits if the slot is wide."""
        base, offset = self.address(at)
        upper = self._memory.upper(at.value) if at.known else None
        if upper is None:
            return word(base, offset)
        return any_of(shl(wide(word(base, upper)), 32), unsigned(word(base, offset)))

    def address(self, at: Term) -> tuple[w.Code, int]:
        """Split a slot's address into a base expression and a constant offset.

        The sum of base and offset must fit into 32 bits.
        """
        if at.op == "num":
            return w.Const(I32, 0), self._memory.slot(at.value)
        base, offset = (at.args[0], at.args[1].value) if at.op == "+" and at.args[1].known else (at, 0)
        offset = POSITION + WORD * offset
        if base.low >= 0 and not at.unguarded_result and offset >= 0:
            return self.scaled(base), offset
        return add(self.scaled(base), offset), 0

    def place(self, at: Term) -> w.Code:
        """Return an expression for the address of a slot."""
        base, offset = self.address(at)
        return add(base, offset)

    def scaled(self, term: Term) -> w.Code:
        """Return an expression for a term times four, which converts a word index to a byte offset."""
        match term.op:
            case "num":
                return w.Const(I32, WORD * term.value)
            case "+":
                return add(self.scaled(term.args[0]), self.scaled(term.args[1]))
            case "*" if term.args[1].known:
                return mul(self._narrow(term.args[0]), WORD * term.args[1].value)
            case "pick" if len(term.args) == 1 and max(map(abs, entries := ints_of(term.entries))) < 1 << 28:
                return self.entry([WORD * each for each in entries], term.args[0])
        return shl(self._narrow(term), 2)

    def entry(self, values: Sequence[int], at: Term) -> w.Code:
        """Return an expression that reads a table entry; index -1 is safe."""
        width = bytes_of(values)
        if width < WORD:
            table, index = self._memory.narrow_table(values, width), shl(self._narrow(at), width - 1)
            if at.low < 0 or at.unguarded_result:
                table, index = 0, add(index, table)
            return w.Load(f"i32.load{8 * width}_s", index, table)
        table = self._memory.table(values)
        if at.low >= 0 and not at.unguarded_result:
            return word(self.scaled(at), table)
        return word(add(self.scaled(at), table))


def ints_of(entries: tuple[int | None, ...]) -> Sequence[int]:
    """Return the entries of a table as they are stored, with `GAP` for each missing entry."""
    return [GAP if each is None else each for each in entries]


def bytes_of(values: Sequence[int]) -> int:
    """Return the number of bytes per entry in which a table is stored.

    A large table of small numbers takes less room, so that more of it stays in the processor's cache.
    """
    if len(values) >= LARGE:
        low, high = min(values), max(values)
        for width in (1, 2):
            if -(1 << 8 * width - 1) <= low and high < 1 << 8 * width - 1:
                return width
    return WORD
