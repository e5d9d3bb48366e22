"""Finds loops that can skip rows by the minima of blocks.

A loop such as `for place in Place, if distance(here, place) <= reach` reads one number for each place, and most of them
are too far away. For each block of `BLOCK` consecutive numbers of such a table, the module also stores their minimum.
If a row fails the test and the minimum of its block exceeds the bound, the loop continues behind the block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.native.terms.known_members import known_members
from interpreter.optimizer import Filter, LookupTable, Loop, Term, are_consecutive

BLOCK = 16
"""Numbers per block, a power of two."""
FEWEST = 4 * BLOCK
"""Minimum number of rows of a loop that skips."""


@dataclass(frozen=True, slots=True)
class BoundedRows:
    """The first test of a loop over a table's rows: a known number must not exceed a bound.

    The number of a row of `table` is one of `entries`. `index` is the index of this entry, and grows by one from row
    to row. `bound` is the same for all rows.
    """

    table: LookupTable
    entries: tuple[int | None, ...]
    index: Term
    bound: Term
    filter: Filter

    @classmethod
    def of(cls, loop: Loop) -> BoundedRows | None:
        """Return the first test of a loop if its rows can be skipped by it, otherwise None."""
        table, body = loop.sequence.data, loop.body
        if not isinstance(table, LookupTable) or table.tests or len(body) != 1 or not isinstance(body[0], Filter):
            return None
        members = known_members(table.sequence)
        test = body[0].test
        if members is None or len(members) < FEWEST or not are_consecutive(members) or test.op != "<=":
            return None
        number, bound = test.args
        member = next(
            (name for name, entry in zip(loop.columns, table.entries, strict=True) if entry is table.name), None
        )
        if member is None or number.op != "pick" or len(number.args) != 1 or None in number.entries:
            return None
        index = number.args[0]
        if index.op != "+" or index.low < 0 or index.unguarded_result or not bound.simple:
            return None
        others = [arg for arg in index.args if arg is not member]
        varying = {loop.name, *loop.columns}
        if len(others) != 1 or not varying.isdisjoint(others[0].free | bound.free):
            return None
        return cls(table, number.entries, index, bound, body[0])


def minima(entries: Sequence[int | None]) -> tuple[int, ...]:
    """Return the minimum of each block of entries. No entry may be missing."""
    numbers = [each for each in entries if each is not None]
    return tuple([min(numbers[at : at + BLOCK]) for at in range(0, len(numbers), BLOCK)])
