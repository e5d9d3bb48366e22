"""Where what players inside a module note lies: words, then positions, moves and the course of a game."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.limits import MOST_DECISIONS, MOST_MOVES, MOST_SEATS
from interpreter.native.emit.memory import WORD, Memory

STAGE, SEAT, MOVE, MOVES_END, FARTHER, KNOWN, TIED_END, DECISIONS, FALLS, CHOICES, NOTED = range(0, 44, WORD)
"""What is being looked at (`UNASKED` …), for whom; which of his moves, and where they end; by how many moves he goes
on; whether it is known what the move promises; where the moves end that promise most. Then of the game: decisions,
falls of chance, decisions with more than one move, and where the course that was noted ends."""
NOW, PROMISE, MOST = range(48, 72, 8)
"""What the position is worth as it is, what the move at hand promises, and the most that any promised; 64 bits each."""
LOOKED, DECIDED, BEGUN = range(72, 84, WORD)
"""How many moves eager players have looked at. Where a few decisions are played on: how many are done, and the number
of the round in which the last one began that had to be."""
AHEAD, ASTRAY, BARE = range(84, 84 + 3 * WORD * MOST_SEATS, WORD * MOST_SEATS)
"""A word for each seat: how many of its own moves it looks ahead, a random player none; in how many of a hundred
decisions it takes any move all the same; and whether it leaves out what leaves something open."""
UNASKED, POSITION_AS_IT_IS, ONE_MOVE = range(3)


@dataclass(frozen=True, slots=True)
class PlayerMemory:
    """The stretches, from an address on, for positions of so many words and moves of so many."""

    begin: int
    position: int
    row: int
    seats: int

    @staticmethod
    def of(memory: Memory, begin: int) -> PlayerMemory:
        return PlayerMemory(begin, memory.size, memory.row, memory.seats)

    def at(self, word: int) -> int:
        """The address of a word, or of a number of 64 bits."""
        return self.begin + word

    @property
    def _bytes(self) -> int:
        return WORD * self.position

    @property
    def kept(self) -> int:
        """The position in which somebody chooses."""
        return self.begin + BARE + WORD * MOST_SEATS

    @property
    def supposed(self) -> int:
        """The same as his seat supposes it."""
        return self.kept + self._bytes

    @property
    def passed(self) -> int:
        """The position from which he goes on."""
        return self.supposed + self._bytes

    @property
    def best(self) -> int:
        """The best that he comes to from there."""
        return self.passed + self._bytes

    @property
    def moves(self) -> int:
        """What he chooses from."""
        return self.best + self._bytes

    @property
    def moves_end(self) -> int:
        """Where there is no room for a further move."""
        return self.moves + WORD * self.row * MOST_MOVES

    @property
    def further(self) -> int:
        """The moves by which he goes on."""
        return self.moves_end + WORD * self.row

    @property
    def tied(self) -> int:
        """The addresses of the moves that promise most."""
        return self.further + WORD * self.row * (MOST_MOVES + 1)

    @property
    def course(self) -> int:
        """How the seats stand before each decision and at the end: what the ranking asks first, 64 bits for each."""
        at = self.tied + WORD * (MOST_MOVES + 1)
        return at + -at % 8

    @property
    def size(self) -> int:
        """Bytes of all of them."""
        return self.course + 8 * self.seats * (MOST_DECISIONS + 2) - self.begin
