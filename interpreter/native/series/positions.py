"""Positions visited while looking ahead: a hash set in memory.

A position consists of the slots that may change; all others are constant during one search. Each position is stored
once, as a record: its hash, its state, the data of the search, then its words. If memory is full, another engine takes
over.
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
"""Words of a record.

- `HASH`: hash of the position.
- `STATE`: unknown, alive or dead.
- `MET`: the last search that visited it.
- `BEHIND`, `OWED`, `STAMP`: in a backward search, the edges that lead to it, the number of its successors that must
  still turn out alive, and the last position that led to it.
- `WORDS`: the words of the position.
"""
UNKNOWN, ALIVE, DEAD = range(3)
MOST_POSITIONS, MOST_EDGES, FRAME_BYTES = 1 << 14, 1 << 17, 1 << 23
RECORD_BYTES = 1 << 28
"""Most bytes of all records, if positions are large."""
EDGE = 8
"""An edge: the record at its start, and the next edge."""

RECORDS_END = w.Global("records_end", I32, 0)


@dataclass(frozen=True, slots=True)
class SearchMemory:
    """Areas of a search from `begin` on, for positions of `words` words. `position` and `row` are the words of a whole
    position and of a move."""

    begin: int
    words: int
    position: int
    row: int

    @property
    def record(self) -> int:
        """Bytes of a record."""
        return WORDS + WORD * self.words

    @property
    def table(self) -> int:
        """The records by hash; 0 for an empty entry."""
        return self.begin

    @property
    def records(self) -> int:
        return self.table + 2 * WORD * MOST_POSITIONS

    @property
    def records_end(self) -> int:
        """Address at which the records are full."""
        return self.records + self.record * min(MOST_POSITIONS, RECORD_BYTES // self.record)

    @property
    def waiting(self) -> int:
        """Records whose moves are still to be visited."""
        return self.records_end + self.record

    @property
    def alive(self) -> int:
        """Live records from which the backward search has not continued yet."""
        return self.waiting + WORD * MOST_POSITIONS

    @property
    def edges(self) -> int:
        return self.alive + WORD * MOST_POSITIONS

    @property
    def edges_end(self) -> int:
        return self.edges + EDGE * MOST_EDGES

    @property
    def frames(self) -> int:
        """Address of the path from the first position to the current one, with the moves still to try."""
        return self.edges_end

    @property
    def frames_end(self) -> int:
        return self.frames + FRAME_BYTES

    @property
    def saved(self) -> int:
        """Position in which the search started."""
        return self.frames_end

    @property
    def saved_rows(self) -> int:
        """Moves of that position."""
        return self.saved + WORD * self.position

    @property
    def saved_ranges(self) -> int:
        """Ranges of the open numbers of its moves."""
        return self.saved_rows + WORD * self.row * (MOST_MOVES + 1)

    @property
    def size(self) -> int:
        """Bytes of all areas."""
        return self.saved_ranges + RANGE * self.row - self.begin


class PositionSet:
    """Writes `no_positions`, which empties the set, `unpacked(record)`, which restores a position, and `record () →
    record`, which finds or adds the current position."""

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
        """Copy the words of a position, area by area."""
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
        """Write the function that packs the current position after all records; a new position stays there."""
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
