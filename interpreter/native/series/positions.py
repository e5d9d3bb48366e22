"""Positions visited while looking ahead, stored as a hash set in memory.

Positions are compared only by the slots that may change, because all other slots are constant during one search. Each
position is stored once, as a record of its hash, its state, some data of the search, and the words of the position. If
memory is full, another engine takes over.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.limits import MOST_MOVES
from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.loops import function
from interpreter.native.emit.memory import WORD, Memory
from interpreter.native.emit.shorthand import (
    add,
    both,
    call,
    code,
    differing,
    eq,
    ge,
    mul,
    ne,
    put,
    rotl,
    set_word,
    shl,
    word,
    zero,
)  # fmt: skip
from interpreter.native.emit.writer import Writer
from interpreter.native.play.open_rows import RANGE
from interpreter.native.series.series import Series
from interpreter.wasm import I32

HASH, STATE, MET, BEHIND, OWED, STAMP, WORDS = range(0, 28, 4)
"""Offsets in bytes of the parts of a record.

- `HASH` is the hash of the position.
- `STATE` is unknown, alive or dead.
- `MET` is the number of the last search that visited the position.
- `BEHIND` is the list of edges that lead to the position in a backward search. `OWED` is the number of the position's
  successors that must still prove to be alive, and `STAMP` is the last predecessor found for the position.
- `WORDS` are the words of the position.
"""
UNKNOWN, ALIVE, DEAD = range(3)
MOST_POSITIONS, MOST_EDGES, FRAME_BYTES = 1 << 14, 1 << 17, 1 << 23
RECORD_BYTES = 1 << 28
"""Maximum total size of the records in bytes, which limits the number of records."""
EDGE = 8
"""Size of an edge in bytes.

An edge stores the record of the position at which it starts, and the next edge of the list.
"""

RECORDS_END = w.Global("records_end", I32, 0)


@dataclass(frozen=True, slots=True)
class SearchMemory:
    """The addresses of the areas of a search, from `begin` on.

    `words` is the number of words that distinguish positions. `position` is the number of words in an entire position,
    and `row` is the number of words in a move.
    """

    begin: int
    words: int
    position: int
    row: int

    @property
    def record(self) -> int:
        """Size of a record in bytes."""
        return WORDS + WORD * self.words

    @property
    def table(self) -> int:
        """Address of the hash table of records; an empty entry is 0."""
        return self.begin

    @property
    def records(self) -> int:
        return self.table + 2 * WORD * MOST_POSITIONS

    @property
    def records_end(self) -> int:
        """End address of the area for records."""
        return self.records + self.record * min(MOST_POSITIONS, RECORD_BYTES // self.record)

    @property
    def waiting(self) -> int:
        """Address of the list of records whose moves have not been followed yet."""
        return self.records_end + self.record

    @property
    def alive(self) -> int:
        """Address of the list of live records whose predecessors have not been visited yet."""
        return self.waiting + WORD * MOST_POSITIONS

    @property
    def edges(self) -> int:
        return self.alive + WORD * MOST_POSITIONS

    @property
    def edges_end(self) -> int:
        return self.edges + EDGE * MOST_EDGES

    @property
    def frames(self) -> int:
        """Address of the path from the first position to the current one.

        The path also holds the moves that are still to be tried.
        """
        return self.edges_end

    @property
    def frames_end(self) -> int:
        return self.frames + FRAME_BYTES

    @property
    def saved(self) -> int:
        """Address of the copy of the position from which the search started."""
        return self.frames_end

    @property
    def saved_rows(self) -> int:
        """Address of the moves that were listed before the search."""
        return self.saved + WORD * self.position

    @property
    def saved_ranges(self) -> int:
        """Address of the ranges of open numbers that were stored before the search."""
        return self.saved_rows + WORD * self.row * (MOST_MOVES + 1)

    @property
    def size(self) -> int:
        """Size of all areas in bytes."""
        return self.saved_ranges + RANGE * self.row - self.begin


class PositionSet:
    """The emitter of the functions for the set of positions.

    `no_positions` empties the set. `record` finds or adds the current position and returns its record. `unpacked`
    restores the position of a record.
    """

    def __init__(self, out: Writer, memory: Memory, at: SearchMemory, series: Series) -> None:
        self._out = out
        self._memory = memory
        self._at = at
        self._runs = series.runs()

    def write(self) -> None:
        out, at = self._out, self._at
        with function(out, "no_positions", ""):
            out.emit(put(RECORDS_END, at.records))
            out.emit(w.Fill(w.Const(I32, at.table), w.Const(I32, 0), w.Const(I32, at.records - at.table)))
        with function(out, "packed", "record") as (record,):
            out.emit(*self._moved(record, packing=True))
        with function(out, "unpacked", "record") as (record,):
            out.emit(*self._moved(record, packing=False))
        self._hashed()
        self._record()

    def _moved(self, record: w.Local, packing: bool) -> list[w.Code]:
        """Return code that copies the words of a position to a record, or from a record to the position."""
        found, behind = list[w.Code](), WORDS
        for slot, number in self._runs:
            there, here = add(record, behind), w.Const(I32, self._memory.slot(slot))
            to, source = (there, here) if packing else (here, there)
            if number == 1:
                found.append(set_word(to, word(source)))
            else:
                found.append(w.Copy(to, source, w.Const(I32, WORD * number)))
            behind += WORD * number
        return found

    def _hashed(self) -> None:
        out = self._out
        with function(out, "hashed", "record", I32) as (record,):
            found, end = out.held(w.Const(I32, 0), "found"), out.held(add(record, self._at.record), "end")
            out.emit(put(record, add(record, WORDS)))
            with out.loop_while(ne(record, end)):
                out.emit(put(found, mul(differing(rotl(found, 5), word(record)), 0x9E3779B1 - (1 << 32))))
                out.emit(put(record, add(record, WORD)))
            out.emit(call("finished", found, gives=I32))

    def _record(self) -> None:
        """Emit `record`, which finds or adds the record of the current position.

        The function packs the position into the memory after the last record. If the position is new, the packed words
        become its record.
        """
        out, at = self._out, self._at
        with function(out, "record", "", I32):
            out.emit(w.If(ge(RECORDS_END, at.records_end), ends_in(ASK)), call("packed", RECORDS_END))
            hash_ = out.held(call("hashed", RECORDS_END, gives=I32), "hash")
            last = 2 * MOST_POSITIONS - 1
            place, known = out.held(shl(both(hash_, last), 2), "place"), w.Local("known", I32)
            out.emit(put(known, word(place, at.table)))
            with out.loop_while(known):
                with out.only_if(eq(word(known, HASH), hash_)):
                    words = call("compare", add(known, WORDS), add(RECORDS_END, WORDS), at.words, gives=I32)
                    out.emit(w.If(zero(words), (w.Return(code(known)),)))
                out.emit(put(place, both(add(place, WORD), WORD * last)), put(known, word(place, at.table)))
            out.emit(put(known, RECORDS_END), set_word(place, known, at.table), set_word(known, hash_, HASH))
            for field in (STATE, MET):
                out.emit(set_word(known, 0, field))
            out.emit(put(RECORDS_END, add(RECORDS_END, at.record)), code(known))
