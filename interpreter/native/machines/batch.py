"""Batches of games in one machine; each call steps all games of a batch.

Between calls, callers read and write the data of a batch directly in the machine's memory, without copying. The data of
each game are the position, the seat to move, the number of legal moves, and the chosen move.
"""

from __future__ import annotations

from interpreter.native.emit.memory import ROOM_SIZE, WORD
from interpreter.native.machines.games import as_signed
from interpreter.native.machines.machine import Machine
from interpreter.native.play.batch_play import DONE
from interpreter.position import OVER, Row, Vector


class Batch:
    """A batch of games; callers see only the first `most` legal moves of each game."""

    def __init__(self, machine: Machine, games: int, most: int) -> None:
        """Create a batch of games.

        Raises:
            ValueError: The games do not fit into memory.
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
        """Words of memory that callers may read and write.

        `positions` holds the games (each a vector and its streams), `seats` the seats to move (-1 if the game is over),
        `counts` the numbers of moves, `choices` the indices of the chosen moves (from 0), and `rows` the moves.
        """

    # ------------------------------------------------------------ all games

    def begin(self, seed: int, first: int = 0) -> None:
        """Begin games `first`, `first + 1`, … of the run that the seed defines.

        Raises:
            Stopped: A rule failed in game number `done`; see `step`.
        """
        games, seats, counts, _, rows = self._at
        self._do("begin_games", as_signed(seed), first, self.games, games, seats, counts, rows, self.most)

    def step(self) -> None:
        """Play `choices` in all games that are not over.

        Parts that a chosen move leaves open are sampled at random.

        Raises:
            Stopped: A rule failed, or a choice is not among the moves shown. After such an error, game number `done` is
                unchanged. The games before it have played their step, and the games after it have not.
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
        """Return the moves of a game that the batch shows."""
        stride = self.machine.memory.stride
        begin, shown = self._at[4] + game * self.most * stride, min(self.counts[game], self.most)
        return [self.machine.row(begin + number * stride) for number in range(shown)]

    def position(self, game: int) -> Vector:
        memory = self.machine.memory
        at = game * memory.game // WORD
        return memory.unpacked(self.positions[at : at + memory.size])

    def copy(self, game: int, other: int) -> None:
        """Overwrite game `other` with `game`; both then draw the same random numbers."""
        row = self.most * self.machine.memory.row
        for words, width in ((self.positions, self.machine.memory.game // WORD), (self.rows, row)):
            words[other * width : (other + 1) * width] = words[game * width : (game + 1) * width]
        self.seats[other], self.counts[other] = self.seats[game], self.counts[game]

    def ending(self, game: int) -> int:
        """Return 0 while the game is running, and the code of its ending afterwards.

        See `Engine.over`.
        """
        return int(self.positions[game * self.machine.memory.game // WORD + OVER])

    def scores(self, game: int) -> tuple[int, ...]:
        """Return the points of each seat.

        Raises:
            Stopped: A rule failed.
        """
        self.machine.call("bring_back", self._at[0] + game * self.machine.memory.game)
        return tuple(self.machine.call("score", seat) for seat in range(self.machine.memory.seats))
