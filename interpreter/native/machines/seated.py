"""Plays games inside a machine with computer players that evaluate their moves."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.native.emit.faults import REFUSED
from interpreter.native.emit.memory import WORD
from interpreter.native.machines.games import Games, Played, as_signed
from interpreter.native.machines.machine import Machine, Stopped
from interpreter.native.players.eager import FARTHEST
from interpreter.native.players.player_memory import (
    AHEAD,
    ASTRAY,
    BARE,
    CHOICES,
    DECIDED,
    LOOKED,
    NOTED,
    STAGE,
    UNASKED,
    PlayerMemory,
)


@dataclass(frozen=True, slots=True)
class GameTrace:
    """Trace of a game.

    `choices` is the number of decisions with more than one legal move. `scores` and `stood` hold the points and the
    ranking keys of every seat, before each decision and at the end. The lowest keys rank first.
    """

    choices: int
    scores: list[tuple[int, ...]]
    stood: list[tuple[tuple[int, ...], ...]]


@dataclass(frozen=True, slots=True)
class Policy:
    """Settings of a computer player."""

    ahead: int
    """Number of the player's own moves to look ahead; 0 for a random player."""
    astray: int = 0
    """Percentage of decisions in which the player picks a random move."""
    offers: bool = True
    """True if the player always considers offers, which are moves with open numbers.

    If the value is False, the player considers offers only if there are no other moves.
    """


CHANCE, EAGER = Policy(0), Policy(FARTHEST)


@dataclass(frozen=True, slots=True)
class PlayoutLimits:
    """Limits on the length of a playout."""

    shortest: int
    """Minimum number of decisions, unless the game ends first.

    After this minimum, the playout stops when the round ends.
    """
    longest: int
    most_looked: int
    """Maximum number of moves that eager players evaluate during the playout."""


class SeatedGames:
    """Plays games between random and eager players in a machine.

    The module must contain the players' `Knowledge`.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._games = Games(machine)
        self._at = PlayerMemory.of(machine.memory, machine.memory.players)

    def play(self, seed: int, eager: Sequence[bool]) -> Played | None:
        """Play the game with the given seed, and return None if the module cannot finish it.

        Args:
            eager: for each seat, True for an eager player, False for a random player.
        """
        self._seat([EAGER if each else CHANCE for each in eager])
        try:
            self._go("play_seated", [as_signed(seed)], "play_seated_further", [])
        except Stopped:
            return None
        return self._games.result(0)

    def play_some(self, seats: Sequence[Policy], stretch: PlayoutLimits, round_at: int) -> int:
        """Play on from the machine's position and random streams, and return the work done.

        `round_at` is the address of the round number. The work done is the number of decisions plus the number of
        evaluated moves.

        Raises:
            Stopped: if the module cannot continue the game.
        """
        self._seat(seats)
        until = [round_at, stretch.shortest, stretch.longest, stretch.most_looked]
        self._go("play_some_seated", until, "play_some_seated_further", until)
        return int(self.machine.words[self._at.at(LOOKED) // WORD] + self.machine.words[self._at.at(DECIDED) // WORD])

    def _seat(self, seats: Sequence[Policy]) -> None:
        ahead, astray, bare = (self._at.at(name) // WORD for name in (AHEAD, ASTRAY, BARE))
        self.machine.words[ahead : ahead + len(seats)] = [each.ahead for each in seats]
        self.machine.words[astray : astray + len(seats)] = [each.astray for each in seats]
        self.machine.words[bare : bare + len(seats)] = [not each.offers for each in seats]

    def _go(self, name: str, args: Sequence[int], further: str, then: Sequence[int]) -> None:
        """Call a module function, and resume it whenever a player's look-ahead violates a rule."""
        while True:
            try:
                self.machine.call(name, *args)
            except Stopped as stop:
                if not self._is_impossible(stop):
                    raise
                name, args = further, then
            else:
                return

    def _is_impossible(self, stop: Stopped) -> bool:
        """Return True if the error occurred in a player's look-ahead, not in the game itself."""
        stage = self.machine.words[self._at.at(STAGE) // WORD]
        return stage != UNASKED and (stop.number >= 0 or stop.number == REFUSED)

    def forget_counts(self) -> None:
        """Reset the event counters, if the module has any."""
        memory = self.machine.memory
        self.machine.bytes[memory.counters : memory.counters + memory.counters_size] = bytes(memory.counters_size)

    @property
    def course(self) -> GameTrace:
        """Trace of the last game."""
        words, seats = self.machine.words, self.machine.memory.seats
        end, size = words[self._at.at(NOTED) // WORD], self._at.standings
        noted = [each for (each,) in struct.iter_unpack(f"{size}s", self.machine.bytes[self._at.course : end])]
        known = {each: _standings(each, seats) for each in set(noted)}
        scores, stood = [known[each][0] for each in noted], [known[each][1] for each in noted]
        return GameTrace(words[self._at.at(CHOICES) // WORD], scores, stood)


def _standings(noted: bytes, seats: int) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Return the points and the ranking keys of every seat, from the words that the module has recorded."""
    words = struct.unpack(f"<{len(noted) // 8}q", noted)
    each = len(words) // seats
    return words[::each], tuple(words[at + 1 : at + each] for at in range(0, len(words), each))
