"""Emits the functions that complete open rows with random numbers.

The functions sample like `interpreter.position.move_sampling`, and draw the same random numbers.
"""

from __future__ import annotations

from interpreter import wasm as w
from interpreter.native.emit.loops import function
from interpreter.native.emit.memory import DRAFT, WORD, Memory
from interpreter.native.emit.shorthand import (
    add,
    any_of,
    call,
    code,
    div,
    eq,
    ge,
    lt,
    mul,
    put,
    rem,
    set_word,
    shl,
    sub,
    word,
)
from interpreter.native.emit.writer import Writer
from interpreter.native.play.decisions import lengths_by_kind
from interpreter.native.play.open_rows import RANGE, SIZE
from interpreter.optimizer import Program
from interpreter.optimizer import planned_nodes as p
from interpreter.position import BITS, OPEN, UNLIMITED
from interpreter.wasm import I32

AT, WIDTH, LEAST, MOST, IS_SET = 0, WORD, 2 * WORD, 3 * WORD, 4 * WORD
"""Byte offsets within the record that limits the size of an open bag or set."""
COUNT, APART = WORD, 2 * WORD
"""Byte offsets of the count and the step within a range record."""


class Filling:
    """Emits the functions that sample the open numbers of a row.

    Before these functions run, `ranges` must have stored the ranges and the size limits.
    """

    def __init__(self, program: Program, out: Writer, memory: Memory) -> None:
        self._program = program
        self._out = out
        self._memory = memory

    def write(self) -> None:
        self._is_open()
        self._number()
        self._bag()
        self._set()
        self._row()

    def _is_open(self) -> None:
        """Emit `is_open (row)`, which returns 1 if a row has an open number, and `row_end (row)`, which returns its end
        address.
        """
        out = self._out
        with function(out, "is_open", "at", I32) as (at,):
            last = out.held(call("row_end", at, gives=I32), "last")
            with out.loop_while(lt(at, last)):
                out.emit(w.If(eq(word(at), OPEN), (w.Return(w.Const(I32, 1)),)))
                out.emit(put(at, add(at, WORD)))
            out.emit(w.Const(I32, 0))
        with function(out, "row_end", "at", I32) as (at,):
            out.emit(add(at, mul(word(mul(word(at), WORD), self._memory.table(lengths_by_kind(self._program))), WORD)))

    def _number(self) -> None:
        """Emit `draw_between (stream, least, most)`, which returns a random number from `least` to `most`.

        Negative bounds are treated as 0. If `least` is not below `most`, the result is `most`.
        """
        out = self._out
        stream, least, most = (w.Local(name, I32) for name in ("stream", "least", "most"))
        with out.function("draw_between", (stream, least, most), I32):
            out.emit(put(least, larger(least, 0)))
            with out.only_if(ge(least, most)):
                out.emit(w.Return(larger(most, 0)))
            out.emit(add(least, call("draw", stream, add(sub(most, least), 1), gives=I32)))

    def _bag(self) -> None:
        """Emit `draw_bag (stream, at, range, size)`, which samples the counts of a bag.

        The types are processed in cyclic order, starting with a random type. Each count is limited so that the
        remaining types can still reach the required total.
        """
        out = self._out
        stream, at, range_, size = (w.Local(name, I32) for name in ("stream", "at", "range", "size"))
        width, room, left = (w.Local(name, I32) for name in ("width", "room", "left"))
        sort, cap, number = (w.Local(name, I32) for name in ("sort", "cap", "number"))
        with out.function("draw_bag", (stream, at, range_, size)):
            out.emit(put(width, word(size, WIDTH)), put(room, 0), put(sort, 0))
            with out.loop_while(lt(sort, width)):
                out.emit(put(room, add(room, self._cap(range_, sort))), put(sort, add(sort, 1)))
            least, most = word(size, LEAST), smaller(out.held(word(size, MOST), "most"), room)
            out.emit(put(left, call("draw_between", stream, least, most, gives=I32)), put(sort, 0))
            with out.only_if(left):
                out.emit(put(sort, call("draw", stream, width, gives=I32)))
            with out.times(width):
                out.emit(put(cap, self._cap(range_, sort)), put(room, sub(room, cap)))
                given = call("draw_between", stream, sub(left, room), smaller(cap, left), gives=I32)
                out.emit(put(number, given), put(left, sub(left, number)))
                out.emit(set_word(add(at, mul(sort, WORD)), number), put(sort, add(sort, 1)))
                with out.only_if(ge(sort, width)):
                    out.emit(put(sort, 0))

    def _set(self) -> None:
        """Emit `draw_set (stream, at, range, size)`, which samples a set and writes its bit masks to address `at`.

        If the size of the set is not limited, each member is included with probability 1/2. If the size is limited,
        `draw_set` first samples the size and then the members.
        """
        out = self._out
        stream, at, range_, size = (w.Local(name, I32) for name in ("stream", "at", "range", "size"))
        members, end, member, left = (w.Local(name, I32) for name in ("members", "end", "member", "left"))
        with out.function("draw_set", (stream, at, range_, size)):
            out.emit(put(members, DRAFT), put(left, 0))
            with out.loop_while(lt(left, word(size, WIDTH))):
                out.emit(call("append_bits", self._cap(range_, left), mul(left, BITS)))
                out.emit(set_word(add(at, mul(left, WORD)), 0), put(left, add(left, 1)))
            out.emit(put(end, DRAFT), put(DRAFT, members))
            with out.only_if(eq(word(size, LEAST), UNLIMITED)):
                with out.loop_while(lt(members, end)):
                    with out.only_if(call("draw", stream, 2, gives=I32)):
                        self._put_in(at, word(members))
                    out.emit(put(members, add(members, WORD)))
                out.emit(w.Return())
            out.emit(put(left, div(sub(end, members), WORD)))
            most = smaller(out.held(word(size, MOST), "most"), left)
            out.emit(put(left, call("draw_between", stream, word(size, LEAST), most, gives=I32)))
            with out.times(left):
                drawn = call("draw", stream, div(sub(end, members), WORD), gives=I32)
                out.emit(put(member, add(members, mul(drawn, WORD))))
                self._put_in(at, word(member))
                out.emit(put(end, sub(end, WORD)), w.Copy(code(member), add(member, WORD), sub(end, member)))

    def _put_in(self, at: w.Local, member: w.Code) -> None:
        """Emit code that adds a member to a set in memory.

        The member is given by its index within its kind.
        """
        place = self._out.held(member, "place")
        word_at = self._out.held(add(at, mul(div(place, BITS), WORD)), "at")
        self._out.emit(set_word(word_at, any_of(word(word_at), shl(1, rem(place, BITS)))))

    def _cap(self, range_: w.Local, sort: w.Local) -> w.Code:
        """Return an expression for the maximum number of pieces of a type that may be chosen."""
        return sub(word(add(range_, mul(sort, RANGE)), COUNT), 1)

    def _row(self) -> None:
        """Emit `draw_row (stream, row)`, which copies a row and samples its open numbers.

        The completed row may be illegal.
        """
        out, memory = self._out, self._memory
        stream, row, at, last = (w.Local(name, I32) for name in ("stream", "row", "at", "last"))
        range_, number, size, width = (w.Local(name, I32) for name in ("range", "number", "size", "width"))
        with out.function("draw_row", (stream, row)):
            out.emit(w.Copy(w.Const(I32, memory.given_row), w.Get(row), w.Const(I32, memory.stride)))
            out.emit(put(at, memory.given_row), put(last, call("row_end", at, gives=I32)))
            out.emit(put(range_, memory.outcomes), put(size, memory.sizes), put(number, 0))
            with out.loop_while(lt(at, last)):
                out.emit(put(width, 1))
                with out.block() as several:
                    given = (stream, at, range_, size)
                    out.emit(put(width, word(size, WIDTH)))
                    out.emit(w.If(word(size, IS_SET), (call("draw_set", *given),), (call("draw_bag", *given),)))
                    out.emit(put(size, add(size, SIZE)))
                with out.block() as single:
                    drawn = mul(call("draw", stream, word(range_, COUNT), gives=I32), word(range_, APART))
                    out.emit(set_word(at, add(drawn, word(range_))))
                with out.only_if(eq(word(at), OPEN)):
                    out.emit(w.If(eq(word(size, AT), number), tuple(several), tuple(single)))
                    out.emit(put(number, add(number, width)), put(range_, add(range_, mul(width, RANGE))))
                out.emit(put(at, add(at, mul(width, WORD))))
            self._net(row)

    def _net(self, row: w.Local) -> None:
        """Emit code that cancels out opposite amounts in a proposal, so that no piece moves in both directions."""
        out, given = self._out, self._memory.given_row
        decisions = (node for node in self._program.nodes if isinstance(node, p.Decision))
        opposed = {move.kind: move.opposed for node in decisions for move in node.options if move.opposed}
        for kind, pairs in sorted(opposed.items()):
            with out.only_if(eq(word(given), kind)):
                for one, other, width in pairs:
                    with out.only_if(eq(word(row, one * WORD), OPEN)), out.only_if(eq(word(row, other * WORD), OPEN)):
                        for at in range(width):
                            self._net_pair(given + (one + at) * WORD, given + (other + at) * WORD)

    def _net_pair(self, one: int, other: int) -> None:
        there, back = self._out.held(word(one), "there"), self._out.held(word(other), "back")
        both = self._out.held(smaller(there, back), "both")
        self._out.emit(set_word(one, sub(there, both)), set_word(other, sub(back, both)))


def larger(one: w.Local, other: int) -> w.Code:
    return w.Select(w.Get(one), w.Const(I32, other), ge(one, other))


def smaller(one: w.Local, other: w.Local) -> w.Code:
    return w.Select(w.Get(one), w.Get(other), lt(one, other))
