"""Writes the typed tree of a kernel as a WebAssembly function.

Rooms and marks lie on the module's stack of drafts, which falls back when the kernel returns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import assert_never

from interpreter import wasm as w
from interpreter.kernel import tree as t
from interpreter.kernel.bit_functions import bit_functions
from interpreter.kernel.instructions import FEW, add, const, i32, in_bytes
from interpreter.kernel.layout import WORD
from interpreter.kernel.reading import read
from interpreter.kernel.values import Surroundings, ValueWriter
from interpreter.wasm import I32


def written(kernels: Iterable[Callable[..., object]], around: Surroundings) -> list[w.Function]:
    """Return the WebAssembly functions for kernels and for everything that they call.

    Raises:
        KernelFault: if a kernel uses something outside the subset.
    """
    waiting = list(kernels)
    found: dict[Callable[..., object], w.Function] = {}
    needs_bits = False
    while waiting:
        if (function := waiting.pop()) not in found:
            kernel = read(function)
            writer = _Writer(kernel, around)
            found[function] = writer.function()
            needs_bits = needs_bits or writer.needs_bits
            waiting += kernel.calls
    return [*found.values(), *(bit_functions(around.fail) if needs_bits else ())]


class _Writer(ValueWriter):
    def function(self) -> w.Function:
        parts = (part for param in self._kernel.params for part in self._parts(param))
        params = tuple(part for part in parts if isinstance(part, w.Local))
        if self._has_rooms:
            self._emit(w.Put(self._mark, self._draft))
        self._statements(self._kernel.body)
        gives = None if self._kernel.gives == t.Type.NOTHING else I32
        return w.Function(self._kernel.name, params, gives, (*self._body, w.Unreachable()))

    @property
    def _has_rooms(self) -> bool:
        """True if the kernel makes rooms or marks, which it only does outside loops and conditions."""
        return any(isinstance(each, (t.MakeRoom, t.MakeMarks)) for each in self._kernel.body)

    # ------------------------------------------------------------ statements

    def _statements(self, statements: t.Body) -> None:
        for each in statements:
            self._statement(each)

    def _block(self, statements: t.Body) -> tuple[w.Code, ...]:
        outer, self._body = self._body, []
        self._statements(statements)
        found, self._body = tuple(self._body), outer
        return found

    def _statement(self, of: t.Statement) -> None:
        match of:
            case t.Assign(name, value):
                self._set(name, self._value(value))
            case t.AssignPair((one, other), pairs, at):
                place = self._held(self._value(at), "at")
                half = i32("shr_u", self._length(self._get(pairs)), const(1))
                self._emit(self._fails_if(i32("ge_u", place, half)))
                pair = self._held(add(self._get(pairs), i32("shl", place, const(3))), "pair")
                self._set(one, w.Load("i32.load", pair, WORD))
                self._set(other, w.Load("i32.load", pair, 2 * WORD))
            case t.MakeRoom(name, size):
                self._make_room(name, self._value(size))
            case t.MakeMarks(name, size, members):
                self._make_marks(name, self._value(size), members)
            case t.Append(room, item):
                code = self._held(self._value(item), "item")
                count = self._held(self._get(room, 1), "count")
                self._emit(self._fails_if(i32("ge_u", count, self._get(room, 2))))
                to, offset = self._word(room, count)
                self._emit(w.Store("i32.store", to, code, offset))
                self._set(room, add(count, const(1)), 1)
            case t.SetItem(room, at, item):
                code = self._held(self._value(item), "item")
                to, offset = self._place(room, self._value(at))
                self._emit(w.Store("i32.store", to, code, offset))
            case t.FillRoom(room, size, filling):
                number = self._resized(room, self._value(size))
                whole: w.Code = w.Fill(self._get(room), const(filling & 255), in_bytes(number))
                self._each_word(room, number, whole, lambda _: const(filling))
            case t.CutRoom(room, t.Number(0)):
                self._set(room, const(0), 1)
            case t.CutRoom(room, size):
                fewer = self._held(self._value(size), "size")
                self._emit(self._fails_if(i32("gt_u", fewer, self._get(room, 1))))
                self._set(room, fewer, 1)
            case t.CopyRoom(room, other):
                number = self._resized(room, self._get(other, 1))
                whole = w.Copy(self._get(room), self._get(other), in_bytes(number))
                self._each_word(room, number, whole, lambda at: w.Load("i32.load", *self._word(other, at)))
            case t.Mark(marks, number, marked):
                self._emit(w.Store("i32.store8", self._marked(marks, self._value(number)), const(int(marked))))
            case t.BeginBits(name, size):
                self._emit(self._call_bits("begin", (self._get(name), self._value(size), self._get(name, 1))))
            case t.BeginEach(room, number, size):
                many = self._held(self._value(number), "number")
                args = self._get(room), many, self._value(size), self._get(room, 2)
                self._emit(self._call_bits("begin_each", args))
                self._set(room, many, 1)
            case t.ChangeBits(how, of_bits, given):
                self._emit(self._call_bits(how, tuple(self._value(each) for each in (of_bits, *given))))
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
            case t.Do(call):
                self._emit(self._call(call))
            case t.Fail():
                self._emit(*self._around.fail)
            case t.Return(value):
                self._return(None if value is None else self._value(value))
            case t.ReturnList(room, is_sorted):
                begin = self._get(room)
                self._emit(w.Put(self._around.draft, add(begin, in_bytes(self._get(room, 1)))))
                if is_sorted:
                    self._emit(w.Call(self._around.sort, (begin, self._draft)))
                found = self._held(w.Call(self._around.done, (begin,), I32), "found")
                self._return(found)
            case _:
                assert_never(of)

    def _return(self, value: w.Code | None) -> None:
        rooms = [param for param in self._kernel.params if param.type == t.Type.ROOM]
        if value is not None and (rooms or self._has_rooms):
            value = self._held(value, "found")
        if self._has_rooms:
            self._emit(w.Put(self._around.draft, w.Get(self._mark)))
        self._emit(*(w.Store("i32.store", self._count_at(room), self._get(room, 1)) for room in rooms))
        self._emit(w.Return(value))

    def _make_room(self, name: t.Name, size: w.Code) -> None:
        self._set(name, size, 2)
        self._emit(self._fails_if(i32("ge_u", self._get(name, 2), i32("shr_u", self._free, const(2)))))
        self._set(name, add(self._draft, const(WORD)))
        self._set(name, const(0), 1)
        self._emit(w.Put(self._around.draft, add(self._get(name), in_bytes(self._get(name, 2)))))

    def _each_word(self, room: t.Name, number: w.Code, whole: w.Code, word: Callable[[w.Code], w.Code]) -> None:
        """Give each of the `number` words of a room a value.

        If there are many words, execute `whole`. Otherwise, use a loop, because `whole` is a call out of the module.
        """
        at, done, again = w.Local("at", I32), w.Label("done"), w.Label("again")
        to, offset = self._word(room, w.Get(at))
        loop = (
            w.Branch(done, i32("ge_u", w.Get(at), number)),
            w.Store("i32.store", to, word(w.Get(at)), offset), w.Put(at, add(w.Get(at), const(1))), w.Branch(again),
        )  # fmt: skip
        few = w.Put(at, const(0)), w.Block(done, (w.Loop(again, loop),))
        self._emit(w.If(i32("gt_u", number, const(FEW)), (whole,), few))

    def _resized(self, room: t.Name, size: w.Code) -> w.Code:
        """Set the number of elements in a room, and return it. The caller gives the elements values."""
        number = self._held(size, "size")
        self._emit(self._fails_if(i32("gt_u", number, self._get(room, 2))))
        self._set(room, number, 1)
        return number

    def _make_marks(self, name: t.Name, size: w.Code, members: t.Name | None) -> None:
        """Allocate bytes that are 0, except those of the members. A member may be -1, which means `none`."""
        self._set(name, size, 1)
        self._emit(self._fails_if(i32("gt_u", self._get(name, 1), self._free)))
        self._set(name, self._draft)
        self._emit(w.Fill(self._get(name), const(0), self._get(name, 1)))
        rounded = i32("and", add(add(self._get(name), self._get(name, 1)), const(WORD - 1)), const(-WORD))
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
        outer, self._body = self._body, [w.Branch(done, i32("eqz", test()))]
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
        self._emit(w.Put(at, self._value(of.begin)))
        end = self._held(self._value(of.end), "end")
        with self._loop(lambda: i32("lt_s", w.Get(at), end)):
            self._set(of.name, w.Get(at))
            self._emit(*self._body_of_loop(of.body))
            self._emit(w.Put(at, add(w.Get(at), const(1))))

    def _for_each(self, of: t.ForEach) -> None:
        at = w.Local("at", I32)
        self._emit(w.Put(at, self._value(of.of)))
        end = self._held(add(w.Get(at), in_bytes(self._length(w.Get(at)))), "end")
        with self._loop(lambda: i32("lt_u", w.Get(at), end)):
            for number, name in enumerate(of.names, 1):
                self._set(name, w.Load("i32.load", w.Get(at), number * WORD))
            self._emit(w.Put(at, add(w.Get(at), const(len(of.names) * WORD))))
            self._emit(*self._body_of_loop(of.body))
