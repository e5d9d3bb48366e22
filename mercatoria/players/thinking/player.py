"""`easy`, `medium`, `hard`, or a number of runs: a player that thinks before it moves."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType

from interpreter.position import Vector
from interpreter.rng import Stream
from interpreter.table import Move
from mercatoria.players.own_moves import FAULTS
from mercatoria.players.position import Position
from mercatoria.players.thinking.branches import drawn
from mercatoria.players.thinking.hints import Hint, Notes
from mercatoria.players.thinking.search import Search, choice
from mercatoria.players.thinking.worths import Worths
from mercatoria.worlds import Pool

LEVELS: Mapping[str, int] = MappingProxyType({"easy": 60, "medium": 250, "hard": 1000})
"""How many runs a level makes for one decision. Runs, not seconds, so that a game replays."""

SEEDS = 1 << 30


class ThinkingPlayer:
    """Searches in positions that its seat cannot rule out. It is given a view and a transcript, nothing else."""

    def __init__(self, stream: Stream, runs: int) -> None:
        self._stream = stream
        self._runs = runs
        self._pool: Pool | None = None

    def choose(self, position: Position) -> Move:
        moves = position.moves
        if len(moves) == 1 and not moves[0].open:
            return moves[0]
        supposed, weights = self._worlds(position)
        search = Search(position.table, position.seat, self._stream, Worths(position.table))
        for _ in range(self._runs):
            search.run(supposed[drawn(weights, self._stream)][:])
        branches = search.root()
        if not branches.visits:
            return position.sample(self._stream)
        return position.named(choice(branches, self._stream, position.is_secret))

    def hints(self, position: Position, most: int = 3) -> list[Hint]:
        """The best moves, the best first, and what the player expects of them."""
        supposed, weights = self._worlds(position)
        engine, notes = position.table.engine, Notes(position.seat)
        search = Search(position.table, position.seat, self._stream, Worths(position.table))
        for _ in range(self._runs):
            v = supposed[drawn(weights, self._stream)][:]
            if (share := search.run(v)) is None:
                continue
            with suppress(*FAULTS):
                notes.note(search.taken, share, engine.scores(v)[position.seat])
        return notes.best(most, position.table.notation.move)

    def _worlds(self, position: Position) -> tuple[list[Vector], list[float]]:
        """Positions that the seat cannot rule out, with weights. Where none was found, or the position was not played
        to, the one that the greedy player supposes."""
        if self._pool is None:
            self._pool = Pool(position.table, position.seat, self._stream.randrange(SEEDS))
        try:
            self._pool.hear(position.transcript)
        except ValueError:
            return [position.supposed], [1.0]
        found = self._pool.positions
        return (found, self._pool.weights) if found else ([position.supposed], [1.0])
