"""Emits the depth-first search that tests whether the goal of a series can be reached.

A move in a series is legal only if the goal remains reachable. The search gives the same results as `interpreter.flow`.
The path from the start position is a stack of frames, each with its untried moves.

If chance or other seats act before the goal, a backward search follows (see `retrograde`). A failed rule ought to be a
dead end, but inside a module it ends the call. After such an error, or if there are too many
positions, another engine repeats the search.
"""

from __future__ import annotations

from dsl.limits import MOST_LOOKED_AHEAD
from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.loops import each_word, function
from interpreter.native.emit.memory import WORD, Memory
from interpreter.native.emit.shorthand import (
    Given,
    add,
    any_of,
    both,
    call,
    code,
    eq,
    ge,
    gt,
    lt_u,
    ne,
    put,
    set_word,
    shl,
    sub,
    word,
    zero,
)  # fmt: skip
from interpreter.native.emit.writer import Writer
from interpreter.native.play.dispatch import Dispatch
from interpreter.native.play.open_rows import RANGE
from interpreter.native.series.positions import ALIVE, DEAD, MET, RECORDS_END, STATE, UNKNOWN, SearchMemory
from interpreter.native.series.series import Kinds, Series
from interpreter.native.terms.step_counter import StepCounter
from interpreter.optimizer import Program
from interpreter.optimizer import planned_nodes as p
from interpreter.position import OVER, PC
from interpreter.wasm import I32

BEFORE, RECORD, SEAT, NEXT, END, HEAD = range(0, 24, 4)
"""Byte offsets of a frame's fields.

- `BEFORE` is the address of the parent frame.
- `RECORD` is the record of the frame's position.
- `SEAT` is the deciding seat.
- `NEXT` is the address of the next row to try.
- `END` is the end address of the rows.
- `HEAD` is the size of these fields; the rows follow.
"""
NO, YES, OTHERS = range(3)
"""Results of the depth-first search.

- `NO`: the goal cannot be reached.
- `YES`: the goal can be reached.
- `OTHERS`: chance or other seats act before the goal.
"""

MAKER, SEEN, SEARCH = w.Global("maker", I32, 0), w.Global("seen", I32, 0), w.Global("search", I32, 0)
"""State of the search.

- `MAKER` is the seat that must reach the goal.
- `SEEN` is the number of positions visited.
- `SEARCH` is the serial number of the search.
"""
KEEPS, LOOKED_BACK = w.Global("keeps", I32, 0), w.Global("looked_back", I32, 0)
"""Flags of the set of positions.

- `KEEPS` is 1 if the set holds positions of earlier decisions.
- `LOOKED_BACK` is 1 if a backward search has added positions to the set.
"""
MOST_KEPT = 256
"""Maximum number of positions to keep for the next decision. A larger set would no longer fit into a fast cache."""
FRAME, FRAMES_END = w.Global("frame", I32, 0), w.Global("frames_end", I32, 0)
"""Addresses of the current frame (0 if there is none) and of the next frame to push."""
ROWS_END = w.Global("rows_end", I32, 0)
"""End of the rows that `open_rows` has kept."""
SEARCH_GLOBALS = (RECORDS_END, MAKER, SEEN, SEARCH, KEEPS, LOOKED_BACK, FRAME, FRAMES_END, ROWS_END)


class GoalReachabilityFunctions:
    """Emits the search that tests whether the goal of a series can be reached."""

    def __init__(
        self, program: Program, series: Series, out: Writer, memory: Memory, at: SearchMemory, dispatch: Dispatch,
        work: StepCounter,
    ) -> None:  # fmt: skip
        self._program = program
        self._series = series
        self._out = out
        self._memory = memory
        self._at = at
        self._dispatch = dispatch
        self._work = work

    def write(self) -> None:
        self._asked()
        self._whose()
        self._moves()
        self._frames()
        self._depth_first()
        self._finds_way()
        self._open_rows()
        self._leaves_way()
        self._way()

    # ------------------------------------------------------------ properties of nodes

    def _is_one_of(self, number: Given, of: tuple[int, ...]) -> w.Code:
        """Return an expression that tests whether a number is in a short list."""
        found: w.Code = w.Const(I32, 0)
        for each in of:
            found = any_of(found, eq(number, each))
        return found

    def _asked(self) -> None:
        """Emit the functions that test the current node.

        - `reached` returns 1 at a goal or at the end of the game.
        - `bound (seat)` returns 1 if `seat` decides here and must reach the next goal.
        - `begins`, `anytime` and `unseen` return 1 if a move kind has the property of that name at the current node.
        """
        out, memory, here = self._out, self._memory, self._dispatch.here
        with function(out, "reached", "", I32):
            out.emit(any_of(ne(word(0, memory.slot(OVER)), 0), self._is_one_of(here, self._series.goals)))
        with function(out, "bound", "seat", I32) as (seat,):
            for number, slot in self._series.bound.items():
                with out.only_if(eq(here, number)):
                    whose = w.Const(I32, 1) if slot is None else eq(word(0, memory.slot(slot)), seat)
                    out.emit(w.Return(whose))
            out.emit(w.Const(I32, 0))
        self._kinds("begins", self._series.begins)
        self._kinds("anytime", self._series.anytime)
        self._kinds("unseen", self._series.unseen)

    def _kinds(self, name: str, of: Kinds) -> None:
        with function(self._out, name, "kind", I32) as (kind,):
            for number, kinds in of.items():
                if kinds:
                    with self._out.only_if(eq(self._dispatch.here, number)):
                        self._out.emit(w.Return(self._is_one_of(kind, tuple(sorted(kinds)))))
            self._out.emit(w.Const(I32, 0))

    def _whose(self) -> None:
        """Emit `alone` and `own (seat)`.

        `alone` returns 1 if no other seat decides at the same time. `own` returns 1 if the only deciding seat is one
        that must reach the goal, so that a single suitable move is enough.
        """
        out, memory, here = self._out, self._memory, self._dispatch.here
        with function(out, "alone", "", I32):
            for number, node in enumerate(self._program.nodes):
                if isinstance(node, p.SimultaneousDecision):
                    with out.only_if(eq(here, number)):
                        count: w.Code = w.Const(I32, 0)
                        for at in range(node.pending.width):
                            of = word(0, memory.slot(node.pending.base + at))
                            count = add(count, w.Plain("i32.popcnt", (of,)))
                        out.emit(w.Return(eq(count, 1)))
            out.emit(w.Const(I32, 1))
        with function(out, "own", "seat", I32) as (seat,):
            mine = any_of(eq(seat, MAKER), call("bound", seat, gives=I32))
            out.emit(both(call("alone", gives=I32), mine))

    # ------------------------------------------------------------ moves

    def _moves(self) -> None:
        """Emit the functions that play moves during the search.

        - `run_to_goal (to)` runs from a node to the next pause or goal.
        - `go_on (seat, row)` plays a move, and runs to the next pause or goal.
        - `rows_counted_on (seat, to)` copies the legal moves, except open and `anytime` moves, and returns the end of
          the copies.
        """
        out, dispatch = self._out, self._dispatch
        with function(out, "run_to_goal", "to") as (to,):
            goal = self._is_one_of(to, self._series.goals)
            with out.loop_while(both(ge(to, dispatch.stops), zero(goal))):
                self._work.spend(1)
                out.emit(w.If(self._is_one_of(to, self._series.ways), ends_in(ASK)))
                out.emit(put(to, w.CallIndirect(code(to), (), I32)))
            out.emit(set_word(0, to, self._memory.slot(PC)))
        with function(out, "go_on", "seat row") as (seat, row):
            out.emit(call("refill"), call("run_to_goal", dispatch.call("play", dispatch.here, seat, row)))
        with function(out, "rows_counted_on", "seat to", I32) as (seat, to):
            stride = self._memory.stride
            end = out.held(dispatch.call("listed", dispatch.here, seat), "end")
            with each_word(out, self._memory.rows(), end, stride) as row:
                left_out = any_of(call("anytime", word(row), gives=I32), call("is_open", row, gives=I32))
                with out.only_if(zero(left_out)):
                    out.emit(w.If(ge(add(to, stride), self._at.frames_end), ends_in(ASK)))
                    out.emit(w.Copy(code(to), code(row), w.Const(I32, stride)), put(to, add(to, stride)))
            out.emit(code(to))

    # ------------------------------------------------------------ depth first

    def _frames(self) -> None:
        """Emit `met`, `push_frame (record)` and `at_chance`.

        `met` counts a visited position. If the set keeps earlier positions, `met` counts these too, because
        a search without them might visit them all again and exceed the limit. `push_frame` prepares to try the moves of
        the current position, and returns 0 if chance or another seat acts next. `at_chance` returns 1 if the current
        node is a chance node.
        """
        out = self._out
        with function(out, "met", ""):
            most = self._at.records + MOST_LOOKED_AHEAD * self._at.record
            many = any_of(gt(SEEN, MOST_LOOKED_AHEAD), both(KEEPS, gt(RECORDS_END, most)))
            out.emit(put(SEEN, add(SEEN, 1)), w.If(many, ends_in(ASK)))
        with function(out, "push_frame", "record", I32) as (record,):
            no = (w.Return(w.Const(I32, 0)),)
            out.emit(call("met"), w.If(call("at_chance", gives=I32), no), call("refill"))
            seat = out.held(self._dispatch.call("who", self._dispatch.here), "seat")
            out.emit(w.If(zero(call("own", seat, gives=I32)), no))
            frame = out.held(code(FRAMES_END), "made")
            out.emit(w.If(ge(add(frame, HEAD), self._at.frames_end), ends_in(ASK)))
            rows = add(frame, HEAD)
            fields = ((BEFORE, FRAME), (RECORD, record), (SEAT, seat), (NEXT, rows))
            out.emit(*(set_word(frame, value, field) for field, value in fields))
            out.emit(put(FRAMES_END, call("rows_counted_on", seat, rows, gives=I32)))
            out.emit(set_word(frame, FRAMES_END, END), put(FRAME, frame), w.Const(I32, 1))
        with function(out, "at_chance", "", I32):
            chances = [n for n, node in enumerate(self._program.nodes) if isinstance(node, p.Chance)]
            table = [int(n in chances) for n in range(self._dispatch.count)]
            out.emit(word(shl(self._dispatch.here, 2), self._memory.table(table)))

    def _depth_first(self) -> None:
        """Emit `depth_first (record)`, which searches from the current position; `record` is its record.

        A failed search marks all visited positions as dead, because none of them leads to the goal. A successful search
        marks only the positions on the path as alive.
        """
        out, state = self._out, w.Local("state", I32)
        with function(out, "depth_first", "record", I32) as (record,):
            out.emit(put(FRAME, 0), put(FRAMES_END, self._at.frames), put(SEARCH, add(SEARCH, 1)))
            self._enter(record, state)
            with out.loop_while(ne(FRAME, 0)):
                row = out.held(word(FRAME, NEXT), "row")
                with out.block() as back:
                    out.emit(put(FRAMES_END, FRAME), put(FRAME, word(FRAME, BEFORE)))
                with out.block() as on:
                    out.emit(set_word(FRAME, add(row, self._memory.stride), NEXT))
                    out.emit(call("unpacked", word(FRAME, RECORD)), call("go_on", word(FRAME, SEAT), row))
                    out.emit(w.If(call("reached", gives=I32), (w.Return(call("found_way", gives=I32)),)))
                    out.emit(put(record, call("record", gives=I32)))
                    self._enter(record, state)
                out.emit(w.If(eq(row, word(FRAME, END)), tuple(back), tuple(on)))
            out.emit(call("rest_is_dead"), w.Const(I32, NO))
        with function(out, "rest_is_dead", ""):
            records, size = self._at.records, self._at.record
            with each_word(out, records, RECORDS_END, size) as each, out.only_if(eq(word(each, MET), SEARCH)):
                out.emit(w.If(eq(word(each, STATE), UNKNOWN), (set_word(each, DEAD, STATE),)))
        with function(out, "found_way", "", I32):
            with out.loop_while(ne(FRAME, 0)):
                out.emit(set_word(word(FRAME, RECORD), ALIVE, STATE), put(FRAME, word(FRAME, BEFORE)))
            out.emit(w.Const(I32, YES))

    def _enter(self, record: w.Local, state: w.Local) -> None:
        """Emit code that visits the current position, which has a record and has not reached the goal.

        The code either ends the search or pushes a frame to try the position's moves.
        """
        out = self._out
        way = (w.Return(call("found_way", gives=I32)),)
        out.emit(put(state, word(record, STATE)), w.If(eq(state, ALIVE), way))
        with out.only_if(both(ne(state, DEAD), ne(word(record, MET), SEARCH))):
            others = zero(call("push_frame", record, gives=I32))
            out.emit(set_word(record, SEARCH, MET), w.If(others, (w.Return(w.Const(I32, OTHERS)),)))

    # ------------------------------------------------------------ questions

    def _finds_way(self) -> None:
        """Emit `finds_way` and `begin_search (seat)`.

        `finds_way` returns 1 if the goal can be reached from the current position, and overwrites this position.

        `begin_search` keeps the positions of earlier decisions if they are few and still valid: the same seat must
        reach the goal, and no slot has changed that is constant during a search. A search that needs a backward search
        starts again without them, so that it counts the positions as the other engines do.
        """
        out, at = self._out, self._at
        with function(out, "finds_way", "", I32):
            out.emit(w.If(call("reached", gives=I32), (w.Return(w.Const(I32, YES)),)))
            begun = out.held(call("record", gives=I32), "begun")
            out.emit(put(SEEN, 0))
            found = out.held(call("depth_first", begun, gives=I32), "found")
            with out.only_if(both(eq(found, OTHERS), KEEPS)):
                out.emit(call("unpacked", begun), call("no_positions"), put(KEEPS, 0), put(SEEN, 0))
                out.emit(put(begun, call("record", gives=I32)), put(found, call("depth_first", begun, gives=I32)))
            with out.only_if(eq(found, OTHERS)):
                out.emit(put(LOOKED_BACK, 1), call("unpacked", begun), put(SEEN, 0))
                out.emit(put(found, call("backwards", gives=I32)))
            out.emit(code(found))
        with function(out, "begin_search", "seat") as (seat,):
            out.emit(put(KEEPS, 0))
            few = lt_u(sub(RECORDS_END, at.records), MOST_KEPT * at.record)
            valid = both(both(few, zero(LOOKED_BACK)), eq(MAKER, seat))
            with out.only_if(valid):
                out.emit(put(KEEPS, call("same_constants", gives=I32)))
            with out.only_if(zero(KEEPS)):
                out.emit(put(MAKER, seat), put(SEARCH, 0), put(LOOKED_BACK, 0), call("no_positions"))
            self._copy(at.saved, self._memory.slot(0))

    def _copy(self, to: int, source: int) -> None:
        size = w.Const(I32, WORD * self._memory.size)
        self._out.emit(w.Copy(w.Const(I32, to), w.Const(I32, source), size))

    def _put_back(self) -> None:
        """Emit code that restores the position as it was before the search."""
        self._copy(self._memory.slot(0), self._at.saved)

    def _open_rows(self) -> None:
        """Emit `looks_for (kind, bound)` and `open_rows (seat, end)`.

        `looks_for` returns 1 if the goal must remain reachable after a move of this kind. `open_rows` keeps all open
        moves, and those other moves after which the goal remains reachable. `open_rows` returns the end of the kept
        rows.
        """
        out, at, rows, stride = self._out, self._at, self._memory.rows(), self._memory.stride
        with function(out, "looks_for", "kind bound", I32) as (kind, bound):
            needed = any_of(call("begins", kind, gives=I32), bound)
            out.emit(both(needed, zero(call("unseen", kind, gives=I32))))
        with function(out, "open_rows", "seat end", I32) as (seat, end):
            size, to = out.held(sub(end, rows), "size"), out.held(w.Const(I32, rows), "to")
            bound = out.held(call("bound", seat, gives=I32), "bound")
            out.emit(call("begin_search", seat), w.Copy(w.Const(I32, at.saved_rows), w.Const(I32, rows), code(size)))
            last, stays = out.held(add(size, at.saved_rows), "last"), w.Local("stays", I32)
            kept = out.held(w.Const(I32, at.saved_rows), "kept")
            with each_word(out, at.saved_rows, last, stride) as row:
                looked = both(zero(call("is_open", row, gives=I32)), call("looks_for", word(row), bound, gives=I32))
                out.emit(put(stays, 1))
                with out.only_if(looked):
                    out.emit(call("go_on", seat, row), put(stays, call("finds_way", gives=I32)))
                    self._put_back()
                with out.only_if(stays):
                    out.emit(w.Copy(code(kept), code(row), w.Const(I32, stride)), put(kept, add(kept, stride)))
            out.emit(put(size, sub(kept, at.saved_rows)), w.Copy(code(to), w.Const(I32, at.saved_rows), code(size)))
            out.emit(call("refill"), put(ROWS_END, add(to, size)), code(ROWS_END))

    def _leaves_way(self) -> None:
        """Emit `leaves_way (seat, row)`, which tests whether a goal remains reachable after a completed move.

        The listed moves and their ranges stay unchanged.
        """
        out, at, memory = self._out, self._at, self._memory
        with function(out, "leaves_way", "seat row", I32) as (seat, row):
            bound = call("bound", seat, gives=I32)
            with out.only_if(zero(call("looks_for", word(row), bound, gives=I32))):
                out.emit(w.Return(w.Const(I32, 1)))
            size, ranges = out.held(sub(ROWS_END, memory.rows()), "size"), w.Const(I32, RANGE * memory.row)
            stretches = ((at.saved_rows, memory.rows(), code(size)), (at.saved_ranges, memory.outcomes, ranges))
            out.emit(call("begin_search", seat))
            out.emit(*(w.Copy(w.Const(I32, to), w.Const(I32, of), number) for to, of, number in stretches))
            out.emit(call("go_on", seat, row))
            found = out.held(call("finds_way", gives=I32), "found")
            self._put_back()
            out.emit(*(w.Copy(w.Const(I32, of), w.Const(I32, to), number) for to, of, number in stretches))
            out.emit(call("refill"), code(found))

    def _way(self) -> None:
        """Emit `is_way (choice)`, which returns 1 if the goal can be reached from the decision node `choice`.

        The search starts from the current position, but at the node `choice`.
        """
        out, pc = self._out, self._memory.slot(PC)
        with function(out, "is_way", "choice", I32) as (choice,):
            before = out.held(word(0, pc), "before")
            out.emit(set_word(0, choice, pc), call("begin_search", self._dispatch.call("who", self._dispatch.here)))
            found = out.held(call("finds_way", gives=I32), "found")
            self._put_back()
            out.emit(set_word(0, before, pc), call("refill"), code(found))
