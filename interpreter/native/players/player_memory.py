"""Layout of the memory of players: variables, positions, lists of moves, and a trace."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.limits import MOST_DECISIONS, MOST_MOVES, MOST_SEATS
from interpreter.native.emit.memory import WORD, Memory

STAGE, SEAT, MOVE, MOVES_END, FARTHER, KNOWN, TIED_END, DECISIONS, FALLS, CHOICES, NOTED = range(0, 44, WORD)
"""Byte offsets of the variables of the search and of the game, of 32 bits each.

- `STAGE` is the step of the evaluation (`UNASKED` …) and `SEAT` its seat.
- `MOVE` is the address of the current move, and `MOVES_END` of the end of the list of moves.
- `FARTHER` is the number of moves of the seat to look ahead after the current one.
- `KNOWN` is 1 if the value of the current move is known.
- `TIED_END` is the address of the end of the list `tied`.
- `DECISIONS`, `FALLS` and `CHOICES` count decisions, chance events, and decisions with more than one listed move.
- `NOTED` is the address of the end of the recorded trace.
"""
NOW, PROMISE, MOST = range(48, 72, 8)
"""Byte offsets of three numbers of 64 bits.

- `NOW` is the value of the position before any move.
- `PROMISE` is the highest value that the current move leads to, if `KNOWN` is 1.
- `MOST` is the highest rank so far: twice the value of a move, plus 1 unless it is a pass.
"""
LOOKED, DECIDED, BEGUN = range(72, 84, WORD)
"""Byte offsets of the counters of a short playout.

They hold the moves evaluated by eager players, the decisions made, and the number of the round before the last decision
that the playout may not skip.
"""
AHEAD, ASTRAY, BARE = range(84, 84 + 3 * WORD * MOST_SEATS, WORD * MOST_SEATS)
"""Byte offsets of the policy, each with one word per seat.

They hold the number of its moves to look ahead (0 for a random player), the percentage of decisions with a random move,
and 1 to skip open moves when it has other moves.
"""
UNASKED, POSITION_AS_IT_IS, ONE_MOVE = range(3)
"""Steps of the evaluation: none in progress, the position before any move, and the current move."""


@dataclass(frozen=True, slots=True)
class PlayerMemory:
    """Addresses of the areas from `begin` on.

    `position` and `row` are the words of a position and of a move.
    """

    begin: int
    position: int
    row: int
    seats: int

    @staticmethod
    def of(memory: Memory, begin: int) -> PlayerMemory:
        """Return the areas from address `begin` on for the positions and moves of a module."""
        return PlayerMemory(begin, memory.size, memory.row, memory.seats)

    def at(self, word: int) -> int:
        """Return the address of the variable with this byte offset, such as `STAGE` or `NOW`."""
        return self.begin + word

    @property
    def _bytes(self) -> int:
        return WORD * self.position

    @property
    def kept(self) -> int:
        """True position in which the seat chooses, restored after the search."""
        return self.begin + BARE + WORD * MOST_SEATS

    @property
    def supposed(self) -> int:
        """Position with the seat's assumptions about hidden parts; each move starts here."""
        return self.kept + self._bytes

    @property
    def passed(self) -> int:
        """Position from which the next step of the lookahead tries its moves."""
        return self.supposed + self._bytes

    @property
    def best(self) -> int:
        """Best position that this step has reached so far."""
        return self.passed + self._bytes

    @property
    def moves(self) -> int:
        """List of the moves to choose from, with completed open moves."""
        return self.best + self._bytes

    @property
    def moves_end(self) -> int:
        """End of the room for this list."""
        return self.moves + WORD * self.row * MOST_MOVES

    @property
    def further(self) -> int:
        """List of the moves of the current step of the lookahead."""
        return self.moves_end + WORD * self.row

    @property
    def tied(self) -> int:
        """Addresses of the moves with the highest rank so far."""
        return self.further + WORD * self.row * (MOST_MOVES + 1)

    @property
    def course(self) -> int:
        """Trace: first key of the ranking, of 64 bits, per seat before each decision and at the end."""
        at = self.tied + WORD * (MOST_MOVES + 1)
        return at + -at % 8

    @property
    def size(self) -> int:
        """Size of all areas, in bytes."""
        return self.course + 8 * self.seats * (MOST_DECISIONS + 2) - self.begin
