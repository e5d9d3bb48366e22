"""Memory layout of the computer players: variables, positions, lists of moves, and a trace of the game."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.limits import MOST_DECISIONS, MOST_MOVES, MOST_SEATS
from interpreter.native.emit.memory import WORD, Memory
from interpreter.native.play.playing import NUMBERS

STAGE, SEAT, MOVE, MOVES_END, FARTHER, KNOWN, TIED_END, DECISIONS, FALLS, CHOICES, NOTED = range(0, 44, WORD)
"""Byte offsets of 32-bit variables.

- `STAGE` is `UNASKED`, `POSITION_AS_IT_IS` or `ONE_MOVE`, depending on the progress of the evaluation.
- `SEAT` is the seat that chooses.
- `MOVE` is the address of the move being evaluated, and `MOVES_END` is the end of the list of moves.
- `FARTHER` is the number of the player's own further moves to look ahead.
- `KNOWN` is 1 if the value of the current move is known.
- `TIED_END` is the end of the list `tied`.
- `DECISIONS`, `FALLS` and `CHOICES` count decisions, chance events, and decisions with more than one legal move.
- `NOTED` is the end of the recorded trace.
"""
NOW, PROMISE, MOST = range(48, 72, 8)
"""Byte offsets of 64-bit variables.

- `NOW` is the value of the position before any move.
- `PROMISE` is the highest value that the current move has reached, provided that `KNOWN` is 1.
- `MOST` is the highest rank so far. A move's rank is twice its value, plus 1 unless the move is a pass.
"""
LOOKED, DECIDED, BEGUN = range(72, 84, WORD)
"""Byte offsets of the counters of a short playout.

`LOOKED` counts the moves that eager players have evaluated, and `DECIDED` counts the decisions. `BEGUN` is the round
number at the last decision that the playout was required to make.
"""
AHEAD, ASTRAY, BARE = range(84, 84 + 3 * WORD * MOST_SEATS, WORD * MOST_SEATS)
"""Byte offsets of the players' settings, with one word per seat.

- `AHEAD` is the number of the player's own moves to look ahead, or 0 for a random player.
- `ASTRAY` is the percentage of decisions in which the player picks a random move.
- `BARE` is 1 if the player ignores open moves when there are other moves.
"""
UNASKED, POSITION_AS_IT_IS, ONE_MOVE = range(3)
"""Stages of an evaluation.

- `UNASKED`: the evaluation has not started.
- `POSITION_AS_IT_IS`: the position before any move is being evaluated.
- `ONE_MOVE`: a move is being evaluated.
"""


@dataclass(frozen=True, slots=True)
class PlayerMemory:
    """Addresses of the players' memory areas, starting at `begin`.

    A position has `position` words, a move row has `row` words, and a game result has `result` words.
    """

    begin: int
    position: int
    row: int
    result: int

    @staticmethod
    def of(memory: Memory, begin: int) -> PlayerMemory:
        """Return the players' memory areas for a module, starting at address `begin`."""
        return PlayerMemory(begin, memory.size, memory.row, memory.result)

    def at(self, word: int) -> int:
        """Return the address of a variable, given its byte offset, such as `STAGE` or `NOW`."""
        return self.begin + word

    @property
    def _bytes(self) -> int:
        return WORD * self.position

    @property
    def kept(self) -> int:
        """Address of the real position, which is restored after the search."""
        return self.begin + BARE + WORD * MOST_SEATS

    @property
    def supposed(self) -> int:
        """Address of the position as the seat imagines it, from which each move is tried."""
        return self.kept + self._bytes

    @property
    def passed(self) -> int:
        """Address of the position from which the look-ahead tries the next moves."""
        return self.supposed + self._bytes

    @property
    def best(self) -> int:
        """Address of the best position found in the current look-ahead step."""
        return self.passed + self._bytes

    @property
    def moves(self) -> int:
        """Address of the moves to choose from, in which open moves are completed."""
        return self.best + self._bytes

    @property
    def moves_end(self) -> int:
        """End of the area for the moves to choose from."""
        return self.moves + WORD * self.row * MOST_MOVES

    @property
    def further(self) -> int:
        """Address of the moves in the current look-ahead step."""
        return self.moves_end + WORD * self.row

    @property
    def tied(self) -> int:
        """Address of pointers to the moves that share the highest rank so far."""
        return self.further + WORD * self.row * (MOST_MOVES + 1)

    @property
    def course(self) -> int:
        """Address of the trace of a game.

        The trace holds the standings before each decision and at the end: the points and the ranking keys of every
        seat, as 64-bit numbers.
        """
        at = self.tied + WORD * (MOST_MOVES + 1)
        return at + -at % 8

    @property
    def standings(self) -> int:
        """Bytes per entry of the trace."""
        return WORD * self.result - NUMBERS

    @property
    def size(self) -> int:
        """Total size of the areas in bytes."""
        return self.course + self.standings * (MOST_DECISIONS + 2) - self.begin
