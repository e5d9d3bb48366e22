"""Tests claims in the positions of random games, inside a machine."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from interpreter.native.machines.games import as_signed
from interpreter.native.machines.machine import Machine, Stopped
from interpreter.native.play.claims import STEPS, TESTED
from interpreter.native.play.playing import PLAYED
from interpreter.position import Vector


@dataclass(frozen=True, slots=True)
class Sought:
    """Result of a search through random games.

    Attributes:
        hits: Bits of the conditions that hold in the last position; 0 if no sought condition ever held.
        games: Number of games that ended before the last one. Without a hit, this is the number of all games.
        steps: Number of steps in the last game.
        tested: Number of positions in which the conditions were tested.
        stopped: True if a rule failed, or if the module cannot play on.
    """

    hits: int
    games: int
    steps: int
    tested: int
    stopped: bool = False


class ClaimSearch:
    """Plays random games in a machine whose program has sought conditions."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def seek(self, begun: Vector, seed: int, first: int, number: int, most: int, sought: int) -> Sought:
        """Play games from a position until a sought condition holds.

        Args:
            begun: The position from which each game starts.
            first: Number of the first game, from which the game's own seed is derived.
            most: Maximum number of steps in a game.
            sought: Bits of the sought conditions.
        """
        machine, hits, stopped = self.machine, 0, False
        room = machine.memory.room
        try:
            machine.write_position(room, begun)
            hits = machine.call("seek", room, as_signed(seed), first, number, most, sought)
        except Stopped:
            stopped = True
        (tested,) = struct.unpack_from("<q", machine.bytes, TESTED)
        return Sought(hits, machine.words[PLAYED // 4], machine.words[STEPS // 4], tested, stopped)
