"""Writes the values of a kernel as WebAssembly code.

A number, flag, list or sequence of pairs is one local; a list and a sequence of pairs begin with the number of their
words. A table is two locals: its address and size. Marks are bytes with a size. A room is an address, the current
number of words, and the largest number. The word before this address transfers the current number back from a kernel
that gets the room. A set of bits is an address, and begins with its size.

Each index and each sum is checked, so a faulty kernel ends the call instead of writing elsewhere or computing
another result than CPython.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from interpreter import wasm as w
from interpreter.kernel import bit_functions
from interpreter.kernel import tree as t
from interpreter.kernel.expressions import NUMBERS
from interpreter.kernel.instructions import add, const, i32, in_bytes
from interpreter.kernel.layout import WORD, Part
from interpreter.wasm import I32, I64

SIZED = ("", "_size")
STACK = ("", "_count", "_most")
PARTS = {
    t.Type.TABLE: SIZED, t.Type.LISTS: SIZED, t.Type.MARKS: SIZED, t.Type.ROOM: STACK, t.Type.LIST_ROOM: STACK,
    t.Type.BITS_ROOM: STACK,
}  # fmt: skip
"""Suffixes of the locals of a name, for the types that need several locals."""

CALCULATIONS = {"+": "add", "-": "sub", "*": "mul"}
COMPARISONS = {"==": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Parts of a module that kernels use."""

    draft: w.Global
    """Address of the next free word on the stack of drafts."""
    draft_end: int
    fail: tuple[w.Code, ...]
    """Code that ends the call if a kernel cannot continue."""
    sort: str
    """Function that sorts the words between two addresses."""
    done: str
    """Function that turns the words from an address up to the end of the stack into a list."""
    shared: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)
    """Parts of the module that hold the fields of shared records, as in `Layout.parts`."""


class ValueWriter:
    """Writes values in the scope of a kernel."""

    def __init__(self, kernel: t.Kernel, around: Surroundings) -> None:
        self._kernel = kernel
        self._around = around
        self._names: dict[str, tuple[Part, ...]] = dict(around.shared)
        self._body: list[w.Code] = []
        self._loops: list[tuple[w.Label, w.Label]] = []
        self._mark = w.Local("mark", I32)
        self.needs_bits = False
        """True if the code calls functions for sets of bits."""

    def _parts(self, name: t.Name) -> tuple[Part, ...]:
        """Return the locals of a name, or the parts of the module that hold it."""
        if name.name not in self._names:
            suffixes = PARTS.get(name.type, ("",))
            self._names[name.name] = tuple(w.Local(f"{name.name}{suffix}", I32) for suffix in suffixes)
        return self._names[name.name]

    def _get(self, name: t.Name, part: int = 0) -> w.Code:
        found = self._parts(name)[part]
        return found if isinstance(found, w.Const) else w.Get(found)

    def _set(self, name: t.Name, value: w.Code, part: int = 0) -> None:
        found = self._parts(name)[part]
        assert not isinstance(found, w.Const)
        self._emit(w.Put(found, value))

    @property
    def _draft(self) -> w.Code:
        return w.Get(self._around.draft)

    @property
    def _free(self) -> w.Code:
        """Return an expression for the bytes that are left on the stack of drafts; its last word stays free."""
        return i32("sub", const(self._around.draft_end - WORD), self._draft)

    def _emit(self, *parts: w.Code) -> None:
        self._body.extend(parts)

    def _held(self, value: w.Code, name: str) -> w.Code:
        local = w.Local(name, I32)
        self._emit(w.Put(local, value))
        return w.Get(local)

    def _fails_if(self, test: w.Code) -> w.Code:
        return w.If(test, self._around.fail)

    # ------------------------------------------------------------ values

    def _value(self, of: t.Value) -> w.Code:
        match of:
            case t.Number(value):
                return const(value)
            case t.Truth(truth):
                return const(int(truth))
            case t.Name():
                return self._get(of)
            case t.Calculation("//" | "%"):
                return self._divided(of)
            case t.Calculation():
                return self._calculated(of)
            case t.Comparison(op, one, other):
                return i32(COMPARISONS[op], self._value(one), self._value(other))
            case t.Junction(op, one, other):
                ways = (self._value(other),), (const(1 if op == "or" else 0),)
                return w.If(self._value(one), *(ways if op == "and" else ways[::-1]), I32)
            case t.Not(inner):
                return i32("eqz", self._value(inner))
            case t.IsMarked(marks, number):
                return w.Load("i32.load8_u", self._marked(marks, self._value(number)))
            case t.Contains(listed, number):
                return self._contains(self._value(listed), self._value(number))
            case t.Item(listed, at) if listed.type == t.Type.BITS_ROOM:
                place = self._checked(self._value(at), self._get(listed, 1))
                row = bit_functions.words_in(w.Load("i32.load", self._get(listed)))
                return add(self._get(listed), in_bytes(i32("mul", place, row)))
            case t.Item(listed, at) if listed.type in t.ROOMS:
                return w.Load("i32.load", *self._place(listed, self._value(at)))
            case t.Item(listed, at):
                place = self._checked(self._value(at), self._length(self._get(listed)))
                return w.Load("i32.load", add(self._get(listed), in_bytes(place)), WORD)
            case t.TableRow(table, at):
                place = self._checked(self._value(at), self._get(table, 1))
                return w.Load("i32.load", add(self._get(table), in_bytes(place)))
            case t.Length(inner):
                return self._number_of(inner)
            case t.Extreme(how, one, other):
                return self._extreme(how, self._value(one), self._value(other))
            case t.Choice(test, one, other):
                return w.If(self._value(test), (self._value(one),), (self._value(other),), I32)
            case t.Pop(room):
                count = self._parts(room)[1]
                assert not isinstance(count, w.Const)
                none = self._fails_if(i32("eqz", w.Get(count)))
                less = w.Put(count, i32("sub", w.Get(count), const(1)))
                last = w.Load("i32.load", *self._word(room, w.Get(count)))
                return w.Block(None, (none, less, last), I32)
            case t.HasAny(inner, low, high):
                values = tuple(self._value(each) for each in (inner, low, high))
                return self._call_bits("has_any", values, I32)
            case t.Call():
                return self._call(of)
            case _:
                assert_never(of)

    def _call(self, of: t.Call) -> w.Code:
        args = tuple(code for arg in of.args for code in self._argument(arg))
        called = w.Call(of.kernel, args, None if of.type == t.Type.NOTHING else I32)
        rooms = [arg for arg in of.args if isinstance(arg, t.Name) and arg.type == t.Type.ROOM]
        after = [self._counted_again(room) for room in rooms]
        if not rooms:
            return called
        if called.gives is None:
            return w.Block(None, (called, *after))
        result = w.Local("result", I32)
        return w.Block(None, (w.Put(result, called), *after, w.Get(result)), I32)

    def _call_bits(self, name: str, args: tuple[w.Code, ...], gives: str | None = None) -> w.Code:
        """Return a call to one of the functions for sets of bits."""
        self.needs_bits = True
        return w.Call(f"{bit_functions.PREFIX}{name}", args, gives)

    def _counted_again(self, room: t.Name) -> w.Code:
        """Return an instruction that reads the number of words that a called kernel left in a room."""
        count = self._parts(room)[1]
        assert isinstance(count, w.Local)
        return w.Put(count, w.Load("i32.load", self._count_at(room)))

    def _count_at(self, room: t.Name) -> w.Code:
        """Return an expression for the address that transfers the number of words in a room."""
        return i32("sub", self._get(room), const(WORD))

    def _argument(self, of: t.Value) -> list[w.Code]:
        """Return the words that pass a value to a kernel."""
        if isinstance(of, t.Name) and of.type != t.Type.BITS:
            return [self._get(of, part) for part in range(len(self._parts(of)))]
        return [self._value(of)]

    @staticmethod
    def _length(address: w.Code) -> w.Code:
        """Return the number of words in a list or in a sequence of pairs."""
        return w.Load("i32.load", address)

    def _number_of(self, of: t.Value) -> w.Code:
        if isinstance(of, t.Name) and of.type in PARTS:
            return self._get(of, 1)
        words = self._length(self._value(of))
        return i32("shr_u", words, const(1)) if of.type == t.Type.PAIRS else words

    def _word(self, room: t.Name, at: w.Code) -> tuple[w.Code, int]:
        """Return the address of a word in a room, as an expression and a constant."""
        begin = self._get(room)
        return (in_bytes(at), begin.signed) if isinstance(begin, w.Const) else (add(begin, in_bytes(at)), 0)

    def _place(self, room: t.Name, at: w.Code) -> tuple[w.Code, int]:
        """Return the address of an element in a room, after a check that the room has this element."""
        return self._word(room, self._checked(at, self._get(room, 1)))

    def _contains(self, listed: w.Code, number: w.Code) -> w.Code:
        """Return an expression that is 1 if a list contains a number, otherwise 0."""
        wanted, at, end, found = (w.Local(name, I32) for name in ("wanted", "at", "end", "found"))
        done, again = w.Label("done"), w.Label("again")
        next_word = add(w.Get(at), const(WORD))
        loop = (
            w.Branch(done, i32("ge_u", w.Get(at), w.Get(end))),
            w.Put(at, next_word),
            w.Put(found, i32("eq", w.Load("i32.load", w.Get(at)), w.Get(wanted))),
            w.Branch(again, i32("eqz", w.Get(found))),
        )  # fmt: skip
        begin = w.Put(wanted, number), w.Put(at, listed), w.Put(found, const(0))
        last = w.Put(end, add(w.Get(at), in_bytes(self._length(w.Get(at)))))
        return w.Block(None, (*begin, last, w.Block(done, (w.Loop(again, loop),)), w.Get(found)), I32)

    def _checked(self, place: w.Code, size: w.Code) -> w.Code:
        """Return an expression for an index, which ends the call unless the index is below a size."""
        if isinstance(place, w.Get):
            return w.Block(None, (self._fails_if(i32("ge_u", place, size)), place), I32)
        at = w.Local("at", I32)
        return w.Block(None, (w.Put(at, place), self._fails_if(i32("ge_u", w.Get(at), size)), w.Get(at)), I32)

    def _marked(self, marks: t.Name, number: w.Code) -> w.Code:
        """Return an expression for the address of a number's byte."""
        return add(self._get(marks), self._checked(number, self._get(marks, 1)))

    def _calculated(self, of: t.Calculation) -> w.Code:
        """Return an expression for a sum, difference or product, which ends the call if the result needs more than 32
        bits.
        """
        match of:
            case t.Calculation("+" | "-" as sign, one, t.Number(more)) if more >= 0:
                held = w.Local("sum", I32)
                limit = i32("gt_s", w.Get(held), const(NUMBERS[-1] - more))
                if sign == "-":
                    limit = i32("lt_s", w.Get(held), const(NUMBERS[0] + more))
                moved = i32(CALCULATIONS[sign], w.Get(held), const(more))
                return w.Block(None, (w.Put(held, self._value(one)), self._fails_if(limit), moved), I32)
        result = w.Local("result", I64)
        wide = [w.Plain("i64.extend_i32_s", (self._value(each),)) for each in (of.one, of.other)]
        narrow = w.Plain("i32.wrap_i64", (w.Get(result),))
        fits = w.Plain("i64.eq", (w.Plain("i64.extend_i32_s", (narrow,)), w.Get(result)))
        made = w.Put(result, w.Plain(f"i64.{CALCULATIONS[of.op]}", tuple(wide)))
        return w.Block(None, (made, self._fails_if(i32("eqz", fits)), narrow), I32)

    def _divided(self, of: t.Calculation) -> w.Code:
        """Return an expression for a quotient or remainder, which ends the call if the first number is negative or the
        second one is not positive. Python and WebAssembly round differently below 0.
        """
        one, other = w.Local("one", I32), w.Local("other", I32)
        numbers = w.Put(one, self._value(of.one)), w.Put(other, self._value(of.other))
        negative = i32("lt_s", i32("or", w.Get(one), w.Get(other)), const(0))
        fails = self._fails_if(i32("or", negative, i32("eqz", w.Get(other))))
        found = i32("div_u" if of.op == "//" else "rem_u", w.Get(one), w.Get(other))
        return w.Block(None, (*numbers, fails, found), I32)

    @staticmethod
    def _extreme(how: str, one: w.Code, other: w.Code) -> w.Code:
        a, b = w.Local("one", I32), w.Local("other", I32)
        test = i32("lt_s" if how == "min" else "gt_s", w.Get(a), w.Get(b))
        return w.Block(None, (w.Put(a, one), w.Put(b, other), w.Select(w.Get(a), w.Get(b), test)), I32)
