"""Memory layout of a module: fixed areas first, then constant tables and lists.

fault       number of the error that ended a call, and the values in its message
position    the vector of the current game, a word of 32 bits for each slot, then the upper halves of the wide slots
start       the initial vector of every game
streams     two words for each chance stream, then for each seat
row         one move from outside
outcomes    outcomes of chance with their weights, or the sort keys of the seats
rows        the legal moves of a decision, as rows of one length, then the same for each buffer
results     results of games
heap        computed lists, discarded together after each step
draft       lists under construction: a stack
search      positions visited while looking ahead (`positions`)
bills       costs and accepted substitutes of a payment (`payment_memory`)
counters    optional counts
players     working memory of players that evaluate their moves (`player_memory`)
remembered  memoised results, then memoised lists (`memo_functions`)
room        batches of games, the path down a game tree, positions from outside
constants   tables and lists known in advance
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

from dsl.limits import MOST_MOVES
from interpreter import wasm as w
from interpreter.wasm import I32, PAGE, Data

GAP = -(1 << 31)
"""Mark of a missing entry in a table. No number of a game is this low."""
WIDE_GAP = -(1 << 63)
"""Mark of the same number in a table of 64-bit numbers."""
WORD = 4
ALL_BITS, SIGN = (1 << 32) - 1, 1 << 31
FAULT, SHOWN, MOST_SHOWN = 8, 16, 8
"""Addresses of the error number and of the values in its message (64 bits each), and the maximum number of values."""
POSITION = 128
MOST_OUTCOMES = 1 << 14
HEAP_SIZE, DRAFT_SIZE, ROOM_SIZE = 1 << 24, 1 << 23, 1 << 24
MOST_RESULTS = 1 << 12
"""Most games played in one call."""
ENTRIES, ENTRY, LISTS_SIZE = 1 << 12, 64, 1 << 20
"""Number of memoised results, bytes of each, and bytes of the memoised lists."""


HEAP, DRAFT = w.Global("heap", I32, 0), w.Global("draft", I32, 0)
"""Address of the next list on the heap, and of the next member of a list under construction."""


@dataclass(slots=True)
class Memory:
    """The areas and constants of one module. A position has `size` words: one for each slot, then one for each of the
    `wide` slots, whose numbers may need 64 bits. A move has `row` words."""

    size: int
    seats: int
    streams: int
    row: int
    buffers: int
    result: int
    """Words of a result."""
    bills_size: int = 0
    """Bytes for bills."""
    search_size: int = 0
    """Bytes for looking ahead; 0 in games without series."""
    counters_size: int = 0
    """Bytes for counters."""
    players_size: int = 0
    """Bytes for players that evaluate their moves."""
    remembers: bool = False
    """True if the module memoises results."""
    wide: tuple[int, ...] = ()
    _content: bytearray = field(default_factory=bytearray)
    _known: dict[bytes, int] = field(default_factory=dict)
    _lists: dict[tuple[tuple[int, ...], ...], int] = field(default_factory=dict)

    # ------------------------------------------------------------ fixed stretches

    def slot(self, number: int) -> int:
        return POSITION + WORD * number

    @property
    def slots(self) -> int:
        """Number of slots of a vector."""
        return self.size - len(self.wide)

    def upper(self, number: int) -> int | None:
        """Return the address of the upper half of a wide slot; None for any other slot."""
        return self.slot(self.slots + self.wide.index(number)) if number in self.wide else None

    def packed(self, v: Sequence[int]) -> bytes:
        """Return a vector as the bytes of a position. Raises OverflowError if a number does not fit."""
        if not self.wide:
            return array("i", v).tobytes()
        words = [*v, *(v[slot] >> 32 for slot in self.wide)]
        for slot in self.wide:
            words[slot] = (v[slot] & ALL_BITS ^ SIGN) - SIGN
        return array("i", words).tobytes()

    def unpacked(self, position: Sequence[int]) -> list[int]:
        """Return the vector of a position given as words."""
        v = list(position[: self.slots])
        for slot, upper in zip(self.wide, position[self.slots :], strict=True):
            v[slot] = upper << 32 | v[slot] & ALL_BITS
        return v

    @property
    def start(self) -> int:
        return POSITION + WORD * self.size

    @property
    def stream_words(self) -> int:
        return self.start + WORD * self.size + WORD * self.size % 8

    @property
    def seat_words(self) -> int:
        return self.stream_words + 8 * self.streams

    @property
    def stream_size(self) -> int:
        """Bytes of all streams, including those of the seats."""
        return 8 * (self.streams + self.seats)

    @property
    def game(self) -> int:
        """Bytes of a saved game: its position, then its streams."""
        return WORD * self.size + self.stream_size

    @property
    def given_row(self) -> int:
        return self.seat_words + 8 * self.seats

    @property
    def outcomes(self) -> int:
        return self.given_row + WORD * self.row

    @property
    def outcomes_end(self) -> int:
        return self.outcomes + 2 * WORD * MOST_OUTCOMES

    @property
    def sizes(self) -> int:
        """Address of the sizes of a row's open bags and sets, after its ranges."""
        return self.outcomes + 3 * WORD * self.row

    @property
    def stride(self) -> int:
        """Bytes of a row."""
        return WORD * self.row

    def rows(self, buffer: int = 0) -> int:
        """Return the address of the rows of a buffer; buffer 0 has the listed rows."""
        return self.outcomes_end + buffer * self.stride * (MOST_MOVES + 1)

    def rows_end(self, buffer: int = 0) -> int:
        """Return the address at which a buffer is full."""
        return self.rows(buffer) + self.stride * MOST_MOVES

    @property
    def results(self) -> int:
        at = self.rows(self.buffers + 1)
        return at + at % 8

    @property
    def heap(self) -> int:
        return self.results + MOST_RESULTS * self.result * WORD

    @property
    def draft(self) -> int:
        return self.heap + HEAP_SIZE

    @property
    def search(self) -> int:
        return self.draft + DRAFT_SIZE

    @property
    def bills(self) -> int:
        return self.search + self.search_size

    @property
    def counters(self) -> int:
        at = self.bills + self.bills_size
        return at + -at % 16

    @property
    def players(self) -> int:
        at = self.counters + self.counters_size
        return at + -at % 16

    @property
    def remembered(self) -> int:
        at = self.players + self.players_size
        return at + -at % ENTRY

    @property
    def remembered_lists(self) -> int:
        """Address of the memoised lists."""
        return self.remembered + ENTRIES * ENTRY

    @property
    def room(self) -> int:
        return self.remembered_lists + LISTS_SIZE if self.remembers else self.remembered

    @property
    def constants(self) -> int:
        return self.room + ROOM_SIZE

    # ------------------------------------------------------------ constants

    def table(self, values: Sequence[int]) -> int:
        """Return the address of a table of words. The word before it repeats the last one, because an index may be one
        too low. An empty table is never read."""
        return self._kept((*values[-1:], *values)) + WORD

    def wide_table(self, values: Sequence[int]) -> int:
        """Return the address of numbers of 64 bits; see `table`."""
        words = struct.unpack(f"<{2 * len(values)}i", struct.pack(f"<{len(values)}q", *values))
        return self._kept((*words[-2:], *words)) + 2 * WORD

    def listed(self, members: Sequence[int]) -> int:
        """Return the address of a list: its length, then its members."""
        return self._kept((len(members), *members))

    def lists(self, rows: tuple[tuple[int, ...], ...]) -> int:
        """Return the address of a table of addresses of lists."""
        if rows not in self._lists:
            self._lists[rows] = self.table([self.listed(row) for row in rows])
        return self._lists[rows]

    def rows_of(self, number: int, words: Sequence[int]) -> int:
        """Return the address of rows of equal length, preceded by their number."""
        return self._kept((number, *words))

    def _kept(self, words: Sequence[int]) -> int:
        """Return the address of constant words; equal words share it."""
        content = struct.pack(f"<{len(words)}i", *words)
        if content not in self._known:
            self._known[content] = self.constants + len(self._content)
            self._content += content
        return self._known[content]

    # ------------------------------------------------------------ the whole

    @property
    def pages(self) -> int:
        return -(-(self.constants + len(self._content)) // PAGE)

    def data(self, start: Sequence[int]) -> list[Data]:
        """Return the initial memory contents: the first position, and the constants."""
        found = [Data(self.start, self.packed(start))]
        return [*found, Data(self.constants, bytes(self._content))] if self._content else found
