"""Games of players who look at what their moves bring, played inside a machine, and how they went."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.native.machines.games import Games, Played, as_signed
from interpreter.native.machines.machine import Machine, Stopped
from interpreter.native.players.player_memory import (
    AT_RANDOM,
    CHOICES,
    EAGER,
    KINDS,
    NOTED,
    STAGE,
    UNASKED,
    PlayerMemory,
)
from interpreter.native.writing.faults import REFUSED
from interpreter.native.writing.memory import WORD


@dataclass(frozen=True, slots=True)
class Course:
    """What is known of a game beside its end: how many decisions left a choice, and before each decision and at the end
    what the ranking asks first of each seat, the less the better."""

    choices: int
    stood: list[tuple[int, ...]]


class SeatedGames:
    """Plays games of random and eager players in a machine whose module was written with their knowledge."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._games = Games(machine)
        self._at = PlayerMemory.of(machine.memory, machine.memory.players)

    def play(self, seed: int, eager: Sequence[bool]) -> Played | None:
        """The game with this seed; `eager` says who plays in each seat. None if the module does not play it to its
        end."""
        words, kinds = self.machine.words, self._at.at(KINDS) // WORD
        words[kinds : kinds + len(eager)] = [EAGER if each else AT_RANDOM for each in eager]
        name, args = "play_seated", [as_signed(seed)]
        while True:
            try:
                self.machine.call(name, *args)
            except Stopped as stop:
                if not self._is_impossible(stop):
                    return None
                name, args = "play_seated_further", []
            else:
                return self._games.result(0)

    def _is_impossible(self, stop: Stopped) -> bool:
        """Whether somebody only came to a position that cannot be, where he supposes what he does not see."""
        stage = self.machine.words[self._at.at(STAGE) // WORD]
        return stage != UNASKED and (stop.number >= 0 or stop.number == REFUSED)

    def forget_counts(self) -> None:
        """Counts from 0 again, where the module counts."""
        memory = self.machine.memory
        self.machine.bytes[memory.counters : memory.counters + memory.counters_size] = bytes(memory.counters_size)

    @property
    def course(self) -> Course:
        """That of the last game."""
        words, seats = self.machine.words, self.machine.memory.seats
        end = words[self._at.at(NOTED) // WORD]
        numbers = struct.Struct(f"<{seats}q").iter_unpack(self.machine.bytes[self._at.course : end])
        return Course(words[self._at.at(CHOICES) // WORD], list(numbers))
