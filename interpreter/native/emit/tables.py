"""Precomputed lookup tables that loops iterate over.

A table has one row per member. A column takes one word, or two if its numbers may need 64 bits. An entry that cannot be
computed is a gap. A column of sequences holds the addresses of lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, compress, repeat
from typing import cast

from interpreter import wasm as w
from interpreter.native.emit.memory import ALL_BITS, GAP, SIGN, WORD, Memory
from interpreter.native.emit.shorthand import add, word
from interpreter.native.emit.writer import fits
from interpreter.optimizer import (
    MASK_BITS,
    Column,
    GuardFailed,
    Known,
    LookupTable,
    Term,
    Unknown,
    Worth,
    column,
    worth,
)

Entry = Term | tuple[Term, ...]
Numbers = Callable[[Mapping[int, int], Sequence[int]], Iterable[int]]
"""A function that computes a table column.

The function receives the values of the outer loop variables, and the members. The result holds one number per member.
"""


def words_of(entry: Term) -> int:
    """Return the number of words per entry of a column."""
    return 1 if entry.sequence or fits(entry.low, entry.high) else 2


def _halves(values: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield 64-bit numbers as pairs of words, lower half first."""
    return (((value & ALL_BITS ^ SIGN) - SIGN, value >> 32) for value in values)


def flat(entries: Sequence[Entry]) -> Iterator[Term]:
    """Yield the entries of a row, flattening nested tuples."""
    for entry in entries:
        if isinstance(entry, tuple):
            yield from entry
        else:
            yield entry


@dataclass(slots=True)
class Tables:
    """Stores the lookup tables of a module as constants."""

    memory: Memory
    known: Known
    masked: bool = False
    """True if a mask of the members precedes the rows of each table whose members a mask can hold."""
    _columns: dict[LookupTable, _Columns] = field(default_factory=dict)
    _addresses: dict[tuple[LookupTable, tuple[int, ...]], int] = field(default_factory=dict)
    """Address of each table's rows, keyed by the table and the values of the outer loop variables."""

    def width(self, table: LookupTable) -> int:
        return sum(map(words_of, flat(table.entries)))

    def rows(self, table: LookupTable, outer: Sequence[w.Code]) -> w.Code:
        """Return an expression for the address of a table's rows.

        If the rows depend on outer loop variables, the expression looks the address up in one directory per variable.
        `outer` holds the values of these variables as byte offsets. If the result is unused, an offset may be one word
        too low, because reading that word is safe (see `Memory.table`).
        """
        at: w.Code = w.Const("i32", self._directory(table, {}))
        for name, each in zip(table.outer, outer, strict=True):
            at = word(add(at, add(each, -WORD * name.low)))
        return at

    def _directory(self, table: LookupTable, names: dict[int, int]) -> int:
        """Return the address of a table's rows for the given values of the outer loop variables.

        If the value of a variable is not known yet, return the address of a directory that holds one address for each
        possible value.
        """
        if len(names) == len(table.outer):
            return self._rows(table, names)
        name = table.outer[len(names)]
        values = range(name.low, name.high + 1)
        return self.memory.table([self._directory(table, {**names, name.value: value}) for value in values])

    def _rows(self, table: LookupTable, names: dict[int, int]) -> int:
        """Return the address of a table's rows for the given values of the outer loop variables.

        Rows for equal values are stored only once.
        """
        key = (table, tuple([names[name.value] for name in table.outer]))
        if key not in self._addresses:
            self._addresses[key] = self._worked_out(table, names)
        return self._addresses[key]

    def _worked_out(self, table: LookupTable, names: dict[int, int]) -> int:
        """Store the rows of a table and return their address.

        There is one row for each member that passes all tests. Each test and each column is evaluated for all members
        at once.
        """
        if table not in self._columns:
            self._columns[table] = self._columns_of(table)
        columns = self._columns[table]
        members = columns.members(names)
        for test in columns.tests:
            members = members and list(compress(members, test(names, members)))
        rows = zip(*columns.words(names, members), strict=True) if members else ()
        words = list(chain.from_iterable(rows))
        if self.masked and all(0 <= member < MASK_BITS for member in members):
            return self.memory.masked_rows(sum(1 << member for member in members), len(members), words)
        return self.memory.rows_of(len(members), words)

    def _columns_of(self, table: LookupTable) -> _Columns:
        tests = [cast(Numbers, column(test, table.name, self.known)) for test in table.tests]
        entries = [self._entry(table, term) for term in flat(table.entries)]
        return _Columns(table.sequence, self.known, tests, entries, [words_of(term) for term in flat(table.entries)])

    def _entry(self, table: LookupTable, term: Term) -> Numbers:
        """Return a function that computes a column.

        The entries are numbers, addresses of lists, or addresses of other tables' rows.
        """
        if isinstance(term.data, LookupTable):
            args = [cast(Numbers, column(arg, table.name, self.known)) for arg in term.args]
            return partial(self._inner_rows, term.data, args)
        if term.total and not term.is_guarded and not term.sequence:
            return cast(Numbers, column(term, table.name, self.known))
        return partial(self._entries_or_gaps, term, table.name, column(term, table.name, self.known))

    def _inner_rows(
        self, table: LookupTable, args: Sequence[Numbers], names: Mapping[int, int], members: Sequence[int]
    ) -> Iterator[int]:
        uids = [name.value for name in table.outer]
        for values in zip(*(arg(names, members) for arg in args), strict=True) if args else repeat((), len(members)):
            yield self._rows(table, dict(zip(uids, values, strict=True)))

    def _entries_or_gaps(
        self, term: Term, member: Term, at_once: Column, names: Mapping[int, int], members: Sequence[int]
    ) -> list[int]:
        """Return the entries of a column.

        All entries are computed at once. If an entry fails, the entries are computed one by one to find the gaps.
        """
        try:
            found: list[Worth | None] = [*at_once(names, members)]
        except Unknown:
            found = [self._worth_or_none(term, {**names, member.value: each}) for each in members]
        gap = 0 if term.sequence else GAP
        return [
            self.memory.listed(each) if isinstance(each, tuple) else gap if each is None else each for each in found
        ]

    def _worth_or_none(self, term: Term, names: Mapping[int, int]) -> Worth | None:
        try:
            return worth(term, names, self.known)
        except Unknown:
            return None


@dataclass(frozen=True, slots=True)
class _Columns:
    """Functions that compute the members, tests and entries of a table."""

    sequence: Term
    known: Known
    tests: Sequence[Numbers]
    entries: Sequence[Numbers]
    widths: Sequence[int]
    """Words per entry."""

    def members(self, names: Mapping[int, int]) -> Sequence[int]:
        """Return the members of the table, or none for values that a test in front of the loop excludes."""
        try:
            found = worth(self.sequence, names, self.known)
        except GuardFailed:
            return ()
        assert isinstance(found, tuple)
        return found

    def words(self, names: Mapping[int, int], members: Sequence[int]) -> Iterator[Iterable[int]]:
        """Yield the words of all rows, column by column."""
        for entry, width in zip(self.entries, self.widths, strict=True):
            found = entry(names, members)
            if width == 1:
                yield found
            else:
                yield from zip(*_halves(found), strict=True)
