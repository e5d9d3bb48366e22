"""Tables that loops run over, worked out in advance: a row for each member, a word for each column.

Where an entry would fault for a member there is a gap. A column that is a sequence has the address of a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.native.memory import GAP, WORD, Memory
from interpreter.native.notation import add, word
from interpreter.optimizer import Known, LookupTable, Term, Unknown, worth

Entry = Term | tuple[Term, ...]


def flat(entries: Sequence[Entry]) -> Iterator[Term]:
    """The entries of a row, those that are taken out later in their place."""
    for entry in entries:
        if isinstance(entry, tuple):
            yield from entry
        else:
            yield entry


@dataclass(slots=True)
class Tables:
    """Puts tables among the constants of a module."""

    memory: Memory
    known: Known

    def width(self, table: LookupTable) -> int:
        return sum(1 for _ in flat(table.entries))

    def rows(self, table: LookupTable, outer: Sequence[w.Code]) -> w.Code:
        """The address of the rows. They may depend on names further out (given as bytes of so many words): then it is
        looked up name by name. Each of these may be one too low, where nobody looks at what is found."""
        at: w.Code = w.Const("i32", self._directory(table, {}))
        for name, each in zip(table.outer, outer, strict=True):
            at = word(add(at, add(each, -WORD * name.low)))
        return at

    def _directory(self, table: LookupTable, names: dict[int, int]) -> int:
        """The address of the rows for some values of names, or of a table of addresses for the values of the next."""
        if len(names) == len(table.outer):
            return self._rows(table, names)
        name = table.outer[len(names)]
        values = range(name.low, name.high + 1)
        return self.memory.table([self._directory(table, {**names, name.value: value}) for value in values])

    def _uids(self, table: LookupTable) -> list[int]:
        return [name.value for name in table.outer]

    def _rows(self, table: LookupTable, names: dict[int, int]) -> int:
        rows = []
        for member in self._members(table, names):
            inner = {**names, table.name.value: member}
            if all(worth(test, inner, self.known) for test in table.tests):
                rows.append([self._entry(term, inner) for term in flat(table.entries)])
        return self.memory.rows_of(rows)

    def _members(self, table: LookupTable, names: dict[int, int]) -> tuple[int, ...]:
        found = worth(table.sequence, names, self.known)
        assert isinstance(found, tuple)
        return found

    def _entry(self, term: Term, names: dict[int, int]) -> int:
        """A number, the address of a list, or that of the rows of a further table."""
        try:
            if isinstance(term.data, LookupTable):
                given = zip(self._uids(term.data), (worth(arg, names, self.known) for arg in term.args), strict=True)
                return self._rows(term.data, {uid: value for uid, value in given if isinstance(value, int)})
            found = worth(term, names, self.known)
        except Unknown:
            return 0 if term.sequence else GAP
        return self.memory.listed(found) if isinstance(found, tuple) else found
