"""Batches of games that one machine plays in lockstep.

Callers read and write the arrays of a batch directly in the machine's memory, without copying. The arrays hold the
positions, the seats to move, the numbers of legal moves, the chosen moves, and the legal moves.
"""

from __future__ import annotations

from interpreter.native.emit.memory import ROOM_SIZE, WORD
from interpreter.native.machines.games import as_signed
from interpreter.native.machines.machine import Machine
from interpreter.native.play.batch_play import DONE
from interpreter.position import OVER, Row, Vector


class Batch:
    """A batch of games, which shows its caller only the first `most` legal moves of each game."""

    def __init__(self, machine: Machine, games: int, most: int) -> None:
        """Create a batch of games.

        Raises:
            ValueError: if the games do not fit into memory.
        """
        memory, row = machine.memory, machine.memory.row
        words = [games * memory.game // WORD, games, games, games, games * most * row]
        if games < 1 or most < 1 or WORD * sum(words) > ROOM_SIZE:
            raise ValueError(f"there is no room for {games} games with {most} moves each")
        self.machine = machine
        self.games = games
        self.most = most
        self._at = [memory.room + WORD * sum(words[:number]) for number in range(len(words))]
        self.positions, self.seats, self.counts, self.choices, self.rows = (
            machine.stretch(at, width) for at, width in zip(self._at, words, strict=True)
        )
        """Arrays of words that callers may read and write.

        - `positions` holds the saved games, each consisting of a vector and its random streams.
        - `seats` holds the seat to move in each game, or -1 if the game is over.
        - `counts` holds the number of legal moves in each game.
        - `choices` holds the index of the chosen move in each game.
        - `rows` holds the legal moves.
        """

    # ------------------------------------------------------------ all games

    def begin(self, seed: int, first: int = 0) -> None:
        """Begin the games numbered `first`, `first + 1` and so on, for the given seed.

        Raises:
            Stopped: if a rule fails in game number `done`; see `step`.
        """
        games, seats, counts, _, rows = self._at
        self._do("begin_games", as_signed(seed), first, self.games, games, seats, counts, rows, self.most)

    def step(self) -> None:
        """Play the chosen move in each unfinished game.

        Open numbers of a chosen move are sampled at random.

        Raises:
            Stopped: if a rule fails, or if a choice is not among the moves shown. After such an error,
                only the games before game number `done` have changed.
        """
        self._do("step_games", self.games, *self._at, self.most)

    @property
    def done(self) -> int:
        """Number of games that the last call completed."""
        return int(self.machine.words[DONE // WORD])

    def _do(self, name: str, *args: int) -> None:
        self.machine.words[DONE // WORD] = 0
        self.machine.call(name, *args)

    # ------------------------------------------------------------ one game

    def moves(self, game: int) -> list[Row]:
        """Return the legal moves that the batch shows for a game."""
        stride = self.machine.memory.stride
        begin, shown = self._at[4] + game * self.most * stride, min(self.counts[game], self.most)
        return [self.machine.row(begin + number * stride) for number in range(shown)]

    def position(self, game: int) -> Vector:
        memory = self.machine.memory
        at = game * memory.game // WORD
        return memory.unpacked(self.positions[at : at + memory.size])

    def copy(self, game: int, other: int) -> None:
        """Overwrite game `other` with game `game`, so that both draw the same random numbers."""
        row = self.most * self.machine.memory.row
        for words, width in ((self.positions, self.machine.memory.game // WORD), (self.rows, row)):
            words[other * width : (other + 1) * width] = words[game * width : (game + 1) * width]
        self.seats[other], self.counts[other] = self.seats[game], self.counts[game]

    def ending(self, game: int) -> int:
        """Return 0 while a game is running, and its ending code afterwards; see `Engine.over`."""
        return int(self.positions[game * self.machine.memory.game // WORD + OVER])

    def scores(self, game: int) -> tuple[int, ...]:
        """Return the points of each seat.

        Raises:
            Stopped: if a scoring rule fails.
        """
        self.machine.call("bring_back", self._at[0] + game * self.machine.memory.game)
        return tuple(self.machine.call("score", seat) for seat in range(self.machine.memory.seats))
