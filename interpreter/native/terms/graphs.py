"""Emits the functions that search the graph formed by the edges of one kind.

The functions find reachable places, distances, nearest places, connected edges, and the longest trail. Reachable places
and longest trails are kernels of `interpreter.flow`, which are compiled from Python. The parameter `ways` is a table of
adjacency lists; each list holds a pair (edge, neighbouring place) for every edge at a place. `seen` and `usable` are
arrays on the heap with one byte per place or edge. Breadth-first searches append what they find to the list under
construction, wave by wave.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from interpreter import wasm as w
from interpreter.flow import longest_trail, reach
from interpreter.kernel import Surroundings, written
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.loops import function
from interpreter.native.emit.memory import DRAFT, DRAFT_SIZE, HEAP, HEAP_SIZE, WORD, Memory
from interpreter.native.emit.shorthand import (
    Given,
    add,
    both,
    call,
    code,
    ge,
    lt_u,
    ne,
    put,
    shl,
    word,
    zero,
)
from interpreter.native.emit.writer import Writer
from interpreter.wasm import I32


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
        end = self._memory.draft + DRAFT_SIZE
        around = Surroundings(DRAFT, end, ends_in(ASK), "sort_words", "done_list")
        self._out.module.functions += written((reach, longest_trail), around)
        self._distance()
        self._nearest()
        self._joined()

    def _function(self, name: str, params: str) -> AbstractContextManager[list[w.Local]]:
        return function(self._out, name, params, I32)

    # ------------------------------------------------------------ queries

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
