"""Emits a hash set of the positions visited by a look-ahead search.

Positions are compared only by the slots that may change during a search. Each position is stored once, in a record with
its hash, its state, data of the search, and its changeable words. If memory is full, another engine takes over.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.limits import MOST_MOVES
from interpreter import wasm as w
from interpreter.native.emit.faults import ASK, ends_in
from interpreter.native.emit.loops import each_word, function
from interpreter.native.emit.memory import WORD, Memory
from interpreter.native.emit.shorthand import (
    add,
    both,
    call,
    code,
    eq,
    ge,
    lt_u,
    mul,
    narrow,
    ne,
    put,
    set_word,
    shl,
    shr_u,
    sub,
    unsigned,
    word,
)  # fmt: skip
from interpreter.native.emit.writer import Writer
from interpreter.native.play.open_rows import RANGE
from interpreter.native.play.playing import signed
from interpreter.native.series.series import Series, pairs_of, runs_of
from interpreter.rng import key_of
from interpreter.wasm import I32, I64

HASH, PLACE, STATE, MET, BEHIND, OWED, STAMP, WORDS = range(0, 32, 4)
"""Byte offsets of a record's fields.

- `HASH` is the hash of the position.
- `PLACE` is the offset of the record's entry in the hash table.
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

PAIR, FEW = 2 * WORD, 32
"""Bytes per pair of words, and maximum number of words to copy without a call of `memory.copy`, which is slow."""

RECORDS_END = w.Global("records_end", I32, 0)


@dataclass(frozen=True, slots=True)
class SearchMemory:
    """Addresses of the memory areas of a search, starting at `begin`.

    A record stores `pairs` pairs of words of a position. An entire position has `position` words, and a move row has
    `row` words.
    """

    begin: int
    pairs: int
    position: int
    row: int

    @property
    def record(self) -> int:
        """Bytes per record."""
        return WORDS + PAIR * self.pairs

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

    `no_positions` empties the set, and clears only the used entries of the hash table. `record` returns the record of
    the current position, adding it if it is new. `unpacked` restores the position from a record. `same_constants`
    compares the other slots.
    """

    def __init__(self, out: Writer, memory: Memory, at: SearchMemory, series: Series) -> None:
        self._out = out
        self._memory = memory
        self._at = at
        self._slots = series.slots
        self._runs = runs_of(series.slots)

    def write(self) -> None:
        out, at = self._out, self._at
        with function(out, "no_positions", ""):
            with each_word(out, at.records, RECORDS_END, at.record) as each:
                out.emit(set_word(word(each, PLACE), 0, at.table))
            out.emit(put(RECORDS_END, at.records))
        with function(out, "packed", "record") as (record,):
            out.emit(*self._moved(record, packing=True))
        with function(out, "unpacked", "record") as (record,):
            out.emit(*self._moved(record, packing=False))
        self._hashed()
        self._same_record()
        self._record()
        self._same_constants()

    def _moved(self, record: w.Local, packing: bool) -> list[w.Code]:
        """Return instructions that copy the changeable words of a position into a record, or back.

        In a record, each run begins with a new pair. If the number of its words is odd, the other word of its last pair
        is 0. So the hash reads the same pairs that were written: a processor is slow to read what it has just written
        as two parts.
        """
        found, behind = list[w.Code](), WORDS
        for slot, number in self._runs:
            in_record: tuple[w.Code, int] = code(record), behind
            in_position: tuple[w.Code, int] = w.Const(I32, 0), self._memory.slot(slot)
            (to, to_offset), (source, offset) = (
                (in_record, in_position) if packing else (in_position, in_record)
            )  # fmt: skip
            if number > FEW:
                found.append(w.Copy(add(to, to_offset), add(source, offset), w.Const(I32, WORD * number)))
            else:
                for at in range(0, WORD * (number - 1), PAIR):
                    pair = w.Load("i64.load", source, offset + at)
                    found.append(w.Store("i64.store", to, pair, to_offset + at))
                last = WORD * (number - 1)
                if number % 2 and packing:
                    found.append(w.Store("i64.store", to, unsigned(word(source, offset + last)), to_offset + last))
                elif number % 2:
                    found.append(set_word(to, word(source, offset + last), to_offset + last))
            behind += PAIR * pairs_of(number)
        return found

    def _hashed(self) -> None:
        """Emit `hashed (record)`, which multiplies each pair of words by a separate factor and sums the products.

        Unlike the steps of other hashes, the products do not wait for one another.
        """
        out, first = self._out, w.Local("first", I32)
        factors = self._memory.wide_table([_factor(at) for at in range(self._at.pairs)])
        with function(out, "hashed", "record", I32) as (record,):
            found, end = out.held(w.Const(I64, 0), "found"), out.held(add(record, self._at.record), "end")
            out.emit(put(record, add(record, WORDS)), put(first, record))
            with out.loop_while(lt_u(record, end)):
                factor = w.Load("i64.load", sub(record, first), factors)
                out.emit(put(found, add(found, mul(w.Load("i64.load", code(record)), factor))))
                out.emit(put(record, add(record, PAIR)))
            out.emit(call("finished", narrow(shr_u(found, w.Const(I64, 32))), gives=I32))

    def _same_record(self) -> None:
        """Emit `same_record (known)`, which compares the words of a record with those after the last record."""
        out, at = self._out, self._at
        with function(out, "same_record", "known", I32) as (known,):
            with each_word(out, RECORDS_END, add(RECORDS_END, PAIR * at.pairs), PAIR) as new:
                one, other = (w.Load("i64.load", code(each), WORDS) for each in (known, new))
                out.emit(w.If(ne(one, other), (w.Return(w.Const(I32, 0)),)), put(known, add(known, PAIR)))
            out.emit(w.Const(I32, 1))

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
                    out.emit(w.If(call("same_record", known, gives=I32), (w.Return(code(known)),)))
                out.emit(put(place, both(add(place, WORD), WORD * last)), put(known, word(place, at.table)))
            out.emit(put(known, RECORDS_END), set_word(place, known, at.table))
            out.emit(set_word(known, hash_, HASH), set_word(known, place, PLACE))
            for field in (STATE, MET):
                out.emit(set_word(known, 0, field))
            out.emit(put(RECORDS_END, add(RECORDS_END, at.record)), code(known))

    def _same_constants(self) -> None:
        """Emit `same_constants`, which returns 1 if the slots that stay constant during a search are the same as in the
        position at `saved`.
        """
        out = self._out
        with function(out, "same_constants", "", I32):
            for slot, number in runs_of(sorted(set(range(self._at.position)) - set(self._slots))):
                here, saved = self._memory.slot(slot), self._at.saved + WORD * slot
                with out.only_if(call("compare", here, saved, number, gives=I32)):
                    out.emit(w.Return(w.Const(I32, 0)))
            out.emit(w.Const(I32, 1))


def _factor(pair: int) -> int:
    """Return an odd number that looks random, as a signed number of 64 bits."""
    high, low = key_of(f"pair {pair}")
    return signed(high) << 32 | low | 1
