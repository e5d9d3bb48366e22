"""Translates locals, facts of the board and fields into terms.

A local or a fact becomes its value, and a field becomes the address of one of its entries. Every address is simplified
to a single table lookup or to plain arithmetic.
"""

from __future__ import annotations

from dsl import model as m
from interpreter.flow import Flow
from interpreter.optimizer.terms.arena import Arena
from interpreter.optimizer.terms.operations import HUGE
from interpreter.optimizer.terms.terms import MANY, Fault, Term
from interpreter.optimizer.translation.holders import Holders
from interpreter.optimizer.translation.locations import Env, Location, Meaning, Translates
from interpreter.position import faults


class Addresses:
    """Translates names into values and addresses."""

    def __init__(self, arena: Arena, flow: Flow, holders: Holders, translate: Translates) -> None:
        self._arena = arena
        self._layout = flow.layout
        self._model = flow.model
        self._stores = flow.stores
        self._holders = holders
        self._translate = translate

    # ------------------------------------------------------------ locals and facts

    def variable(self, e: m.Var, env: Env) -> Meaning:
        """Return the value to which a local is bound, or the value in its slots if it is unbound."""
        found = env.get(e.uid)
        if found is not None:
            return found
        store = self._stores.get(e.uid)
        if store is None:
            return self._arena.fail(Fault(faults.no_value(e.name), e.span))
        base = self._arena.num(store.base)
        if store.form == "counts":
            slots = [self._arena.num(store.base + n) for n in range(store.width)]
            return {store.first + n: self._arena.load(slot, -MANY, MANY) for n, slot in enumerate(slots)}
        member = e.type.of if isinstance(e.type, m.Many) else e.type
        low, high = self._reach_of(member)
        if store.form == "number":
            return self._arena.load(base, low, high)
        if store.form == "list":
            return self._arena.seen("items", 1, base, low, high)
        return self._arena.seen("bits", (store.first, store.width), base, low, high)

    def _reach_of(self, of: m.Type) -> tuple[int, int]:
        """Return the minimum and maximum value of a local of this type.

        A number's declared range is not binding, because rules may assign values outside it.
        """
        if isinstance(of, m.Flag):
            return 0, 1
        if isinstance(of, m.Ref) and of.kind:
            return -1, self._model.kinds[self._model.kinds[of.kind].root].size - 1
        return -HUGE, HUGE

    def fact(self, e: m.FactValue, env: Env) -> Term:
        """Return a fact of the board, which is a number or a sequence of members."""
        of, kind = e.field, self._model.kinds[e.field.kind]
        if not of.values:
            return self._arena.behind(
                (self._translate.thing(e.of, env),), self._arena.fail(Fault(faults.no_fact(of.name), e.span))
            )
        at = self.fact_index(e, env)
        if e.column is not None and of.columns is not None:
            a, fault = self._arena, Fault(faults.no_number(of.name, "\0"), e.span, ("",))
            column = self.column(e.column, of.columns, fault, env)
            rows = tuple(number for value in of.values if isinstance(value, tuple) for number in value)
            return a.pick(rows, a.math("+", a.math("*", at, a.num(of.columns[1])), column))
        if all(isinstance(value, int) for value in of.values):
            return self._arena.pick(tuple(value for value in of.values if isinstance(value, int)), at)
        assert kind is not None
        return self._arena.fixed(tuple(value for value in of.values if isinstance(value, tuple)), at)

    def column(self, key: m.Expr, columns: tuple[int, int], fault: Fault, env: Env) -> Term:
        """Return the index of a column in a row of numbers, which raises an error if there is no such column.

        Args:
            columns: The first column, and how many columns there are.
        """
        a, (first, size) = self._arena, columns
        at = a.math("-", self._translate.term(key, env), a.num(first))
        return a.check(at, 0, size - 1, fault, a.math("+", at, a.num(first)))

    def fact_index(self, e: m.FactValue, env: Env) -> Term:
        first = self._model.kinds[e.field.kind].first
        at = self._arena.math("-", self._translate.thing(e.of, env), self._arena.num(first))
        return self._arena.check(at, 0, len(e.field.values) - 1, Fault(faults.no_fact(e.field.name), e.span))

    # ------------------------------------------------------------ entries

    def entry(self, slot: m.Slot, env: Env) -> Location:
        """Return the location of a field entry, whose address raises an error if there is no such entry."""
        a, run = self._arena, self._layout.runs[slot.field]
        of, keys = slot.field, tuple(self._translate.term(key, env) for key in slot.keys)
        owner = self._translate.thing(slot.owner, env) if slot.owner is not None else a.num(0)
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
        """Return the value of a field entry: a number, the contents of a space, or the members of a set."""
        entry = self.entry(e, env)
        run = entry.run
        if run.form == "number":
            return self._arena.load(entry.base, run.low, run.high)
        if run.form == "space":
            assert run.kind is not None
            return self._arena.load(entry.base, -1, run.kind.first + run.kind.size - 1)
        return self._holders.contained(entry)
