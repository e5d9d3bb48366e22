"""Memory of players inside a module: words, then positions, moves and the trace of a game."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.limits import MOST_DECISIONS, MOST_MOVES, MOST_SEATS
from interpreter.native.emit.memory import WORD, Memory

STAGE, SEAT, MOVE, MOVES_END, FARTHER, KNOWN, TIED_END, DECISIONS, FALLS, CHOICES, NOTED = range(0, 44, WORD)
"""Words of the search and of the game.

- `STAGE` is the step of the evaluation (`UNASKED` …) and `SEAT` its seat.
- `MOVE` is the current move; the moves end at `MOVES_END`.
- `FARTHER` is the number of further moves to try.
- `KNOWN` is 1 if the value of the current move is known.
- `TIED_END` is the end of the best moves.
- `DECISIONS`, `FALLS` and `CHOICES` count decisions, chance events, and decisions with more than one move.
- `NOTED` is the end of the recorded trace.
"""
NOW, PROMISE, MOST = range(48, 72, 8)
"""Value of the current position, of the current move, and the highest value so far; 64 bits each."""
LOOKED, DECIDED, BEGUN = range(72, 84, WORD)
"""Number of moves that eager players have evaluated. In a short playout also the number of decisions made, and the
round in which the last obligatory decision began."""
AHEAD, ASTRAY, BARE = range(84, 84 + 3 * WORD * MOST_SEATS, WORD * MOST_SEATS)
"""One word for each seat: the number of its moves to look ahead (0 for a random player), the percentage of decisions
with a random move, and a flag to skip open moves."""
UNASKED, POSITION_AS_IT_IS, ONE_MOVE = range(3)


@dataclass(frozen=True, slots=True)
class PlayerMemory:
    """Areas of memory from `begin` on, for positions of `position` words and moves of `row` words."""

    begin: int
    position: int
    row: int
    seats: int

    @staticmethod
    def of(memory: Memory, begin: int) -> PlayerMemory:
        return PlayerMemory(begin, memory.size, memory.row, memory.seats)

    def at(self, word: int) -> int:
        """Return the address of a word, or of a number of 64 bits."""
        return self.begin + word

    @property
    def _bytes(self) -> int:
        return WORD * self.position

    @property
    def kept(self) -> int:
        """Position in which the seat chooses."""
        return self.begin + BARE + WORD * MOST_SEATS

    @property
    def supposed(self) -> int:
        """The same position as the seat imagines it."""
        return self.kept + self._bytes

    @property
    def passed(self) -> int:
        """Position from which the search continues."""
        return self.supposed + self._bytes

    @property
    def best(self) -> int:
        """Best position reached from there."""
        return self.passed + self._bytes

    @property
    def moves(self) -> int:
        """Moves to choose from."""
        return self.best + self._bytes

    @property
    def moves_end(self) -> int:
        """Address at which the list of moves is full."""
        return self.moves + WORD * self.row * MOST_MOVES

    @property
    def further(self) -> int:
        """Moves with which the search continues."""
        return self.moves_end + WORD * self.row

    @property
    def tied(self) -> int:
        """Addresses of the moves with the highest value."""
        return self.further + WORD * self.row * (MOST_MOVES + 1)

    @property
    def course(self) -> int:
        """First key of the ranking for each seat, before each decision and at the end, 64 bits each."""
        at = self.tied + WORD * (MOST_MOVES + 1)
        return at + -at % 8

    @property
    def size(self) -> int:
        """Bytes of all areas."""
        return self.course + 8 * self.seats * (MOST_DECISIONS + 2) - self.begin
