"""Tables that loops run over, worked out in advance: a row for each member, a word for each column.

Where an entry would fault for a member there is a gap. A column that is a sequence has the address of a list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import cast

from interpreter import wasm as w
from interpreter.native.writing.memory import GAP, WORD, Memory
from interpreter.native.writing.notation import add, word
from interpreter.optimizer import Known, LookupTable, Term, Unknown, Worth, prepared

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
    _terms: dict[Term, Callable[[Mapping[int, int]], Worth]] = field(default_factory=dict)
    _addresses: dict[tuple[LookupTable, tuple[int, ...]], int] = field(default_factory=dict)
    """Where the rows of a table are, for the values of names further out."""

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

    def _rows(self, table: LookupTable, names: dict[int, int]) -> int:
        """The address of the rows for some values of names; asked for again, the same."""
        key = (table, tuple(names[name.value] for name in table.outer))
        if key not in self._addresses:
            self._addresses[key] = self.memory.rows_of(list(self._worked_out(table, names)))
        return self._addresses[key]

    def _worked_out(self, table: LookupTable, names: dict[int, int]) -> Iterator[list[int]]:
        members = self._prepared(table.sequence)(names)
        tests = [self._prepared(test) for test in table.tests]
        entries = [self._entry(term) for term in flat(table.entries)]
        inner, uid = dict(names), table.name.value
        assert isinstance(members, tuple)
        for inner[uid] in members:
            if all(test(inner) for test in tests):
                yield [entry(inner) for entry in entries]

    def _prepared(self, term: Term) -> Callable[[Mapping[int, int]], Worth]:
        if term not in self._terms:
            self._terms[term] = prepared(term, self.known)
        return self._terms[term]

    def _entry(self, term: Term) -> Callable[[dict[int, int]], int]:
        """What gives a number, the address of a list, or that of the rows of a further table."""
        if isinstance(term.data, LookupTable):
            return partial(self._inner_rows, term.data, [self._prepared(arg) for arg in term.args])
        found = self._prepared(term)
        if term.total and not term.leans and not term.sequence:
            return cast(Callable[[dict[int, int]], int], found)
        return partial(self._entry_or_gap, term, found)

    def _inner_rows(
        self, table: LookupTable, args: list[Callable[[Mapping[int, int]], Worth]], names: dict[int, int]
    ) -> int:  # fmt: skip
        given = {name.value: arg(names) for name, arg in zip(table.outer, args, strict=True)}
        return self._rows(table, {uid: value for uid, value in given.items() if isinstance(value, int)})

    def _entry_or_gap(self, term: Term, find: Callable[[Mapping[int, int]], Worth], names: dict[int, int]) -> int:
        try:
            found = find(names)
        except Unknown:
            return 0 if term.sequence else GAP
        return self.memory.listed(found) if isinstance(found, tuple) else found
