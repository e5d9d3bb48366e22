"""Plays whole games with random players inside a machine, and reads the results."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat

from interpreter.native.emit.memory import MOST_RESULTS, WORD
from interpreter.native.machines.machine import Machine, Stopped
from interpreter.native.play.playing import PLAYED

HEAD = struct.Struct("<Q3i4x")
"""Header of a game result: seed, number of decisions, number of chance events, and ending."""


@dataclass(frozen=True, slots=True)
class Played:
    """Result of one game.

    `falls` is the number of chance events. `keys` holds the ranking keys of each seat; the lowest keys rank first.
    """

    seed: int
    decisions: int
    falls: int
    ending: int
    scores: tuple[int, ...]
    keys: tuple[tuple[int, ...], ...]


class Games:
    """Plays random games in a machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        memory = machine.memory
        self._each = (memory.result * WORD - HEAD.size) // 8 // memory.seats
        self._numbers = struct.Struct(f"<{self._each * memory.seats}q")

    def play_many(self, seed: int, first: int, number: int) -> Iterator[Played | None]:
        """Return an iterator over the results of random games, in order.

        The result is None for a game that the module cannot finish.
        """
        return self._in_parcels("play_many", (as_signed(seed),), first, number)

    def decisions(self, seed: int, first: int, number: int) -> int:
        """Return the total number of decisions in a series of random games.

        Args:
            number: how many games to play, at most 4,096.

        Raises:
            Stopped: if the module cannot finish one of the games.
        """
        return int(self.machine.call("play_many", as_signed(seed), first, number))

    def roll_out(self, v: list[int], seed: int, first: int, number: int) -> Iterator[Played | None]:
        """Return an iterator over the results of random games that start from the given position.

        As in `play_many`, the random streams of each game are derived from `seed` and the game's number.
        """
        room = self.machine.memory.room
        try:
            self.machine.write_position(room, v)
        except Stopped:
            return repeat(None, number)
        return self._in_parcels("roll_out", (room, as_signed(seed)), first, number)

    def _in_parcels(self, name: str, args: tuple[int, ...], first: int, number: int) -> Iterator[Played | None]:
        machine = self.machine
        while number > 0:
            wanted = min(number, MOST_RESULTS)
            try:
                machine.call(name, *args, first, wanted)
            except Stopped:
                wanted = machine.words[PLAYED // WORD]
                yield from map(self.result, range(wanted))
                yield None
                wanted += 1
            else:
                yield from map(self.result, range(wanted))
            first, number = first + wanted, number - wanted

    def play_one(self, seed: int) -> Played | None:
        """Play a random game, and return None if the module cannot finish it."""
        try:
            self.machine.call("play_one", as_signed(seed))
        except Stopped:
            return None
        return self.result(0)

    def result(self, number: int) -> Played:
        """Return the result of a game that the last call played.

        `number` is the index of the game within the call.
        """
        memory, content, each = self.machine.memory, self.machine.bytes, self._each
        at = memory.results + number * memory.result * WORD
        numbers = self._numbers.unpack_from(content, at + HEAD.size)
        keys = tuple([numbers[n + 1 : n + each] for n in range(0, len(numbers), each)])
        seed, decisions, falls, ending = HEAD.unpack_from(content, at)
        return Played(seed, decisions, falls, ending, numbers[::each], keys)


def as_signed(seed: int) -> int:
    """Convert a seed to a signed 64-bit number."""
    seed &= (1 << 64) - 1
    return seed - (1 << 64) if seed >= 1 << 63 else seed
