"""Memory layout of a module: fixed areas first, then constant tables and lists.

The areas follow each other in this order:

- `fault` holds the error number of the last call, and the values for the error message.
- `position` holds the vector of the current game, with a 32-bit word per slot. The upper halves of 64-bit slots follow.
- `start` holds the initial vector of every game.
- `streams` holds two words for each chance stream, then two words for each seat's stream.
- `row` holds a move that the caller passes to the module.
- `outcomes` holds the weighted outcomes of a chance node, or the seats' ranking keys.
- `rows` holds the legal moves of a decision as rows of equal length, then an equally large area for each buffer.
- `results` holds the results of finished games.
- `marks` has a bit for each of the numbers that a set can be sorted by (see `sorting`).
- `heap` holds temporary lists, which are all freed after each step.
- `draft` is a stack of lists under construction.
- `search` holds the positions visited by a look-ahead search (see `positions`).
- `bills` holds the costs of a payment and their accepted substitutes (see `payment_memory`).
- `counters` holds event counts, if the module counts events.
- `players` is the working memory of computer players that evaluate moves (see `player_memory`).
- `remembered` holds memoised results, then memoised lists (see `memo_functions`).
- `room` holds batches of games, the current path through a game tree, or positions supplied by the caller.
- `constants` holds precomputed tables and lists.
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
"""Marks a missing table entry; no number in a game is as low as this marker."""
WIDE_GAP = -(1 << 63)
"""Marks a missing entry in a table of 64-bit numbers."""
WORD = 4
MASK = 2 * WORD
"""Bytes of a mask of `MASK_BITS` bits."""
ALL_BITS, SIGN = (1 << 32) - 1, 1 << 31
FAULT, SHOWN, MOST_SHOWN = 8, 16, 8
"""Address of the error number, address of the values for the error message, and maximum number of values.

Each value has 64 bits.
"""
POSITION = 128
MOST_OUTCOMES = 1 << 14
MOST_MARKED = 1 << 10
"""Number of bits in the area `marks`."""
HEAP_SIZE, DRAFT_SIZE, ROOM_SIZE = 1 << 24, 1 << 23, 1 << 24
MOST_RESULTS = 1 << 12
"""Maximum number of games per call."""
ENTRIES, ENTRY, LISTS_SIZE = 1 << 12, 64, 1 << 20
"""Number of memo entries, bytes per entry, and bytes reserved for memoised lists."""


HEAP, DRAFT = w.Global("heap", I32, 0), w.Global("draft", I32, 0)
"""Addresses of the next free word in the areas `heap` and `draft`."""


@dataclass(slots=True)
class Memory:
    """Assigns addresses to the memory areas and constants of a module.

    A position has `size` words: one per slot, plus the upper half of each slot in `wide`, plus `kept` words for kept
    sets. Slots in `wide` may need 64 bits. A move row has `row` words.
    """

    size: int
    seats: int
    streams: int
    row: int
    buffers: int
    result: int
    """Words per game result."""
    bills_size: int = 0
    """Bytes reserved for payments."""
    search_size: int = 0
    """Bytes reserved for look-ahead searches; 0 in games without series."""
    counters_size: int = 0
    """Bytes reserved for event counters."""
    players_size: int = 0
    """Bytes reserved for computer players that evaluate moves."""
    remembers: bool = False
    """True if the module memoises results."""
    wide: tuple[int, ...] = ()
    kept: int = 0
    """Words for kept sets; the last word says whether the sets are valid (see `kept_sets`)."""
    _content: bytearray = field(default_factory=bytearray)
    _known: dict[bytes, int] = field(default_factory=dict)
    _lists: dict[tuple[tuple[int, ...], ...], int] = field(default_factory=dict)

    # ------------------------------------------------------------ fixed areas

    def slot(self, number: int) -> int:
        return POSITION + WORD * number

    @property
    def slots(self) -> int:
        """Number of slots in a position vector."""
        return self.size - len(self.wide) - self.kept

    @property
    def kept_at(self) -> int:
        """Address of the first kept set."""
        return self.slot(self.size - self.kept)

    @property
    def kept_state(self) -> int:
        """Address of the word that says whether the kept sets are valid."""
        return self.slot(self.size - 1)

    def upper(self, number: int) -> int | None:
        """Return the address of a wide slot's upper half, or None for any other slot."""
        return self.slot(self.slots + self.wide.index(number)) if number in self.wide else None

    def packed(self, v: Sequence[int]) -> bytes:
        """Return a position vector as bytes, without valid kept sets.

        Raises:
            OverflowError: if a number does not fit into its slot.
        """
        if not self.wide:
            return array("i", v).tobytes() + bytes(WORD * self.kept)
        words = [*v, *(v[slot] >> 32 for slot in self.wide)]
        for slot in self.wide:
            words[slot] = (v[slot] & ALL_BITS ^ SIGN) - SIGN
        return array("i", words).tobytes() + bytes(WORD * self.kept)

    def unpacked(self, position: Sequence[int]) -> list[int]:
        """Return the vector for a position that is given as words."""
        v = list(position[: self.slots])
        for slot, upper in zip(self.wide, position[self.slots : self.size - self.kept], strict=True):
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
        """Total size of the random streams in bytes, including the seats' streams."""
        return 8 * (self.streams + self.seats)

    @property
    def game(self) -> int:
        """Bytes per saved game, which consists of a position and its random streams."""
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
        """Address of the size limits for a row's open bags and sets; they follow the row's number ranges."""
        return self.outcomes + 3 * WORD * self.row

    @property
    def stride(self) -> int:
        """Bytes per row."""
        return WORD * self.row

    def rows(self, buffer: int = 0) -> int:
        """Return the address of a buffer of rows; buffer 0 holds the listed rows."""
        return self.outcomes_end + buffer * self.stride * (MOST_MOVES + 1)

    def rows_end(self, buffer: int = 0) -> int:
        """Return the address after the last row that a buffer can hold."""
        return self.rows(buffer) + self.stride * MOST_MOVES

    @property
    def results(self) -> int:
        at = self.rows(self.buffers + 1)
        return at + at % 8

    @property
    def marks(self) -> int:
        at = self.results + MOST_RESULTS * self.result * WORD
        return at + -at % MASK

    @property
    def heap(self) -> int:
        return self.marks + MOST_MARKED // 8

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
        return self.remembered + ENTRIES * ENTRY

    @property
    def room(self) -> int:
        return self.remembered_lists + LISTS_SIZE if self.remembers else self.remembered

    @property
    def constants(self) -> int:
        return self.room + ROOM_SIZE

    # ------------------------------------------------------------ constants

    def table(self, values: Sequence[int]) -> int:
        """Return the address of a constant table of words.

        A copy of the last word precedes the table, so that reading index -1 is safe. An empty table is never read.
        """
        return self._stored((*values[-1:], *values)) + WORD

    def narrow_table(self, values: Sequence[int], width: int) -> int:
        """Return the address of a constant table of numbers with 1 or 2 bytes; see `table`."""
        content = struct.pack(f"<{1 + len(values)}{'b' if width == 1 else 'h'}", values[-1], *values)
        return self._stored_bytes(content + bytes(-len(content) % WORD)) + width

    def wide_table(self, values: Sequence[int]) -> int:
        """Return the address of a constant table of 64-bit numbers; see `table`."""
        words = struct.unpack(f"<{2 * len(values)}i", struct.pack(f"<{len(values)}q", *values))
        return self._stored((*words[-2:], *words)) + 2 * WORD

    def listed(self, members: Sequence[int]) -> int:
        """Return the address of a constant list, stored as its length and its members."""
        return self._stored((len(members), *members))

    def lists(self, rows: tuple[tuple[int, ...], ...]) -> int:
        """Return the address of a constant table of list addresses."""
        if rows not in self._lists:
            self._lists[rows] = self.table([self.listed(row) for row in rows])
        return self._lists[rows]

    def rows_of(self, number: int, words: Sequence[int]) -> int:
        """Return the address of constant rows of equal length, preceded by the number of rows."""
        return self._stored((number, *words))

    def masked_rows(self, mask: int, number: int, words: Sequence[int]) -> int:
        """Return the address of constant rows as `rows_of` does, with a mask of 64 bits before their number."""
        halves = ((half & ALL_BITS ^ SIGN) - SIGN for half in (mask, mask >> 32))
        return self._stored((*halves, number, *words)) + MASK

    def _stored(self, words: Sequence[int]) -> int:
        """Store constant words unless they are already stored, and return their address."""
        return self._stored_bytes(struct.pack(f"<{len(words)}i", *words))

    def _stored_bytes(self, content: bytes) -> int:
        if content not in self._known:
            self._known[content] = self.constants + len(self._content)
            self._content += content
        return self._known[content]

    # ------------------------------------------------------------ contents

    @property
    def pages(self) -> int:
        return -(-(self.constants + len(self._content)) // PAGE)

    def data(self, start: Sequence[int]) -> list[Data]:
        """Return the initial memory contents: the start position and the constants."""
        found = [Data(self.start, self.packed(start))]
        return [*found, Data(self.constants, bytes(self._content))] if self._content else found
