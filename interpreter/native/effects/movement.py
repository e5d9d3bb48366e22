"""Emits code for the instructions `Transfer` and `TransferAll`, which move pieces between holders.

Each field that takes part in transfers has a function that removes pieces and a function that adds pieces. The emitted
functions make the same checks as `interpreter.position.holders`. An impossible move ends the call with the error
`REFUSED`.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter import wasm as w
from interpreter.native.emit.faults import REFUSED, ends_in
from interpreter.native.emit.memory import WORD, Memory
from interpreter.native.emit.shorthand import (
    add,
    any_of,
    both,
    call,
    code,
    eq,
    ge,
    gt,
    lt,
    lt_u,
    mul,
    ne,
    put,
    set_word,
    shl,
    sub,
    word,
    zero,
)
from interpreter.native.emit.writer import Writer
from interpreter.native.terms.expressions import Expressions
from interpreter.optimizer import instructions as i
from interpreter.position import FieldLayout, Holders, ItemListStorage
from interpreter.wasm import I32

NO = w.Const(I32, 0)
LAID = {"row": "lay_in_row", "pile": "lay_in_pile", "stack": "lay_on_stack", "layered": "lay_on_layered"}


class Movement:
    """Emits transfers, and the functions that they call."""

    def __init__(self, out: Writer, memory: Memory, expressions: Expressions, holders: Holders) -> None:
        self._out = out
        self._memory = memory
        self._expressions = expressions
        self._holders = holders
        self._runs: dict[int, FieldLayout] = {}

    # ------------------------------------------------------------ transfers

    def transfer(self, each: i.Transfer) -> None:
        """Emit a transfer, which computes all types and amounts before the first piece moves."""
        out, value = self._out, self._expressions.narrow
        source, target = (out.held(value(of.index), "entry") for of in (each.source, each.target))
        amounts = [(out.held(value(sort), "sort"), out.held(value(many), "number")) for sort, many in each.amounts]
        for sort, number in amounts:
            out.emit(call(self._of(each.source.run, "take"), source, sort, number))
            out.emit(call(self._of(each.target.run, "lay_under" if each.under else "give"), target, sort, number))

    def transfer_all(self, each: i.TransferAll) -> None:
        runs = (each.source.run.first, each.target.run.first, each.under)
        self._runs |= {of.run.first: of.run for of in (each.source, each.target)}
        value = self._expressions.narrow
        self._out.emit(call(self._out.wanted("carry", runs), value(each.source.index), value(each.target.index)))

    def _of(self, run: FieldLayout, what: str) -> str:
        """Return the name of a field's function, and request the function."""
        self._runs[run.first] = run
        return self._out.wanted(what, run.first)

    # ------------------------------------------------------------ functions of fields

    def write_take(self, name: str, first: int) -> None:
        """Emit a function `(entry, sort, number)` that removes `number` pieces of type `sort` from a field.

        The form of the field determines which pieces are removed first.
        """
        run, out = self._runs[first], self._out
        entry, sort, number = (w.Local(each, I32) for each in ("entry", "sort", "number"))
        with out.function(name, (entry, sort, number)):
            out.emit(w.If(lt(number, 0), ends_in(REFUSED)), w.If(zero(number), (w.Return(),)))
            base = out.held(self._base(run, entry), "base")
            if self._is_listed(run):
                with out.times(number):
                    gone = call(f"gone_from_{_listed_as(run)}", base, sort, gives=I32)
                    out.emit(w.If(zero(gone), ends_in(REFUSED)))
                return
            belongs = self._belongs(run, entry, sort)
            if run.form == "space":
                out.emit(w.If(any_of(ne(word(base), sort), gt(number, 1)), ends_in(REFUSED)), set_word(base, -1))
                return
            out.emit(w.If(zero(belongs), ends_in(REFUSED)))
            at = out.held(self._count_at(run, entry, base, sort), "at")
            out.emit(w.If(both(gt(number, word(at)), zero(self._is_endless(run, sort))), ends_in(REFUSED)))
            if run.form == "row":
                out.emit(call("take_items", base, at, sort, number))
            else:
                out.emit(set_word(at, sub(word(at), number)))

    def write_give(self, name: str, first: int) -> None:
        """Emit a function `(entry, sort, number)` that adds `number` pieces of type `sort` to a field."""
        run, out = self._runs[first], self._out
        entry, sort, number = (w.Local(each, I32) for each in ("entry", "sort", "number"))
        with out.function(name, (entry, sort, number)):
            out.emit(w.If(zero(number), (w.Return(),)))
            out.emit(w.If(zero(self._belongs(run, entry, sort)), ends_in(REFUSED)))
            base = out.held(self._base(run, entry), "base")
            self._make_sure_of_room(run, entry, base, number)
            if self._is_listed(run):
                with out.times(number):
                    out.emit(call(LAID[_listed_as(run)], base, sort))
            elif run.form == "space":
                out.emit(set_word(base, sort))
            else:
                at = out.held(self._count_at(run, entry, base, sort), "at")
                done = (
                    call("put_items", base, at, sort, number)
                    if run.form == "row" else set_word(at, add(word(at), number))
                )  # fmt: skip
                out.emit(done)

    def write_lay_under(self, name: str, first: int) -> None:
        """Emit a function `(entry, thing, number)` that puts a thing at the bottom of a layered stack.

        The stack must have room for `number` more things. If the order of the whole stack is known, it stays known.
        """
        run, out = self._runs[first], self._out
        entry, thing, number = (w.Local(each, I32) for each in ("entry", "thing", "number"))
        with out.function(name, (entry, thing, number)):
            base = out.held(self._base(run, entry), "base")
            self._make_sure_of_room(run, entry, base, number)
            known = out.held(self._pool(run, base), "pool")
            items = out.held(add(base, WORD * header(run)), "items")
            out.emit(w.Copy(add(items, WORD), code(items), shl(word(base), 2)), set_word(items, thing))
            out.emit(set_word(base, add(word(base), 1)))
            counter = out.held(w.Select(add(base, 2 * WORD), add(base, WORD), code(known)), "at")
            out.emit(set_word(counter, add(word(counter), 1)))

    def write_carry(self, name: str, runs: tuple[int, int, bool]) -> None:
        """Emit a function that moves all items from one field entry to another, in order.

        If the order of the items is unknown, it stays unknown.
        """
        out, (source, target, under) = self._out, runs
        one, other = self._runs[source], self._runs[target]
        from_, to = w.Local("from", I32), w.Local("to", I32)
        with out.function(name, (from_, to)):
            base, there = out.held(self._base(one, from_), "base"), out.held(self._base(other, to), "there")
            keeps = header(one) > 1 and header(other) > 1 and not under
            pool = out.held(self._pool(one, base) if keeps else NO, "pool")
            if keeps:
                out.emit(w.If(both(ne(pool, 0), ne(word(there), 0)), ends_in(REFUSED)))
            give = self._of(other, "lay_under" if under else "give")
            if isinstance(one.storage, ItemListStorage):
                self._each_item(one, base, from_, to, give)
            else:
                self._each_sort(one, base, from_, to, give)
            if keeps:
                with out.only_if(pool):
                    self._forget(other, there, pool)

    def _each_item(self, one: FieldLayout, base: w.Local, source: w.Local, target: w.Local, give: str) -> None:
        out, take = self._out, self._of(one, "take")
        size = out.held(shl(word(base), 2), "size")
        at, sort = out.held(call("draft", gives=I32), "at"), w.Local("sort", I32)
        out.emit(w.Copy(code(at), add(base, WORD * header(one)), code(size)), put(size, add(at, size)))
        with out.loop_while(lt_u(at, size)):
            out.emit(put(sort, word(at)), put(at, add(at, WORD)))
            out.emit(call(take, source, sort, 1), call(give, target, sort, 1))

    def _each_sort(self, one: FieldLayout, base: w.Local, source: w.Local, target: w.Local, give: str) -> None:
        out, take = self._out, self._of(one, "take")
        if one.form == "space":
            sort, number = out.held(word(base), "sort"), w.Const(I32, 1)
            with out.only_if(ge(sort, 0)):
                out.emit(call(take, source, sort, number), call(give, target, sort, number))
            return
        many = w.Local("many", I32)
        first, size = (self._sort_of(one, source), 1) if one.form == "own" else (one.holds.first, one.holds.size)
        sort, at = out.held(code(first), "sort"), out.held(code(base), "at")
        end = out.held(add(base, WORD * size), "end")
        with out.loop_while(lt_u(at, end)):
            with out.only_if(gt(w.Tee(many, word(at)), 0)):
                out.emit(call(take, source, sort, many), call(give, target, sort, many))
            out.emit(put(sort, add(sort, 1)), put(at, add(at, WORD)))

    # ------------------------------------------------------------ properties of holders

    def _base(self, run: FieldLayout, entry: w.Local) -> w.Code:
        """Return an expression for the address of a field entry."""
        return self._looked_up([self._memory.slot(base) for base in run.base], entry)

    def _looked_up(self, values: Sequence[int], entry: w.Local) -> w.Code:
        if len(set(values)) == 1:
            return w.Const(I32, values[0])
        return word(mul(entry, WORD), self._memory.table(values))

    def _sort_of(self, run: FieldLayout, entry: w.Local) -> w.Code:
        return self._looked_up(run.sorts, entry)

    def _is_listed(self, run: FieldLayout) -> bool:
        """Return True if the field stores a list of items, without separate counts."""
        return isinstance(run.storage, ItemListStorage) and not (run.form == "row" and run.holds.fungible)

    def _belongs(self, run: FieldLayout, entry: w.Local, sort: w.Local) -> w.Code:
        if run.form == "own":
            return eq(sort, self._sort_of(run, entry))
        return lt_u(sub(sort, run.holds.first), run.holds.size)

    def _is_endless(self, run: FieldLayout, sort: w.Local) -> w.Code:
        kind = run.holds
        sorts = [each for each in range(kind.first, kind.first + kind.size) if self._holders.is_endless(run, each)]
        if len(sorts) in (0, kind.size):
            return w.Const(I32, int(bool(sorts)))
        found = eq(sort, sorts[0])
        for each in sorts[1:]:
            found = any_of(found, eq(sort, each))
        return found

    def _count_at(self, run: FieldLayout, entry: w.Local, base: w.Local, sort: w.Local) -> w.Code:
        """Return an expression for the address of the slot that counts a type."""
        if run.form == "own":
            return code(base)
        at = add(base, shl(sub(sort, run.holds.first), 2))
        if run.form == "row":
            at = add(at, self._looked_up([WORD * (header(run) + room) for room in run.capacity], entry))
        return at

    def _make_sure_of_room(self, run: FieldLayout, entry: w.Local, base: w.Local, number: w.Local) -> None:
        if max(run.capacity) < 0:
            return
        room = self._out.held(self._looked_up(run.capacity, entry), "room")
        full = gt(add(self._size(run, base), number), room)
        self._out.emit(w.If(both(ge(room, 0), full), ends_in(REFUSED)))

    def _size(self, run: FieldLayout, base: w.Local) -> w.Code:
        if run.form == "space":
            return ge(word(base), 0)
        if run.form == "bag":
            return call("total", base, run.holds.size, gives=I32)
        return word(base)

    def _pool(self, run: FieldLayout, base: w.Local) -> w.Code:
        """Return an expression for the number of items in a stack's pool, whose order is unknown."""
        found = sub(word(base), word(base, WORD))
        return sub(found, word(base, 2 * WORD)) if run.form == "layered" else found

    def _forget(self, run: FieldLayout, base: w.Local, number: w.Local) -> None:
        """Emit code that marks the order of a stack's lowest items as unknown."""
        out, items, size = self._out, add(base, WORD * header(run)), self._out.fresh(name="size")
        out.emit(put(size, shl(number, 2)), set_word(base, sub(word(base), number), WORD))
        if run.form == "layered":
            out.emit(set_word(base, 0, 2 * WORD))
        begun = out.held(call("draft", gives=I32), "begun")
        out.emit(w.Copy(code(begun), items, code(size)), call("sort_words", begun, add(begun, size)))
        out.emit(w.Copy(items, code(begun), code(size)))


def _listed_as(run: FieldLayout) -> str:
    assert isinstance(run.storage, ItemListStorage)
    return run.storage.listed_as


def header(run: FieldLayout) -> int:
    """Return the number of slots before the first item, or 0 if the field stores no list of items."""
    return run.storage.header if isinstance(run.storage, ItemListStorage) else 0
