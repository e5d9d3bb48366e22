"""Translates holders into terms: their contents, the count of each type, and the free space.

`interpreter.position.holder_storage` defines the slots of each form. For an unsupported form, the translation raises
`NotTranslatable`, and the reference interpreter evaluates the expression.
"""

from __future__ import annotations

from dsl import model as m
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.terms import MANY, Gathering, Term
from interpreter.optimizer.translation.locations import Location, NotTranslatable
from interpreter.position import FieldLayout, ItemListStorage

COUNTS = ("bag", "set", "counts")
"""Forms with one slot per type."""


class Holders:
    """Translates holders of all forms."""

    def __init__(self, arena: Arena, model: m.Model) -> None:
        self._arena = arena
        self._model = model

    def contained(self, entry: Location) -> Term:
        """Return the contents as a domain: types in index order, or items in stored order."""
        a, run = self._arena, entry.run
        assert run.kind is not None
        first, last = run.kind.first, run.kind.first + run.kind.size - 1
        if isinstance(run.storage, ItemListStorage):
            return a.seen("items", run.storage.header, entry.base, first, last)
        if run.form == "space":
            return self.one_or_none(a.load(entry.base, -1, last))
        if run.form == "own":
            some = a.compare(">", a.load(entry.base, 0, MANY), a.num(0))
            return self.one_or_none(a.choose(some, a.pick(run.sorts, entry.at), a.num(-1)))
        _known(run, COUNTS)
        return a.seen(
            "marks", (first, run.kind.size, run.form == "counts" or bool(self.endless(run))), entry.base, first, last
        )

    def one_or_none(self, of: Term) -> Term:
        """Return a domain whose only member is the given thing, or an empty domain if the thing is `none`."""
        if of.low >= 0:
            return self._arena.listed(of)
        return self._arena.make("maybe", (of,), None, max(0, of.low), of.high)

    # ------------------------------------------------------------ counting

    def room(self, entry: Location) -> Term:
        """Return the capacity of a field entry, or -1 if it is unlimited."""
        return self._arena.pick(entry.run.capacity, entry.at)

    def counted(self, entry: Location, sort: Term) -> Term:
        """Return the number of pieces of a type, or 0 if the field entry cannot contain that type."""
        a, run = self._arena, entry.run
        assert run.kind is not None
        if run.form == "own":
            mine = a.compare("=", a.pick(run.sorts, entry.at), sort)
            return a.choose(mine, a.load(entry.base, 0, MANY), a.num(0))
        if run.form == "space":
            return a.compare("=", a.load(entry.base, -1, run.kind.first + run.kind.size - 1), sort)
        if run.form in COUNTS or (run.form == "row" and run.kind.fungible):
            return self._where_counted(entry, sort)
        items = self.contained(entry)
        if not run.kind.fungible:
            return a.has(sort, items)
        each = a.fresh(items.low, items.high)
        how = Gathering("count", each.value, True, False)
        return a.gather(how, items, a.compare("=", each, sort))

    def _where_counted(self, entry: Location, sort: Term) -> Term:
        a, run = self._arena, entry.run
        assert run.kind is not None
        at = a.math("-", sort, a.num(run.kind.first))
        inside = a.between(at, 0, run.kind.size - 1)
        low, high = self._limits(run)
        base = self.counts_at(entry)
        found = a.load(a.math("+", base, at), low, high)
        return found if inside.known and inside.value else a.choose(inside, found, a.behind((base,), a.num(0)))

    def _limits(self, run: FieldLayout) -> tuple[int, int]:
        """Return the minimum and maximum count of a type."""
        if run.form == "set":
            return 0, 1
        if run.form == "counts":
            return -MANY, MANY
        return -MANY if self.endless(run) else 0, self.most(run)

    def counts_at(self, entry: Location) -> Term:
        """Return the address of the first slot that counts pieces by type."""
        if entry.run.form != "row":
            return entry.base
        return self._arena.math("+", entry.base, self._arena.math("+", self.room(entry), self._arena.num(1)))

    def most(self, run: FieldLayout) -> int:
        """Return the maximum number of pieces of one type that a holder can contain."""
        return max(run.capacity) if min(run.capacity) >= 0 else MANY

    def endless(self, run: FieldLayout) -> frozenset[int]:
        """Return the types whose count in a supply may be negative."""
        if not (run.field.builtin and run.field.name.startswith("supply_") and run.kind and run.kind.pieces):
            return frozenset()
        pieces = self._model.kinds[run.kind.root].pieces or ()
        return frozenset(sort for sort, number in enumerate(pieces) if number is None)

    def sized(self, entry: Location) -> Term:
        """Return the number of pieces or things in a field entry."""
        a, run = self._arena, entry.run
        if run.form == "space":
            assert run.kind is not None
            return a.compare(">=", a.load(entry.base, -1, run.kind.first + run.kind.size - 1), a.num(0))
        if run.form in COUNTS:
            assert run.kind is not None
            low, high = self._limits(run)
            return a.total(entry.base, run.kind.size, low, high)
        if not isinstance(run.storage, ItemListStorage):
            _known(run, ("own",))
        return a.load(entry.base, 0, self.most(run))


def _known(run: FieldLayout, forms: tuple[str, ...]) -> None:
    if run.form not in forms:
        raise NotTranslatable
