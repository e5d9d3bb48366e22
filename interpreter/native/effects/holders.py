"""Emits the functions that add pieces to holders and remove pieces from them.

A holder is a row, pile, stack or bag stored in the slots of a position. The address of a holder is the address of its
first slot.

- A row or pile stores its length, followed by its items.
- A stack stores its length, the number of known items on top, and its items.
- A layered stack also stores the number of known items at its bottom.
- A bag stores the count of each type.

Slots that are no longer used are reset to 0.
"""

from __future__ import annotations

from contextlib import AbstractContextManager

from interpreter import wasm as w
from interpreter.native.emit.loops import function
from interpreter.native.emit.memory import WORD
from interpreter.native.emit.shorthand import (
    Given,
    add,
    any_of,
    call,
    code,
    eq,
    ge,
    gt,
    le,
    lt_u,
    ne,
    put,
    set_word,
    shl,
    sub,
    tee,
    word,
    zero,
)
from interpreter.native.emit.writer import Writer
from interpreter.wasm import I32

NEXT = WORD
ITEMS, STACKED, LAYERED = WORD, 2 * WORD, 3 * WORD
"""Byte offset of the first item in a row or pile, in a stack, and in a layered stack."""


class HolderFunctions:
    """Emits the functions that change holders."""

    def __init__(self, out: Writer) -> None:
        self._out = out

    def write(self) -> None:
        self._places()
        self._rows_of_pieces()
        self._things()
        self._everything()
        self._sets()

    def _function(self, name: str, params: str, gives: str | None = None) -> AbstractContextManager[list[w.Local]]:
        return function(self._out, name, params, gives)

    def _raise(self, at: Given, by: Given) -> None:
        self._out.emit(set_word(at, add(word(at), by)))

    # ------------------------------------------------------------ search

    def _places(self) -> None:
        """Emit `found`, `found_last` and `drawn_up`.

        `found` and `found_last` return the address of the first or last occurrence of a word in a memory area, or 0 if
        the word does not occur. `drawn_up` removes a word: it moves all later words down by one, and sets the last word
        to 0.
        """
        out = self._out
        with self._function("found", "at end of", I32) as (at, end, of):
            with out.loop_while(lt_u(at, end)):
                with out.only_if(eq(word(at), of)):
                    out.emit(w.Return(code(at)))
                out.emit(put(at, add(at, NEXT)))
            out.emit(w.Const(I32, 0))
        with self._function("found_last", "begin at of", I32) as (begin, at, of):
            with out.loop_while(gt(at, begin)):
                out.emit(put(at, sub(at, WORD)))
                with out.only_if(eq(word(at), of)):
                    out.emit(w.Return(code(at)))
            out.emit(w.Const(I32, 0))
        with self._function("drawn_up", "at end") as (at, end):
            size = out.held(sub(sub(end, at), WORD), "size")
            out.emit(call("copy_words", at, add(at, WORD), size), set_word(add(at, size), 0))

    # ------------------------------------------------------------ rows of pieces

    def _rows_of_pieces(self) -> None:
        out = self._out
        with self._function("take_items", "base count sort number") as (base, count, sort, number):
            with out.times(number):
                end = add(add(base, ITEMS), shl(word(base), 2))
                at = out.held(call("found", add(base, ITEMS), end, sort, gives=I32), "at")
                out.emit(call("drawn_up", at, end))
                self._raise(base, -1)
            self._raise(count, sub(0, number))
        with self._function("bring_to_front", "base position") as (base, position):
            before = out.held(shl(sub(position, 1), 2), "before")
            piece = out.held(word(add(add(base, ITEMS), before)), "piece")
            out.emit(w.Copy(add(base, ITEMS + WORD), add(base, ITEMS), code(before)))
            out.emit(set_word(add(base, ITEMS), piece))
        with self._function("put_items", "base count sort number") as (base, count, sort, number):
            at = out.held(add(add(base, ITEMS), shl(word(base), 2)), "at")
            with out.times(number):
                out.emit(set_word(at, sort), put(at, add(at, NEXT)))
            self._raise(base, number)
            self._raise(count, number)
        with self._function("move_items", "source counts target there room first", I32) as given:
            self._move_items(*given)

    def _move_items(
        self, source: w.Local, counts: w.Local, target: w.Local, there: w.Local, room: w.Local, first: w.Local
    ) -> None:  # fmt: skip
        """Emit the body of `move_items`, which moves all pieces from one row to another.

        If the pieces do not fit, `move_items` moves nothing and returns 1; otherwise it returns 0.
        """
        out = self._out
        number = out.held(word(source), "number")
        with out.only_if(any_of(zero(number), eq(source, target))):
            out.emit(w.Return(w.Const(I32, 0)))
        after = out.held(add(word(target), number), "after")
        with out.only_if(gt(after, room)):
            out.emit(w.Return(w.Const(I32, 1)))
        size, begun = shl(number, 2), out.held(add(source, ITEMS), "at")
        out.emit(w.Copy(add(add(target, ITEMS), shl(word(target), 2)), code(begun), size))
        at, end, sort = begun, out.held(add(begun, size), "end"), out.fresh(name="sort")
        with out.loop_while(lt_u(at, end)):
            out.emit(put(sort, shl(sub(word(at), first), 2)))
            self._raise(add(counts, sort), -1)
            self._raise(add(there, sort), 1)
            out.emit(set_word(at, 0), put(at, add(at, NEXT)))
        out.emit(set_word(source, 0), set_word(target, after), w.Const(I32, 0))

    # ------------------------------------------------------------ single things

    def _things(self) -> None:
        out = self._out
        for form in ("row", "pile"):
            with self._function(f"gone_from_{form}", "base item", I32) as (base, item):
                end = add(add(base, ITEMS), shl(word(base), 2))
                at = out.held(call("found", add(base, ITEMS), end, item, gives=I32), "at")
                with out.only_if(at):
                    out.emit(call("drawn_up", at, end))
                    self._raise(base, -1)
                out.emit(ne(at, 0))
        with self._function("gone_from_stack", "base item", I32) as (base, item):
            self._gone_from_stack(base, item)
        with self._function("lay_in_row", "base item") as (base, item):
            self._raise(base, 1)
            out.emit(set_word(add(base, shl(word(base), 2)), item))
        with self._function("lay_on_stack", "base item") as (base, item):
            self._raise(base, 1)
            self._raise(add(base, NEXT), 1)
            out.emit(set_word(add(base, shl(word(base), 2)), item, NEXT))
        with self._function("lay_on_layered", "base item") as (base, item):
            self._raise(base, 1)
            self._raise(add(base, NEXT), 1)
            out.emit(set_word(add(base, shl(word(base), 2)), item, LAYERED - WORD))
        with self._function("gone_from_layered", "base item", I32) as (base, item):
            self._gone_from_layered(base, item)
        with self._function("lay_in_pile", "base item") as (base, item):
            self._raise(base, 1)
            at, before = out.held(add(base, shl(word(base), 2)), "at"), w.Local("before", I32)
            with out.loop_while(gt(at, add(base, ITEMS))) as done:
                out.emit(w.Branch(done, le(tee(before, word(sub(at, WORD))), item)))
                out.emit(set_word(at, before), put(at, sub(at, WORD)))
            out.emit(set_word(at, item))

    def _gone_from_stack(self, base: w.Local, item: w.Local) -> None:
        """Emit code that removes an item from a stack.

        The code removes the topmost match among the known items. If no known item matches, the code removes the first
        match in the pool.
        """
        out = self._out
        first = out.held(add(base, STACKED), "first")
        end = out.held(add(first, shl(word(base), 2)), "end")
        known = out.held(sub(end, shl(word(base, NEXT), 2)), "known")
        found = out.held(call("found_last", known, end, item, gives=I32), "found")
        with out.only_if(zero(found)):
            out.emit(put(found, call("found", first, end, item, gives=I32)))
        with out.only_if(zero(found)):
            out.emit(w.Return(w.Const(I32, 0)))
        with out.only_if(ge(found, known)):
            self._raise(add(base, NEXT), -1)
        out.emit(call("drawn_up", found, end))
        self._raise(base, -1)
        out.emit(w.Const(I32, 1))

    def _gone_from_layered(self, base: w.Local, item: w.Local) -> None:
        """Emit code that removes an item from a layered stack.

        The code searches the known items on top, then the pool, and finally the known items at the bottom. Once the
        pool is empty, all items count as known.
        """
        out = self._out
        first = out.held(add(base, LAYERED), "first")
        end = out.held(add(first, shl(word(base), 2)), "end")
        known = out.held(sub(end, shl(word(base, NEXT), 2)), "known")
        bottom = out.held(add(first, shl(word(base, 2 * NEXT), 2)), "bottom")
        found = out.held(call("found_last", known, end, item, gives=I32), "found")
        with out.only_if(zero(found)):
            out.emit(put(found, call("found", bottom, known, item, gives=I32)))
        with out.only_if(zero(found)):
            out.emit(put(found, call("found_last", first, bottom, item, gives=I32)))
        with out.only_if(zero(found)):
            out.emit(w.Return(w.Const(I32, 0)))
        with out.block() as above:
            self._raise(add(base, NEXT), -1)
        with out.block() as not_above, out.only_if(lt_u(found, bottom)):
            self._raise(add(base, 2 * NEXT), -1)
        out.emit(w.If(ge(found, known), tuple(above), tuple(not_above)))
        out.emit(call("drawn_up", found, end))
        self._raise(base, -1)
        with out.only_if(eq(word(base), add(word(base, NEXT), word(base, 2 * NEXT)))):
            out.emit(set_word(base, word(base), NEXT), set_word(base, 0, 2 * NEXT))
        out.emit(w.Const(I32, 1))

    # ------------------------------------------------------------ entire holders

    def _everything(self) -> None:
        out = self._out
        for form in ("row", "pile", "stack"):
            with self._function(f"carry_to_{form}", "source target") as (source, target):
                number = out.held(word(source), "number")
                with out.only_if(any_of(zero(number), eq(source, target))):
                    out.emit(w.Return())
                self._carry(source, target, number, form)
        with self._function("shuffle", "base header") as (base, header):
            start, size = out.held(add(base, header), "start"), out.held(shl(word(base), 2), "size")
            begun = out.held(call("draft", gives=I32), "begun")
            out.emit(w.Fill(add(base, WORD), w.Const(I32, 0), sub(header, WORD)))
            out.emit(w.Copy(code(begun), code(start), code(size)))
            out.emit(call("sort_words", begun, add(begun, size)), w.Copy(code(start), code(begun), code(size)))
        with self._function("empty_bag", "source target size") as (source, target, size):
            with out.only_if(eq(source, target)):
                out.emit(w.Return())
            with out.times(size):
                with out.only_if(gt(word(source), 0)):
                    self._raise(target, word(source))
                    out.emit(set_word(source, 0))
                out.emit(put(source, add(source, NEXT)), put(target, add(target, NEXT)))

    def _carry(self, source: w.Local, target: w.Local, number: w.Local, form: str) -> None:
        """Emit code that moves all items from one holder to another, in order."""
        out, size = self._out, shl(number, 2)
        if form == "pile":
            at = out.held(add(source, ITEMS), "at")
            with out.times(number):
                out.emit(call("lay_in_pile", target, word(at)), put(at, add(at, NEXT)))
        else:
            first = STACKED if form == "stack" else ITEMS
            end = add(add(target, first), shl(word(target), 2))
            out.emit(w.Copy(end, add(source, ITEMS), size))
            self._raise(target, number)
        if form == "stack":
            self._raise(add(target, NEXT), number)
        out.emit(w.Fill(code(source), w.Const(I32, 0), add(size, WORD)))

    # ------------------------------------------------------------ sets and lists stored in slots

    def _sets(self) -> None:
        out = self._out
        with self._function("mark_members", "base first size list") as (base, first, size, given):
            out.emit(w.Fill(code(base), w.Const(I32, 0), shl(size, 2)))
            at, end = out.held(code(given), "at"), out.held(add(given, shl(word(given), 2)), "end")
            with out.loop_while(lt_u(at, end)):
                out.emit(put(at, add(at, NEXT)), set_word(add(base, shl(sub(word(at), first), 2)), 1))
        with self._function("keep_bits", "base first width list") as (base, first, width, given):
            out.emit(w.Fill(code(base), w.Const(I32, 0), shl(width, 2)))
            at, end = out.held(code(given), "at"), out.held(add(given, shl(word(given), 2)), "end")
            with out.loop_while(lt_u(at, end)):
                out.emit(put(at, add(at, NEXT)), call("set_bit", base, first, width, word(at)))
        with self._function("keep_list", "base width list", I32) as (base, width, given):
            size = out.held(word(given), "size")
            with out.only_if(ge(size, width)):
                out.emit(w.Return(w.Const(I32, 0)))
            out.emit(w.Copy(code(base), code(given), shl(add(size, 1), 2)))
            gap = sub(sub(width, size), 1)
            out.emit(w.Fill(add(base, shl(add(size, 1), 2)), w.Const(I32, 0), shl(gap, 2)), w.Const(I32, 1))
