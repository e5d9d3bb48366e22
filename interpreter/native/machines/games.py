"""Whole games by random players inside a machine, and their results."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat

from interpreter.native.emit.memory import MOST_RESULTS, WORD
from interpreter.native.machines.machine import Machine, Stopped
from interpreter.native.play.playing import DECISIONS, PLAYED

HEAD = struct.Struct("<Q3i4x")
"""Head of a result: seed, decisions, chance events, ending."""


@dataclass(frozen=True, slots=True)
class Played:
    """Result of one game. `keys` are the sort keys of the seats, lowest first."""

    seed: int
    decisions: int
    falls: int
    ending: int
    scores: tuple[int, ...]
    keys: tuple[tuple[int, ...], ...]


class Games:
    """Plays games in a machine."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        memory = machine.memory
        self._each = (memory.result * WORD - HEAD.size) // 8 // memory.seats
        self._numbers = struct.Struct(f"<{self._each * memory.seats}q")

    def play_many(self, seed: int, first: int, number: int) -> Iterator[Played | None]:
        """Yield the results of random games of a run, in order; None for a game that the module cannot finish."""
        return self._in_parcels("play_many", (as_signed(seed),), first, number)

    def decisions(self, seed: int, first: int, number: int) -> int:
        """Return the total number of decisions in `number` random games of a run, at most 4,096 games. Raises
        `Stopped` if the module cannot finish one of them."""
        machine, memory = self.machine, self.machine.memory
        machine.call("play_many", as_signed(seed), first, number)
        begin = (memory.results + DECISIONS) // WORD
        return sum(machine.words[begin : begin + number * memory.result : memory.result])

    def roll_out(self, v: list[int], seed: int, first: int, number: int) -> Iterator[Played | None]:
        """Play random games from a position, as `play_many` does from the start. The streams of chance and of the
        seats derive from the seeds of the games, as in games from the start."""
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
        """Play a random game with this seed."""
        try:
            self.machine.call("play_one", as_signed(seed))
        except Stopped:
            return None
        return self.result(0)

    def result(self, number: int) -> Played:
        """Return the result at this index in the last call."""
        memory, content, each = self.machine.memory, self.machine.bytes, self._each
        at = memory.results + number * memory.result * WORD
        numbers = self._numbers.unpack_from(content, at + HEAD.size)
        keys = tuple([numbers[n + 1 : n + each] for n in range(0, len(numbers), each)])
        seed, decisions, falls, ending = HEAD.unpack_from(content, at)
        return Played(seed, decisions, falls, ending, numbers[::each], keys)


def as_signed(seed: int) -> int:
    """Return a seed as a signed number of 64 bits."""
    seed &= (1 << 64) - 1
    return seed - (1 << 64) if seed >= 1 << 63 else seed
