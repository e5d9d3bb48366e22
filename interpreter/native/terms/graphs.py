"""Emits the functions that search the graph formed by the edges of one kind.

The functions find reachable places, distances, nearest places, connected edges, and the longest trail. The parameter
`ways` is a table of adjacency lists; each list holds a pair (edge, neighbouring place) for every edge at a place.
`seen` and `usable` are arrays on the heap with one byte per place or edge. Breadth-first searches append what they find
to the list under construction, wave by wave.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.flow import MOST_TRAILS, TOO_MANY
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.loops import function, greater
from interpreter.native.emit.memory import DRAFT, DRAFT_SIZE, HEAP, HEAP_SIZE, WORD, Memory
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
from interpreter.wasm import I32

TRAIL_NEXT, TRAIL_END, TRAIL_FRAME = WORD, 2 * WORD, 3 * WORD
NO_EDGE = -1


@dataclass(frozen=True, slots=True)
class _Waves:
    """Locals of a breadth-first search.

    `begun` is the address of the first place or edge found. The current wave extends from address `border` to address
    `end`. `steps` is the distance of the current wave from the starts.
    """

    begun: w.Local
    border: w.Local
    end: w.Local
    steps: w.Local


class GraphFunctions:
    """Emits the graph functions."""

    def __init__(self, out: Writer, memory: Memory) -> None:
        self._out = out
        self._memory = memory

    def write(self) -> None:
        self._reach()
        self._distance()
        self._nearest()
        self._joined()
        self._longest_trail()

    def _function(self, name: str, params: str) -> AbstractContextManager[list[w.Local]]:
        return function(self._out, name, params, I32)

    # ------------------------------------------------------------ queries

    def _reach(self) -> None:
        """Emit `reach`, which returns the places within `most` steps in ascending order; -1 means any
        number of steps.
        """
        with self._function("reach", "ways places edges start over most") as (ways, places, edges, start, over, most):
            usable, seen = self._marked(over, edges), self._marks(places)
            waves = self._begin(start, seen)
            with self._out.loop_while(both(ne(most, waves.steps), lt_u(waves.border, DRAFT))):
                self._next_wave(waves, ways, usable, seen)
            self._out.emit(call("sorted_list", waves.begun, gives=I32))

    def _distance(self) -> None:
        """Emit `distance`, which returns the minimum number of steps from a start to a goal, or `far` if no goal can be
        reached.
        """
        with self._function("distance", "ways places edges far start goals over") as given:
            ways, places, edges, far, start, goals, over = given
            usable, wanted, seen = self._marked(over, edges), self._marked(goals, places), self._marks(places)
            waves = self._begin(start, seen)
            with self._out.loop_while(lt_u(waves.border, DRAFT)):
                with self._each_of_wave(waves) as place, self._out.only_if(self._is_marked(wanted, place)):
                    self._out.emit(put(DRAFT, waves.begun), w.Return(code(waves.steps)))
                self._next_wave(waves, ways, usable, seen)
            self._out.emit(put(DRAFT, waves.begun), code(far))

    def _nearest(self) -> None:
        """Emit `nearest`, which returns a sorted list of the candidate places closest to the starts.

        `nearest` returns an empty list if no candidate can be reached.
        """
        with self._function("nearest", "ways places edges far start among over") as given:
            ways, places, edges, _far, start, among, over = given
            usable, wanted, seen = self._marked(over, edges), self._marked(among, places), self._marks(places)
            waves, found = self._begin(start, seen), w.Local("found", I32)
            with self._out.loop_while(lt_u(waves.border, DRAFT)):
                self._out.emit(put(found, DRAFT))
                with self._each_of_wave(waves) as place, self._out.only_if(self._is_marked(wanted, place)):
                    self._out.emit(call("append", place))
                with self._out.only_if(lt_u(found, DRAFT)):
                    made = call("sorted_list", found, gives=I32)
                    self._out.emit(put(found, made), put(DRAFT, waves.begun), w.Return(code(found)))
                self._next_wave(waves, ways, usable, seen)
            self._out.emit(put(DRAFT, waves.begun), call("done_list", waves.begun, gives=I32))

    def _joined(self) -> None:
        """Emit `joined_edges`, which returns the edges connected to the given edges within `most` steps.

        Each step leads to an edge that shares an end with the previous one; -1 means any number of steps. The parameter
        `ends` is a table with the places at each edge's ends.
        """
        with self._function("joined_edges", "ways ends edges start over most") as given:
            ways, ends, edges, start, over, most = given
            usable, seen = self._marked(over, edges), self._marks(edges)
            waves = self._begin(start, seen)
            with self._out.loop_while(both(ne(most, waves.steps), lt_u(waves.border, DRAFT))):
                self._next_wave_of_edges(waves, ways, ends, usable, seen)
            self._out.emit(call("sorted_list", waves.begun, gives=I32))

    # ------------------------------------------------------------ trails

    def _longest_trail(self) -> None:
        """Emit `longest_trail`, which returns the number of edges in the longest trail, or `TOO_MANY` if there are too
        many trails.

        A trail uses each edge at most once and passes through no closed place. The current trail is a stack of frames
        in the area `draft`. Each frame holds an edge of the trail, and the edges still to be tried after it.
        """
        out = self._out
        with self._function("longest_trail", "ways places edges over closed") as (ways, places, edges, over, closed):
            free, shut = self._marked(over, edges), self._marked(closed, places)
            full = ge(add(DRAFT, mul(add(edges, 2), TRAIL_FRAME)), self._memory.draft + DRAFT_SIZE)
            out.emit(w.If(full, ends_in(ASK)))
            start, top, longest, tried = (w.Local(name, I32) for name in ("start", "top", "longest", "tried"))
            with out.loop_while(both(lt_u(start, places), lt_u(longest, word(over)))):
                out.emit(put(top, DRAFT))
                self._lay_frame(top, NO_EDGE, word(add(ways, shl(start, 2))))
                with out.loop_while(ge(top, DRAFT)):
                    with out.block() as back:
                        gone = w.If(ge(word(top), 0), (self._mark(free, word(top)),))
                        out.emit(gone, put(top, sub(top, TRAIL_FRAME)))
                    with out.block() as on:
                        self._try_way(top, tried, ways, free, shut)
                        out.emit(put(longest, greater(longest, out.held(div(sub(top, DRAFT), TRAIL_FRAME)))))
                    out.emit(w.If(eq(word(top, TRAIL_NEXT), word(top, TRAIL_END)), tuple(back), tuple(on)))
                out.emit(put(start, add(start, 1)))
            out.emit(code(longest))

    def _lay_frame(self, top: w.Local, edge: Given, ways_on: w.Code) -> None:
        at = self._out.held(ways_on, "at")
        self._out.emit(set_word(top, edge), set_word(top, at, TRAIL_NEXT))
        self._out.emit(set_word(top, add(at, shl(word(at), 2)), TRAIL_END))

    def _try_way(self, top: w.Local, tried: w.Local, ways: w.Local, free: w.Local, shut: w.Local) -> None:
        """Emit code that extends the trail by the next edge if this edge is free."""
        out = self._out
        at = out.held(word(top, TRAIL_NEXT), "at")
        edge, there = out.held(word(at, WORD), "edge"), out.held(word(at, 2 * WORD), "there")
        out.emit(set_word(top, add(at, 2 * WORD), TRAIL_NEXT))
        with out.only_if(self._is_marked(free, edge)):
            out.emit(put(tried, add(tried, 1)), w.If(gt(tried, MOST_TRAILS), (w.Return(w.Const(I32, TOO_MANY)),)))
            out.emit(w.Store("i32.store8", add(free, edge), w.Const(I32, 0)), put(top, add(top, TRAIL_FRAME)))
            self._lay_frame(top, edge, word(add(ways, shl(there, 2))))
            ends_here = set_word(top, word(top, TRAIL_END), TRAIL_NEXT)
            out.emit(w.If(self._is_marked(shut, there), (ends_here,)))

    # ------------------------------------------------------------ waves

    def _begin(self, start: w.Local, seen: w.Local) -> _Waves:
        """Emit code that makes the starts of a search its first wave."""
        out = self._out
        begun = out.held(code(DRAFT), "begun")
        with self._each(code(start)) as place, out.only_if(ge(place, 0)):
            self._add(place, seen)
        waves = _Waves(begun, out.fresh(name="border"), out.fresh(name="end"), out.fresh(name="steps"))
        out.emit(put(waves.border, begun), put(waves.steps, 0))
        return waves

    def _next_wave(self, waves: _Waves, ways: w.Local, usable: w.Local, seen: w.Local) -> None:
        """Emit code that moves from each place of the current wave along all usable edges."""
        there = w.Local("there", I32)
        with (
            self._wave(waves) as place,
            self._each(word(add(ways, shl(place, 2))), pairs=True, there=there) as edge,
            self._out.only_if(self._is_marked(usable, edge)),
        ):
            self._add(there, seen)

    def _next_wave_of_edges(
        self, waves: _Waves, ways: w.Local, ends: w.Local, usable: w.Local, seen: w.Local
    ) -> None:  # fmt: skip
        """Emit code that moves from each edge of the current wave to all usable edges at its ends."""
        with (
            self._wave(waves) as edge,
            self._each(word(add(ends, shl(edge, 2)))) as place,
            self._each(word(add(ways, shl(place, 2))), pairs=True) as other,
            self._out.only_if(self._is_marked(usable, other)),
        ):
            self._add(other, seen)

    @contextmanager
    def _wave(self, waves: _Waves) -> Iterator[w.Local]:
        """Emit a loop over the current wave, followed by the step to the next wave."""
        out, each = self._out, self._out.fresh(name="each")
        out.emit(put(waves.end, DRAFT), put(waves.steps, add(waves.steps, 1)))
        with out.loop_while(lt_u(waves.border, waves.end)):
            out.emit(put(each, word(waves.border)))
            yield each
            out.emit(put(waves.border, add(waves.border, WORD)))

    @contextmanager
    def _each_of_wave(self, waves: _Waves) -> Iterator[w.Local]:
        """Emit a loop over the current wave, without advancing to the next wave."""
        out, at, each = self._out, self._out.fresh(name="at"), self._out.fresh(name="each")
        out.emit(put(at, waves.border), put(waves.end, DRAFT))
        with out.loop_while(lt_u(at, waves.end)):
            out.emit(put(each, word(at)), put(at, add(at, WORD)))
            yield each

    def _add(self, of: w.Local, seen: w.Local) -> None:
        """Emit code that adds a place or edge to the next wave unless it was already seen."""
        with self._out.only_if(zero(self._is_marked(seen, of))):
            self._out.emit(self._mark(seen, of), call("append", of))

    # ------------------------------------------------------------ lists and marks

    @contextmanager
    def _each(self, of: w.Code, pairs: bool = False, there: w.Local | None = None) -> Iterator[w.Local]:
        """Emit a loop over a list of members, or over a list of pairs.

        For a list of pairs, the loop yields the first number of each pair and stores the second one in `there`.
        """
        out, at, end, each = self._out, *(self._out.fresh(name=name) for name in ("at", "end", "each"))
        out.emit(put(at, of), put(end, add(at, shl(word(at), 2))))
        with out.loop_while(lt_u(at, end)):
            out.emit(put(each, word(at, WORD)))
            if there is not None:
                out.emit(put(there, word(at, 2 * WORD)))
            out.emit(put(at, add(at, 2 * WORD if pairs else WORD)))
            yield each

    def _marks(self, size: w.Local) -> w.Local:
        """Allocate a zeroed byte array, and return a local with its address."""
        out, at = self._out, self._out.held(code(HEAP), "marks")
        out.emit(w.If(ge(add(at, size), self._memory.heap + HEAP_SIZE), ends_in(ASK)))
        out.emit(w.Fill(code(at), w.Const(I32, 0), code(size)), put(HEAP, add(at, size)))
        return at

    def _marked(self, given: w.Local, size: w.Local) -> w.Local:
        """Allocate a byte array in which the members of a list are marked with 1, and return a local with its address.

        Members equal to `none` are skipped.
        """
        marks = self._marks(size)
        with self._each(code(given)) as each, self._out.only_if(ge(each, 0)):
            self._out.emit(self._mark(marks, each))
        return marks

    @staticmethod
    def _mark(marks: w.Local, of: Given) -> w.Code:
        return w.Store("i32.store8", add(marks, of), w.Const(I32, 1))

    @staticmethod
    def _is_marked(marks: w.Local, of: Given) -> w.Code:
        return w.Load("i32.load8_u", add(marks, of))
