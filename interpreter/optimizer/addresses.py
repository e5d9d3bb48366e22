"""Fields as terms: where an entry begins, what a number field holds, what is in a holder.

Addresses fold to one table lookup or plain arithmetic. How each form lies in its slots is said by `layout`.
"""

from __future__ import annotations

from collections.abc import Mapping

from dsl import model as m
from interpreter.flow import Run, faults, items_at
from interpreter.flow import nodes as f
from interpreter.optimizer.arena import Arena
from interpreter.optimizer.terms import HUGE, MANY, Fault, Gathering, Term

Bag = dict[int, Term]
Meaning = Term | Bag
Env = Mapping[int, Meaning]


class Location:
    """One entry of a run: its index and where it begins, as terms."""

    __slots__ = ("at", "base", "run")

    def __init__(self, run: Run, at: Term, base: Term) -> None:
        self.run, self.at, self.base = run, at, base


class Addresses:
    """The part of the translator that knows the layout."""

    def __init__(self, flow: f.Flow) -> None:
        self.arena = Arena()
        self.model = flow.model
        self.layout = flow.layout
        self.stores = flow.stores

    # defined by Translator
    def term(self, e: m.Expr, env: Env) -> Term:
        raise NotImplementedError

    def thing(self, e: m.Expr, env: Env) -> Term:
        raise NotImplementedError

    def members(self, e: m.Expr, env: Env) -> Term:
        raise NotImplementedError

    # ------------------------------------------------------------ locals and facts

    def variable(self, e: m.Var, env: Env) -> Meaning:
        """What a local stands for: what is bound, else its slots."""
        found = env.get(e.uid)
        if found is not None:
            return found
        store = self.stores.get(e.uid)
        if store is None:
            return self.arena.fail(Fault(faults.no_value(e.name), e.span))
        base = self.arena.num(store.base)
        if store.form == "counts":
            slots = [self.arena.num(store.base + n) for n in range(store.width)]
            return {store.first + n: self.arena.load(slot, -MANY, MANY) for n, slot in enumerate(slots)}
        member = e.type.of if isinstance(e.type, m.Many) else e.type
        low, high = self.reach_of(member)
        if store.form == "number":
            return self.arena.load(base, low, high)
        if store.form == "list":
            return self.arena.seen("items", 1, base, low, high)
        return self.arena.seen("bits", (store.first, store.width), base, low, high)

    def reach_of(self, of: m.Type) -> tuple[int, int]:
        """The numbers that a local of a type can stand for. Its declared range is not sure: it may be raised."""
        if isinstance(of, m.Flag):
            return 0, 1
        if isinstance(of, m.Ref) and of.kind:
            return -1, self.model.kinds[self.model.kinds[of.kind].root].size - 1
        return -HUGE, HUGE

    def fact(self, e: m.Static, env: Env) -> Term:
        """A fact of the board: a number, or members."""
        of, kind = e.field, self.model.kinds[e.field.kind]
        at = self.fact_index(e, env)
        if not of.values:
            return self.arena.fail(Fault(faults.no_fact(of.name), e.span))
        if all(isinstance(value, int) for value in of.values):
            return self.arena.pick(tuple(value for value in of.values if isinstance(value, int)), at)
        assert kind is not None
        return self.arena.fixed(tuple(value for value in of.values if isinstance(value, tuple)), at)

    def fact_index(self, e: m.Static, env: Env) -> Term:
        first = self.model.kinds[e.field.kind].first
        at = self.arena.math("-", self.thing(e.of, env), self.arena.num(first))
        return self.arena.check(at, 0, len(e.field.values) - 1, Fault(faults.no_fact(e.field.name), e.span))

    # ------------------------------------------------------------ entries

    def entry(self, slot: m.Slot, env: Env) -> Location:
        """Which entry of which run a slot names; faults where there is none."""
        a, run = self.arena, self.layout.runs[slot.field]
        of, keys = slot.field, tuple(self.term(key, env) for key in slot.keys)
        owner = self.thing(slot.owner, env) if slot.owner is not None else a.num(0)
        shown = [owner] if of.kind else []
        said = (of.kind,) if of.kind else ()
        words = faults.no_entry("\0" if of.kind else "", of.name, ", ".join("\0" for _ in keys))
        said, shown = (*said, *("" for _ in keys)), [*shown, *keys]
        fault = Fault(words, slot.span, said)
        at = a.check(a.math("-", owner, a.num(run.owners[0])), 0, run.owners[1] - 1, fault, *shown)
        for key, (first, size) in zip(keys, of.keys, strict=True):
            index = a.check(a.math("-", key, a.num(first)), 0, size - 1, fault, *shown)
            at = a.math("+", a.math("*", at, a.num(size)), index)
        return Location(run, at, a.pick(run.base, at))

    def read(self, e: m.Slot, env: Env) -> Term:
        """A slot as an expression: a number, what lies on a space, or the members of a set."""
        entry = self.entry(e, env)
        run = entry.run
        if run.form == "number":
            return self.arena.load(entry.base, run.low, run.high)
        if run.form == "space":
            assert run.kind is not None
            return self.arena.load(entry.base, -1, run.kind.first + run.kind.size - 1)
        return self.contained(entry)

    def contents(self, e: m.Slot, env: Env) -> Term:
        return self.contained(self.entry(e, env))

    def contained(self, entry: Location) -> Term:
        """What a holder holds as a domain: sorts in index order, items in order."""
        a, run = self.arena, entry.run
        assert run.kind is not None
        first, last = run.kind.first, run.kind.first + run.kind.size - 1
        if run.form in ("row", "pile", "stack"):
            return a.seen("items", (items_at(run.form, 0)), entry.base, first, last)
        if run.form == "space":
            return self.one_or_none(a.load(entry.base, -1, last))
        if run.form == "own":
            some = a.compare(">", a.load(entry.base, 0, MANY), a.num(0))
            return self.one_or_none(a.choose(some, a.pick(run.sorts, entry.at), a.num(-1)))
        return a.seen(
            "marks", (first, run.kind.size, run.form == "counts" or bool(self.endless(run))), entry.base, first, last
        )

    def one_or_none(self, of: Term) -> Term:
        """A thing as a domain: itself, or nothing if it is none."""
        if of.low >= 0:
            return self.arena.listed(of)
        return self.arena.make("maybe", (of,), None, max(0, of.low), of.high)

    # ------------------------------------------------------------ counting

    def room(self, entry: Location) -> Term:
        """How much an entry may hold; -1 without bound."""
        return self.arena.pick(entry.run.capacity, entry.at)

    def count(self, slot: m.Slot, sort: Term, env: Env) -> Term:
        return self.counted(self.entry(slot, env), sort)

    def counted(self, entry: Location, sort: Term) -> Term:
        """How many of a sort (0 or 1 of a thing) an entry holds; 0 of what it could not hold."""
        a, run = self.arena, entry.run
        assert run.kind is not None
        if run.form == "own":
            mine = a.compare("=", a.pick(run.sorts, entry.at), sort)
            return a.choose(mine, a.load(entry.base, 0, MANY), a.num(0))
        if run.form == "space":
            return a.compare("=", a.load(entry.base, -1, run.kind.first + run.kind.size - 1), sort)
        if run.form in ("bag", "set", "counts") or (run.form == "row" and run.kind.fungible):
            return self._where_counted(entry, sort)
        items = self.contained(entry)
        each = a.fresh(items.low, items.high)
        how = Gathering("count", each.value, True, False)
        return a.gather(how, items, a.compare("=", each, sort))

    def _where_counted(self, entry: Location, sort: Term) -> Term:
        a, run = self.arena, entry.run
        assert run.kind is not None
        at = a.math("-", sort, a.num(run.kind.first))
        inside = a.between(at, 0, run.kind.size - 1)
        low, high = self._limits(run)
        found = a.load(a.math("+", self.counts_at(entry), at), low, high)
        return found if inside.known and inside.value else a.choose(inside, found, a.num(0))

    def _limits(self, run: Run) -> tuple[int, int]:
        """Least and greatest count of a sort."""
        if run.form == "set":
            return 0, 1
        if run.form == "counts":
            return -MANY, MANY
        return -MANY if self.endless(run) else 0, self.most(run)

    def counts_at(self, entry: Location) -> Term:
        """Where the counts by sort begin."""
        if entry.run.form != "row":
            return entry.base
        return self.arena.math("+", entry.base, self.arena.math("+", self.room(entry), self.arena.num(1)))

    def most(self, run: Run) -> int:
        """How many of a sort a holder can hold at most."""
        return max(run.capacity) if min(run.capacity) >= 0 else MANY

    def endless(self, run: Run) -> frozenset[int]:
        """The sorts of which the supply may owe some."""
        if not (run.field.builtin and run.field.name.startswith("supply_") and run.kind and run.kind.pieces):
            return frozenset()
        pieces = self.model.kinds[run.kind.root].pieces or ()
        return frozenset(sort for sort, number in enumerate(pieces) if number is None)

    def size(self, slot: m.Slot, env: Env) -> Term:
        return self.sized(self.entry(slot, env))

    def sized(self, entry: Location) -> Term:
        """How many pieces or things an entry holds."""
        a, run = self.arena, entry.run
        if run.form == "space":
            assert run.kind is not None
            return a.compare(">=", a.load(entry.base, -1, run.kind.first + run.kind.size - 1), a.num(0))
        if run.form in ("bag", "set", "counts"):
            assert run.kind is not None
            low, high = self._limits(run)
            return a.total(entry.base, run.kind.size, low, high)
        return a.load(entry.base, 0, self.most(run))
