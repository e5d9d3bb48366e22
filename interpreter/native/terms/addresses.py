"""Emits the addresses of slots and of table entries, and the expressions that read them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

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
        self._entries: dict[int, Entries] = {}
        """Entries of tables, by the id of their numbers, which they keep alive."""
        self._tables: dict[tuple[int, int], tuple[int, int]] = {}
        """Address and bytes per entry of each stored table, by the id of its numbers and a factor."""

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
            case "pick" if len(term.args) == 1 and self.entries(term.entries).are_short:
                return self.entry(term.entries, term.args[0], WORD)
        return shl(self._narrow(term), 2)

    def entries(self, numbers: tuple[int | None, ...]) -> Entries:
        """Return the entries of a table. Terms share their numbers, so the result is kept."""
        found = self._entries.get(id(numbers))
        if found is None:
            found = self._entries[id(numbers)] = Entries.of(numbers)
        return found

    def entry(self, entries: tuple[int | None, ...], at: Term, factor: int = 1) -> w.Code:
        """Return an expression that reads an entry of a table, times a factor; index -1 is safe."""
        table, width = self._table(entries, factor)
        index = self.scaled(at) if width == WORD else shl(self._narrow(at), width - 1)
        if at.low < 0 or at.unguarded_result:
            table, index = 0, add(index, table)
        return w.Load("i32.load" if width == WORD else f"i32.load{8 * width}_s", index, table)

    def _table(self, entries: tuple[int | None, ...], factor: int) -> tuple[int, int]:
        """Return the address of a table, and the number of bytes per entry."""
        key = id(entries), factor
        if key not in self._tables:
            found = self.entries(entries)
            width = found.bytes(factor)
            numbers = [GAP if each is None else each * factor for each in entries]
            address = self._memory.table(numbers) if width == WORD else self._memory.narrow_table(numbers, width)
            self._tables[key] = address, width
        return self._tables[key]


@dataclass(frozen=True, slots=True)
class Entries:
    """The entries of a table, in a range; a missing entry is None."""

    numbers: tuple[int | None, ...]
    low: int
    high: int
    has_gaps: bool

    @property
    def are_short(self) -> bool:
        """True if all entries are there, and a multiple of them still fits into a word."""
        return not self.has_gaps and max(-self.low, self.high) < 1 << 28

    @classmethod
    def of(cls, numbers: tuple[int | None, ...]) -> Entries:
        there = [each for each in numbers if each is not None]
        return cls(numbers, min(there, default=0), max(there, default=0), len(there) < len(numbers))

    def bytes(self, factor: int) -> int:
        """Return the number of bytes per entry in which a table is stored, if its numbers are multiplied by a factor.

        A large table of small numbers takes less room, so that more of it stays in the processor's cache.
        """
        if len(self.numbers) >= LARGE and not self.has_gaps:
            for width in (1, 2):
                least = -(1 << 8 * width - 1)
                if least <= self.low * factor and self.high * factor < -least:
                    return width
        return WORD
