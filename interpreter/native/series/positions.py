"""Emits a hash set of the positions visited by a look-ahead search.

Positions are compared only by the slots that may change during a search. Each position is stored once, in a record with
its hash, its state, data of the search, and its changeable words. If memory is full, another engine takes over.
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
"""Byte offsets of a record's fields.

- `HASH` is the hash of the position.
- `STATE` is unknown, alive or dead.
- `MET` is the serial number of the last search that visited the position.
- `BEHIND` is the list of edges from predecessors, which the backward search uses.
- `OWED` is the number of successors that must still turn out to be alive.
- `STAMP` is the predecessor that was linked last.
- `WORDS` holds the words of the position.
"""
UNKNOWN, ALIVE, DEAD = range(3)
MOST_POSITIONS, MOST_EDGES, FRAME_BYTES = 1 << 14, 1 << 17, 1 << 23
RECORD_BYTES = 1 << 28
"""Maximum total size of all records in bytes."""
EDGE = 8
"""Bytes per edge.

An edge stores the record of its start position, and the next edge in the list.
"""

RECORDS_END = w.Global("records_end", I32, 0)


@dataclass(frozen=True, slots=True)
class SearchMemory:
    """Addresses of the memory areas of a search, starting at `begin`.

    A record stores `words` words of a position. An entire position has `position` words, and a move row has `row`
    words.
    """

    begin: int
    words: int
    position: int
    row: int

    @property
    def record(self) -> int:
        """Bytes per record."""
        return WORDS + WORD * self.words

    @property
    def table(self) -> int:
        """Address of the hash table of records, in which 0 marks an empty entry."""
        return self.begin

    @property
    def records(self) -> int:
        return self.table + 2 * WORD * MOST_POSITIONS

    @property
    def records_end(self) -> int:
        """End of the area for records."""
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
        """Address of the stack of frames, which holds the current path and its untried moves."""
        return self.edges_end

    @property
    def frames_end(self) -> int:
        return self.frames + FRAME_BYTES

    @property
    def saved(self) -> int:
        """Address of a copy of the position as it was before the search."""
        return self.frames_end

    @property
    def saved_rows(self) -> int:
        """Address of the moves that were listed before the search."""
        return self.saved + WORD * self.position

    @property
    def saved_ranges(self) -> int:
        """Address of the number ranges that were stored before the search."""
        return self.saved_rows + WORD * self.row * (MOST_MOVES + 1)

    @property
    def size(self) -> int:
        """Total size of the areas in bytes."""
        return self.saved_ranges + RANGE * self.row - self.begin


class PositionSet:
    """Emits the functions for the set of positions.

    `no_positions` empties the set. `record` returns the record of the current position, adding it if it is new.
    `unpacked` restores the position from a record.
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
        """Return instructions that copy the changeable words of a position into a record, or back."""
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
        """Emit `record`, which returns the record of the current position, adding it if it is new.

        `record` packs the position into the free memory after the last record. If the position is new, the packed words
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
