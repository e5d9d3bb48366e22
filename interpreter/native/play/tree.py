"""Emits the functions that count the nodes of a game tree.

The path from the root is a stack of frames in `room`. Each frame belongs to a decision or chance node, and holds the
node's position and its untried moves or outcomes. `count_tree` visits a limited number of nodes per call, so that
callers can show progress. `docs/testing.md` defines which nodes are counted.
"""

from __future__ import annotations

from dsl.limits import MOST_FILLED_IN
from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, WAYS, ends_in
from interpreter.native.emit.memory import ROOM_SIZE, SHOWN, WORD, Memory
from interpreter.native.emit.shorthand import (
    Given,
    add,
    both,
    call,
    code,
    div,
    eq,
    ge,
    gt,
    lt,
    lt_u,
    mul,
    narrow,
    ne,
    put,
    rem,
    set_word,
    sub,
    unsigned,
    wide,
    word,
    zero,
)
from interpreter.native.emit.writer import Writer
from interpreter.native.play.dispatch import Dispatch
from interpreter.native.play.open_rows import RANGE
from interpreter.optimizer import Program
from interpreter.optimizer import planned_nodes as p
from interpreter.position import OPEN, OVER
from interpreter.wasm import I32, I64

KINDS = ("chance", "decision", "terminal")
LEVEL, FRAME, ENTERED = 96, 100, 104
"""Addresses of three words with the state of the count.

- `LEVEL` is the depth of the current position.
- `FRAME` is the address of the deepest frame, or 0 if there is none.
- `ENTERED` is 1 until the current position has been counted.
"""
MOST_LEVELS = 1 << 12
COUNTS = 8 * len(KINDS)
"""Bytes for the counts of one level, which are stored at the start of `room`."""
BEFORE, SEAT, NEXT, END, HEAD = 0, 4, 8, 12, 16
"""Byte offsets of a frame's fields.

- `BEFORE` is the address of the parent frame.
- `SEAT` is the deciding seat, or -1 for chance.
- `NEXT` is the address of the next row or outcome.
- `END` is the end address of the rows or outcomes.
- `HEAD` is the size of these fields; the position of the node follows.
"""
BY_CHANCE = -1


class Tree:
    """Emits `begin_tree ()` and `count_tree (nodes, depth)`.

    `begin_tree` makes the current position the root. `count_tree` visits at most `nodes` nodes, no deeper than `depth`,
    and returns 1 once the whole tree is counted.
    """

    def __init__(self, program: Program, out: Writer, memory: Memory, dispatch: Dispatch) -> None:
        self._program = program
        self._out = out
        self._memory = memory
        self._dispatch = dispatch

    @property
    def _frames(self) -> int:
        return self._memory.room + MOST_LEVELS * COUNTS

    @property
    def _has_open_rows(self) -> bool:
        return any(isinstance(node, p.Decision) and node.open for node in self._program.nodes)

    def write(self) -> None:
        self._begin()
        self._note()
        self._enter()
        self._push()
        self._filled_in()
        self._go_on()
        self._count()

    def _begin(self) -> None:
        out, size = self._out, w.Const(I32, MOST_LEVELS * COUNTS)
        with out.function("begin_tree", (), exported=True):
            out.emit(w.Fill(w.Const(I32, self._memory.room), w.Const(I32, 0), size))
            out.emit(set_word(0, 0, LEVEL), set_word(0, 0, FRAME), set_word(0, 1, ENTERED))

    def _note(self) -> None:
        """Emit `note_node (kind)`, which counts a node of the given kind at the current level."""
        out, kind, at = self._out, w.Local("kind", I32), w.Local("at", I32)
        with out.function("note_node", (kind,)):
            out.emit(w.If(ge(word(0, LEVEL), MOST_LEVELS), ends_in(ASK)))
            out.emit(put(at, add(add(mul(word(0, LEVEL), COUNTS), mul(kind, 8)), self._memory.room)))
            out.emit(w.Store("i64.store", code(at), add(w.Load("i64.load", code(at)), w.Const(I64, 1))))

    # ------------------------------------------------------------ one node

    def _enter(self) -> None:
        """Emit `enter (below)`, which counts the current position.

        If `below` is 1 and the game continues, `enter` also pushes a frame. A chance node with a single outcome is not
        counted, because the outcome is applied immediately.
        """
        out, memory, dispatch = self._out, self._memory, self._dispatch
        below, count = w.Local("below", I32), w.Local("count", I32)
        over, seat = word(0, memory.slot(OVER)), w.Local("seat", I32)
        chances = memory.table([int(isinstance(node, p.Chance)) for node in self._program.nodes])
        with out.function("enter", (below,)):
            with out.loop_while(both(zero(over), word(mul(dispatch.here, WORD), chances))):
                out.emit(put(count, call("outcomes", gives=I32)), w.If(zero(count), ends_in(ASK)))
                with out.only_if(gt(count, 1)):
                    out.emit(call("note_node", KINDS.index("chance")))
                    with out.only_if(below):
                        out.emit(call("push", BY_CHANCE, memory.outcomes, add(memory.outcomes, mul(count, 2 * WORD))))
                    out.emit(w.Return())
                out.emit(call("settle", word(0, memory.outcomes)))
            with out.only_if(over):
                out.emit(call("note_node", KINDS.index("terminal")), w.Return())
            out.emit(call("note_node", KINDS.index("decision")))
            with out.only_if(below):
                out.emit(put(seat, call("who", gives=I32)), put(count, call("rows", seat, gives=I32)))
                out.emit(w.If(ge(memory.rows(), count), ends_in(ASK)))
                out.emit(call("push", seat, memory.rows(), count))

    def _push(self) -> None:
        """Emit `push`, which pushes a frame with a copy of the rows or outcomes.

        Every open row is replaced by its legal completions. If no row is open, one `memory.copy` copies everything,
        because wasmtime executes each copy as a slow call.
        """
        out, memory = self._out, self._memory
        seat, from_, to, at, top = (w.Local(name, I32) for name in ("seat", "from", "to", "at", "top"))
        size = WORD * memory.size
        with out.function("push", (seat, from_, to)):
            with out.block() as below:
                out.emit(put(at, word(word(0, FRAME), END)))
            with out.block() as first:
                out.emit(put(at, self._frames))
            out.emit(w.If(word(0, FRAME), tuple(below), tuple(first)))
            out.emit(put(top, add(at, HEAD + size)), w.If(self._full(add(top, sub(to, from_))), ends_in(ASK)))
            out.emit(w.Copy(add(at, HEAD), w.Const(I32, memory.slot(0)), w.Const(I32, size)))
            out.emit(set_word(at, word(0, FRAME), BEFORE), set_word(at, seat, SEAT), set_word(at, top, NEXT))
            with out.block() as as_they_are:
                out.emit(w.Copy(code(top), code(from_), sub(to, from_)), put(top, add(top, sub(to, from_))))
            with out.block() as filled, out.loop_while(lt_u(from_, to)):
                out.emit(put(top, call("fill_in", seat, from_, top, gives=I32)), put(from_, add(from_, memory.stride)))
            closed = lt(seat, 0) if self._has_open_rows else code(1)
            out.emit(w.If(closed, tuple(as_they_are), tuple(filled)))
            out.emit(set_word(at, top, END), set_word(0, at, FRAME), set_word(0, add(word(0, LEVEL), 1), LEVEL))

    def _full(self, top: Given) -> w.Code:
        """Return an expression that tests whether there is no room left for another row."""
        return ge(top, self._memory.room + ROOM_SIZE - self._memory.stride)

    # ------------------------------------------------------------ open rows

    def _filled_in(self) -> None:
        """Emit `fill_in`, which stores all legal completions of a row and returns the end address."""
        out, memory = self._out, self._memory
        seat, row, top, ranges, end = (w.Local(name, I32) for name in ("seat", "row", "top", "ranges", "end"))
        ways, way = w.Local("ways", I64), w.Local("way", I64)
        stride = w.Const(I32, memory.stride)
        with out.function("fill_in", (seat, row, top), I32):
            out.emit(w.If(self._full(top), ends_in(ASK)))
            with out.only_if(zero(call("is_open", row, gives=I32))):
                out.emit(w.Copy(code(top), code(row), stride), w.Return(add(top, stride)))
            out.emit(put(ranges, self._dispatch.call("ranges", self._dispatch.here, seat, row)))
            out.emit(put(end, add(mul(ranges, RANGE), memory.outcomes)), put(ways, 1))
            out.emit(put(ranges, memory.outcomes))
            with out.loop_while(lt_u(ranges, end)):
                out.emit(put(ways, mul(ways, unsigned(word(ranges, WORD)))), put(ranges, add(ranges, RANGE)))
                with out.only_if(gt(ways, MOST_FILLED_IN)):
                    out.emit(w.Store("i64.store", w.Const(I32, SHOWN), wide(word(row))), *ends_in(WAYS))
            out.emit(put(way, 0))
            with out.loop_while(lt(way, ways)):
                out.emit(call("number_of_way", row, way, end), put(way, add(way, 1)), call("refill"))
                with out.only_if(self._dispatch.call("legal", self._dispatch.here, seat, memory.given_row)):
                    out.emit(w.If(self._full(top), ends_in(ASK)))
                    out.emit(w.Copy(code(top), w.Const(I32, memory.given_row), stride), put(top, add(top, stride)))
            out.emit(code(top))
        self._number_of_way()

    def _number_of_way(self) -> None:
        """Emit `number_of_way (row, way, range)`, which stores the completion with index `way`.

        The last open number varies fastest.
        """
        out, memory = self._out, self._memory
        row, way, range_, at = w.Local("row", I32), w.Local("way", I64), w.Local("range", I32), w.Local("at", I32)
        with out.function("number_of_way", (row, way, range_)):
            out.emit(w.Copy(w.Const(I32, memory.given_row), code(row), w.Const(I32, memory.stride)))
            out.emit(put(at, call("row_end", memory.given_row, gives=I32)))
            with out.loop_while(gt(at, memory.given_row + WORD)):
                out.emit(put(at, sub(at, WORD)))
                with out.only_if(eq(word(at), w.Const(I32, OPEN))):
                    out.emit(put(range_, sub(range_, RANGE)))
                    many = unsigned(word(range_, WORD))
                    out.emit(set_word(at, add(mul(narrow(rem(way, many)), word(range_, 2 * WORD)), word(range_))))
                    out.emit(put(way, div(way, many)))

    # ------------------------------------------------------------ moves between nodes

    def _go_on(self) -> None:
        """Emit `next_node`, which advances to the next position to count, and returns 0 if there is none."""
        out, memory = self._out, self._memory
        frame, seat, next_ = w.Local("frame", I32), w.Local("seat", I32), w.Local("next", I32)
        with out.function("next_node", (), I32):
            out.emit(put(frame, word(0, FRAME)))
            with out.loop_while(both(ne(frame, 0), eq(word(frame, NEXT), word(frame, END)))):
                out.emit(put(frame, word(frame, BEFORE)), set_word(0, frame, FRAME))
                out.emit(set_word(0, sub(word(0, LEVEL), 1), LEVEL))
            out.emit(w.If(zero(frame), (w.Return(w.Const(I32, 0)),)))
            out.emit(put(seat, word(frame, SEAT)), put(next_, word(frame, NEXT)))
            size = w.Const(I32, WORD * memory.size)
            out.emit(w.Copy(w.Const(I32, memory.slot(0)), add(frame, HEAD), size))
            with out.block() as fall:
                out.emit(set_word(frame, add(next_, 2 * WORD), NEXT), call("settle", word(next_)))
            with out.block() as move:
                out.emit(set_word(frame, add(next_, memory.stride), NEXT), call("play", seat, next_))
            out.emit(w.If(lt(seat, 0), tuple(fall), tuple(move)), w.Const(I32, 1))

    def _count(self) -> None:
        """Emit `count_tree`, which visits and counts nodes.

        A negative depth means that the depth is unlimited.
        """
        out, nodes, depth = self._out, w.Local("nodes", I32), w.Local("depth", I32)
        below = lt_u(word(0, LEVEL), depth)
        with out.function("count_tree", (nodes, depth), I32, exported=True):
            out.emit(call("refill"))
            with out.loop_while(gt(nodes, 0)):
                with out.only_if(word(0, ENTERED)):
                    out.emit(set_word(0, 0, ENTERED), call("enter", below), put(nodes, sub(nodes, 1)))
                out.emit(w.If(zero(call("next_node", gives=I32)), (w.Return(w.Const(I32, 1)),)))
                out.emit(set_word(0, 1, ENTERED))
            out.emit(w.Const(I32, 0))
