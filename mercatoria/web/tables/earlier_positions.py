"""The earlier positions of a table, found by replaying a few entries of its log.

The log has everything, so only some positions are stored, compressed: one in 16 entries, and fewer in a very long
game. A position is replayed from the stored position before it.

While players choose secretly at the same time, the position changes with each answer, but an earlier position must not
show which answers had come in. The answers of one such decision therefore have a single position: the one after the
last answer, which reveals them all. Decisions that were taken back have no position.
"""

from __future__ import annotations

import zlib
from array import array
from dataclasses import dataclass, field

from interpreter.log import LogEntry, pending_secret_answers
from interpreter.position import Vector
from interpreter.table import CompiledGame
from interpreter.trace import retrace

SPACING = 16
"""Number of entries between two stored positions."""
MOST_STORED = 128
"""Maximum number of stored positions. A longer game stores every second one only."""


@dataclass(slots=True)
class EarlierPositions:
    """The earlier positions of one table, numbered by the entries of the log before them."""

    table: CompiledGame
    _entries: list[LogEntry] = field(default_factory=list)
    """The entries that are known so far."""
    _is_amid: list[bool] = field(default_factory=list)
    """One flag for each known entry: True if players had yet to answer the secret decision that it answers."""
    _stored: dict[int, bytes] = field(default_factory=dict)
    _spacing: int = SPACING
    _last: Vector = field(default_factory=list)
    """The position after the known entries, or an empty list."""

    def follow(self, last: LogEntry | None) -> None:
        """Take note of the entries up to `last`, the newest entry of the table, and forget entries taken back."""
        new: list[LogEntry] = []
        entry = last
        while entry is not None and not self.has(entry):
            new.append(entry)
            entry = entry.before
        known = entry.length if entry is not None else 0
        if known < len(self._entries):
            del self._entries[known:], self._is_amid[known:]
            self._stored = {number: packed for number, packed in self._stored.items() if number <= known}
            self._last = []
        if not new:
            return
        v = self._last = self._last or self.after(known)
        for each in reversed(new):
            retrace(self.table, v, each)
            self._entries.append(each)
            self._is_amid.append(bool(pending_secret_answers(self.table, v, each)))
            self._store(each.length, v)

    def has(self, entry: LogEntry) -> bool:
        """Return True if an entry belongs to the log, and was not taken back."""
        return entry.length <= len(self._entries) and self._entries[entry.length - 1] is entry

    def _store(self, number: int, v: Vector) -> None:
        if number % self._spacing:
            return
        self._stored[number] = zlib.compress(array("q", v).tobytes(), 1)
        if len(self._stored) > MOST_STORED:
            self._spacing *= 2
            self._stored = {at: packed for at, packed in self._stored.items() if not at % self._spacing}

    @property
    def newest(self) -> int:
        """The number of the newest position that every player may know."""
        number = len(self._entries)
        while number and self._is_amid[number - 1]:
            number -= 1
        return number

    def settled(self, number: int) -> int:
        """Return the number of the first position, at or after a number up to `newest`, that does not lie amid a secret
        decision.
        """
        while number and self._is_amid[number - 1]:
            number += 1
        return number

    def is_settled(self, number: int) -> bool:
        """Return True if the position with a number does not lie amid a secret decision."""
        return not number or not self._is_amid[number - 1]

    def numbers(self, first: int, last: int) -> list[int]:
        """Return the numbers of the positions from `first` to `last`."""
        return [number for number in range(first, min(last, self.newest) + 1) if self.settled(number) == number]

    def before(self, number: int) -> int:
        """Return the number of the position before a position. The first position is its own predecessor."""
        number = max(0, number - 1)
        while number and self._is_amid[number - 1]:
            number -= 1
        return number

    def entries(self, first: int, last: int) -> list[LogEntry]:
        """Return the log entries with the numbers `first` to `last`."""
        return self._entries[max(0, first - 1) : last]

    def after(self, number: int) -> Vector:
        """Return a new copy of the position after this many entries."""
        stored = number - number % self._spacing
        packed = self._stored.get(stored)
        v = list(array("q", zlib.decompress(packed))) if packed is not None else self.table.start()
        for entry in self.entries(stored + 1 if packed is not None else 1, number):
            retrace(self.table, v, entry)
        return v
