"""Writes the typed tree of a kernel as a WebAssembly function.

A number, flag, list or sequence of pairs is one local; a list and a sequence of pairs begin with the number of their
words. A table is two locals: its address and size. Marks are bytes with a size. A room is an address, the current
number of words, and the largest number. Rooms and marks lie on the module's stack of drafts, which falls back when the
kernel returns.

Each index and each sum is checked, so a faulty kernel ends the call instead of writing elsewhere or computing
another result than CPython.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import assert_never

from interpreter import wasm as w
from interpreter.kernel import tree as t
from interpreter.kernel.reading import NUMBERS, read
from interpreter.wasm import I32, I64

WORD = 4
PARTS = {t.Type.TABLE: ("", "_size"), t.Type.MARKS: ("", "_size"), t.Type.ROOM: ("", "_count", "_most")}
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


def written(function: Callable[..., object], around: Surroundings) -> w.Function:
    """Return the WebAssembly function for a kernel.

    Raises:
        KernelFault: if the kernel uses something outside the subset.
    """
    return _Writer(read(function), around).function()


def _number(value: int) -> w.Code:
    return w.Const(I32, value)


def _op(name: str, *args: w.Code) -> w.Code:
    return w.Plain(f"i32.{name}", args)


def _add(one: w.Code, other: w.Code) -> w.Code:
    return _op("add", one, other)


def _words(number: w.Code) -> w.Code:
    return _op("shl", number, _number(2))


class _Writer:
    def __init__(self, kernel: t.Kernel, around: Surroundings) -> None:
        self._kernel = kernel
        self._around = around
        self._locals: dict[str, tuple[w.Local, ...]] = {}
        self._body: list[w.Code] = []
        self._loops: list[tuple[w.Label, w.Label]] = []
        self._mark = w.Local("mark", I32)

    def function(self) -> w.Function:
        params = tuple(local for param in self._kernel.params for local in self._parts(param))
        self._emit(w.Put(self._mark, self._draft))
        self._statements(self._kernel.body)
        return w.Function(self._kernel.name, params, I32, (*self._body, w.Unreachable()))

    # ------------------------------------------------------------ locals and blocks

    def _parts(self, name: t.Name) -> tuple[w.Local, ...]:
        if name.name not in self._locals:
            suffixes = PARTS.get(name.type, ("",))
            self._locals[name.name] = tuple(w.Local(f"{name.name}{suffix}", I32) for suffix in suffixes)
        return self._locals[name.name]

    def _get(self, name: t.Name, part: int = 0) -> w.Code:
        return w.Get(self._parts(name)[part])

    @property
    def _draft(self) -> w.Code:
        return w.Get(self._around.draft)

    @property
    def _free(self) -> w.Code:
        """Return an expression for the bytes that are left on the stack of drafts; its last word stays free."""
        return _op("sub", _number(self._around.draft_end - WORD), self._draft)

    def _emit(self, *parts: w.Code) -> None:
        self._body.extend(parts)

    def _put(self, local: w.Local, value: w.Code) -> None:
        self._emit(w.Put(local, value))

    def _held(self, value: w.Code, name: str) -> w.Code:
        local = w.Local(name, I32)
        self._put(local, value)
        return w.Get(local)

    def _fails_if(self, test: w.Code) -> w.Code:
        return w.If(test, self._around.fail)

    def _block(self, statements: t.Body) -> tuple[w.Code, ...]:
        outer, self._body = self._body, []
        self._statements(statements)
        found, self._body = tuple(self._body), outer
        return found

    # ------------------------------------------------------------ statements

    def _statements(self, statements: t.Body) -> None:
        for each in statements:
            self._statement(each)

    def _statement(self, of: t.Statement) -> None:
        match of:
            case t.Assign(name, value):
                self._put(self._parts(name)[0], self._value(value))
            case t.AssignPair((one, other), pairs, at):
                place = self._held(self._value(at), "at")
                half = _op("shr_u", self._length(self._get(pairs)), _number(1))
                self._emit(self._fails_if(_op("ge_u", place, half)))
                pair = self._held(_add(self._get(pairs), _op("shl", place, _number(3))), "pair")
                self._put(self._parts(one)[0], w.Load("i32.load", pair, WORD))
                self._put(self._parts(other)[0], w.Load("i32.load", pair, 2 * WORD))
            case t.MakeRoom(name, size):
                self._make_room(name, self._value(size))
            case t.MakeMarks(name, size, members):
                self._make_marks(name, self._value(size), members)
            case t.Append(room, number):
                address, count, most = self._parts(room)
                self._emit(self._fails_if(_op("ge_u", w.Get(count), w.Get(most))))
                self._emit(w.Store("i32.store", _add(w.Get(address), _words(w.Get(count))), self._value(number)))
                self._put(count, _add(w.Get(count), _number(1)))
            case t.Mark(marks, number, marked):
                self._emit(w.Store("i32.store8", self._marked(marks, self._value(number)), _number(int(marked))))
            case t.If(test, then, otherwise):
                self._emit(w.If(self._value(test), self._block(then), self._block(otherwise)))
            case t.While(test, body):
                with self._loop(lambda: self._value(test)):
                    self._emit(*self._body_of_loop(body))
            case t.ForRange():
                self._for_range(of)
            case t.ForEach():
                self._for_each(of)
            case t.Break():
                self._emit(w.Branch(self._loops[-1][0]))
            case t.Continue():
                self._emit(w.Branch(self._loops[-1][1]))
            case t.Return(value):
                found = self._held(self._value(value), "found")
                self._emit(w.Put(self._around.draft, w.Get(self._mark)), w.Return(found))
            case t.ReturnSorted(room):
                begin = self._get(room)
                self._emit(w.Put(self._around.draft, _add(begin, _words(self._get(room, 1)))))
                self._emit(w.Call(self._around.sort, (begin, self._draft)))
                found = self._held(w.Call(self._around.done, (begin,), I32), "found")
                self._emit(w.Put(self._around.draft, w.Get(self._mark)), w.Return(found))
            case _:
                assert_never(of)

    def _make_room(self, name: t.Name, size: w.Code) -> None:
        address, count, most = self._parts(name)
        self._put(most, size)
        self._emit(self._fails_if(_op("gt_u", w.Get(most), _op("shr_u", self._free, _number(2)))))
        self._put(address, self._draft)
        self._emit(w.Put(count, _number(0)), w.Put(self._around.draft, _add(w.Get(address), _words(w.Get(most)))))

    def _make_marks(self, name: t.Name, size: w.Code, members: t.Name | None) -> None:
        """Allocate bytes that are 0, except those of the members. A member may be -1, which means `none`."""
        address, end = self._parts(name)
        self._put(end, size)
        self._emit(self._fails_if(_op("gt_u", w.Get(end), self._free)))
        self._put(address, self._draft)
        self._emit(w.Fill(w.Get(address), _number(0), w.Get(end)))
        rounded = _op("and", _add(_add(w.Get(address), w.Get(end)), _number(WORD - 1)), _number(-WORD))
        self._emit(w.Put(self._around.draft, rounded))
        if members is not None:
            each = t.Name(f"{members.name} of {name.name}", t.Type.NUMBER)
            marked = t.If(t.Comparison(">=", each, t.Number(0)), [t.Mark(name, each, True)], [])
            self._for_each(t.ForEach((each,), members, [marked]))

    # ------------------------------------------------------------ loops

    @contextmanager
    def _loop(self, test: Callable[[], w.Code]) -> Iterator[None]:
        """Repeat the code emitted inside the `with` statement while a test is true."""
        done, again = w.Label("done"), w.Label("again")
        self._loops.append((done, w.Label("next")))
        outer, self._body = self._body, [w.Branch(done, _op("eqz", test()))]
        yield
        self._emit(w.Branch(again))
        body, self._body = self._body, outer
        self._loops.pop()
        self._emit(w.Block(done, (w.Loop(again, tuple(body)),)))

    def _body_of_loop(self, body: t.Body) -> tuple[w.Code, ...]:
        """Return the code of a loop's body, in a block that `continue` leaves."""
        return (w.Block(self._loops[-1][1], self._block(body)),)

    def _for_range(self, of: t.ForRange) -> None:
        at = w.Local(of.name.name, I32)
        self._put(at, self._value(of.begin))
        end = self._held(self._value(of.end), "end")
        with self._loop(lambda: _op("lt_s", w.Get(at), end)):
            self._put(self._parts(of.name)[0], w.Get(at))
            self._emit(*self._body_of_loop(of.body))
            self._put(at, _add(w.Get(at), _number(1)))

    def _for_each(self, of: t.ForEach) -> None:
        at = w.Local("at", I32)
        self._put(at, self._value(of.of))
        end = self._held(_add(w.Get(at), _words(self._length(w.Get(at)))), "end")
        with self._loop(lambda: _op("lt_u", w.Get(at), end)):
            for number, name in enumerate(of.names, 1):
                self._put(self._parts(name)[0], w.Load("i32.load", w.Get(at), number * WORD))
            self._put(at, _add(w.Get(at), _number(len(of.names) * WORD)))
            self._emit(*self._body_of_loop(of.body))

    # ------------------------------------------------------------ values

    def _value(self, of: t.Value) -> w.Code:
        match of:
            case t.Number(value):
                return _number(value)
            case t.Truth(truth):
                return _number(int(truth))
            case t.Name():
                return self._get(of)
            case t.Calculation():
                return self._calculated(of)
            case t.Comparison(op, one, other):
                return _op(COMPARISONS[op], self._value(one), self._value(other))
            case t.Junction(op, one, other):
                ways = (self._value(other),), (_number(1 if op == "or" else 0),)
                return w.If(self._value(one), *(ways if op == "and" else ways[::-1]), I32)
            case t.Not(inner):
                return _op("eqz", self._value(inner))
            case t.IsMarked(marks, number):
                return w.Load("i32.load8_u", self._marked(marks, self._value(number)))
            case t.Item(listed, at):
                is_room = listed.type == t.Type.ROOM
                size = self._get(listed, 1) if is_room else self._length(self._get(listed))
                place = self._checked(self._value(at), size)
                return w.Load("i32.load", _add(self._get(listed), _words(place)), 0 if is_room else WORD)
            case t.TableRow(table, at):
                place = self._checked(self._value(at), self._get(table, 1))
                return w.Load("i32.load", _add(self._get(table), _words(place)))
            case t.Length(inner):
                return self._number_of(inner)
            case t.Extreme(how, one, other):
                return self._extreme(how, self._value(one), self._value(other))
            case t.Choice(test, one, other):
                return w.If(self._value(test), (self._value(one),), (self._value(other),), I32)
            case t.Pop(room):
                address, count, _ = self._parts(room)
                less = w.Put(count, _op("sub", w.Get(count), _number(1)))
                last = w.Load("i32.load", _add(w.Get(address), _words(w.Get(count))))
                return w.Block(None, (self._fails_if(_op("eqz", w.Get(count))), less, last), I32)
            case _:
                assert_never(of)

    @staticmethod
    def _length(address: w.Code) -> w.Code:
        """Return the number of words in a list or in a sequence of pairs."""
        return w.Load("i32.load", address)

    def _number_of(self, of: t.Value) -> w.Code:
        if isinstance(of, t.Name) and of.type in PARTS:
            return self._get(of, 1)
        words = self._length(self._value(of))
        return _op("shr_u", words, _number(1)) if of.type == t.Type.PAIRS else words

    def _checked(self, place: w.Code, size: w.Code) -> w.Code:
        """Return an expression for an index, which ends the call unless the index is below a size."""
        at = w.Local("at", I32)
        return w.Block(None, (w.Put(at, place), self._fails_if(_op("ge_u", w.Get(at), size)), w.Get(at)), I32)

    def _marked(self, marks: t.Name, number: w.Code) -> w.Code:
        """Return an expression for the address of a number's byte."""
        return _add(self._get(marks), self._checked(number, self._get(marks, 1)))

    def _calculated(self, of: t.Calculation) -> w.Code:
        """Return an expression for a sum, difference or product, which ends the call if the result needs more than 32
        bits.
        """
        match of:
            case t.Calculation("+", one, t.Number(more)) if more >= 0:
                held = w.Local("sum", I32)
                full = self._fails_if(_op("gt_s", w.Get(held), _number(NUMBERS[-1] - more)))
                return w.Block(None, (w.Put(held, self._value(one)), full, _add(w.Get(held), _number(more))), I32)
        result = w.Local("result", I64)
        wide = [w.Plain("i64.extend_i32_s", (self._value(each),)) for each in (of.one, of.other)]
        narrow = w.Plain("i32.wrap_i64", (w.Get(result),))
        fits = w.Plain("i64.eq", (w.Plain("i64.extend_i32_s", (narrow,)), w.Get(result)))
        made = w.Put(result, w.Plain(f"i64.{CALCULATIONS[of.op]}", tuple(wide)))
        return w.Block(None, (made, self._fails_if(_op("eqz", fits)), narrow), I32)

    @staticmethod
    def _extreme(how: str, one: w.Code, other: w.Code) -> w.Code:
        a, b = w.Local("one", I32), w.Local("other", I32)
        test = _op("lt_s" if how == "min" else "gt_s", w.Get(a), w.Get(b))
        return w.Block(None, (w.Put(a, one), w.Put(b, other), w.Select(w.Get(a), w.Get(b), test)), I32)
