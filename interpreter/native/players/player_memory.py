"""Layout of the players' memory: variables, positions, lists of moves, and a trace."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.limits import MOST_DECISIONS, MOST_MOVES, MOST_SEATS
from interpreter.native.emit.memory import WORD, Memory

STAGE, SEAT, MOVE, MOVES_END, FARTHER, KNOWN, TIED_END, DECISIONS, FALLS, CHOICES, NOTED = range(0, 44, WORD)
"""Byte offsets of the 32-bit variables of the search and of the game.

- `STAGE` is the current step of the evaluation (`UNASKED`, `POSITION_AS_IT_IS` or `ONE_MOVE`), and `SEAT` is the seat
  that chooses.
- `MOVE` is the address of the current move, and `MOVES_END` is the address of the end of the list of moves.
- `FARTHER` is the number of further moves of the same seat to look ahead.
- `KNOWN` is 1 if the value of the current move is known.
- `TIED_END` is the address of the end of the list `tied`.
- `DECISIONS`, `FALLS` and `CHOICES` count decisions, chance events, and decisions with more than one listed move.
- `NOTED` is the address of the end of the recorded trace.
"""
NOW, PROMISE, MOST = range(48, 72, 8)
"""Byte offsets of three 64-bit numbers.

- `NOW` is the value of the position before any move.
- `PROMISE` is the highest value reached through the current move; the number is valid only if `KNOWN` is 1.
- `MOST` is the highest rank so far. The rank of a move is twice its value, plus 1 unless the move is a pass.
"""
LOOKED, DECIDED, BEGUN = range(72, 84, WORD)
"""Byte offsets of the counters of a short playout.

`LOOKED` is the number of moves that eager players have evaluated, and `DECIDED` the number of decisions made. `BEGUN`
is the round number before the last of the decisions that the playout must make.
"""
AHEAD, ASTRAY, BARE = range(84, 84 + 3 * WORD * MOST_SEATS, WORD * MOST_SEATS)
"""Byte offsets of the policies, with one word for each seat.

`AHEAD` is the number of moves that the seat looks ahead (0 for a random player). `ASTRAY` is the percentage of
decisions in which the seat plays a random move. `BARE` is 1 if the seat skips open moves when it has other moves.
"""
UNASKED, POSITION_AS_IT_IS, ONE_MOVE = range(3)
"""Steps of an evaluation: not begun, evaluation of the position before any move, and evaluation of the current move."""


@dataclass(frozen=True, slots=True)
class PlayerMemory:
    """The addresses of the players' memory areas, starting at `begin`.

    A position has `position` words, and a move has `row` words.
    """

    begin: int
    position: int
    row: int
    seats: int

    @staticmethod
    def of(memory: Memory, begin: int) -> PlayerMemory:
        """Return the memory areas of the players of a module, starting at `begin`."""
        return PlayerMemory(begin, memory.size, memory.row, memory.seats)

    def at(self, word: int) -> int:
        """Return the address of the variable at a byte offset, such as `STAGE` or `NOW`."""
        return self.begin + word

    @property
    def _bytes(self) -> int:
        return WORD * self.position

    @property
    def kept(self) -> int:
        """Address of the real position, in which the seat must choose.

        The position is restored after the search.
        """
        return self.begin + BARE + WORD * MOST_SEATS

    @property
    def supposed(self) -> int:
        """Address of the position as the seat imagines it.

        Each move starts from this position.
        """
        return self.kept + self._bytes

    @property
    def passed(self) -> int:
        """Address of the position from which the look-ahead tries the next moves."""
        return self.supposed + self._bytes

    @property
    def best(self) -> int:
        """Address of the best position that the current step has reached so far."""
        return self.passed + self._bytes

    @property
    def moves(self) -> int:
        """Address of the moves to choose from, with completed open moves."""
        return self.best + self._bytes

    @property
    def moves_end(self) -> int:
        """End address of the area for the list of moves."""
        return self.moves + WORD * self.row * MOST_MOVES

    @property
    def further(self) -> int:
        """Address of the moves in the current step of the look-ahead."""
        return self.moves_end + WORD * self.row

    @property
    def tied(self) -> int:
        """Address of the list of those moves that share the highest rank so far, each given by its address."""
        return self.further + WORD * self.row * (MOST_MOVES + 1)

    @property
    def course(self) -> int:
        """Address of the trace of a game.

        The trace holds the first ranking key of each seat, as a 64-bit number, before each decision and at the end.
        """
        at = self.tied + WORD * (MOST_MOVES + 1)
        return at + -at % 8

    @property
    def size(self) -> int:
        """Size of all areas in bytes."""
        return self.course + 8 * self.seats * (MOST_DECISIONS + 2) - self.begin
