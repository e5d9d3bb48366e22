"""The `eager` player: it plays the move that leads to the best position within a few moves.

The value of a position combines the ranking criterion, usually the lead in points, with the worth of the seat's assets.
The player tries each legal move and follows the seat's best next moves until another player decides or a chance event
occurs. The highest value on that path is the value of the move. Among the moves with the highest value it chooses at
random, but passes only if every one of them is a pass.

The player makes no plans and remembers nothing between decisions. A native module can therefore play the same moves
about a hundred times as fast (`interpreter.native.players`). The player sees no hidden information, because its
lookahead starts from a determinized position (`determinization`). The seat's random stream fills in open parameters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from interpreter.flow import Decision
from interpreter.native import FARTHEST, MANY, MOST_BRANCHES, TRIES, Valuation
from interpreter.position import OPEN, PASS, PC, Row, Vector
from interpreter.rng import Stream
from interpreter.table import CompiledGame, Move
from mercatoria.players.knowledge import knowledge_of
from mercatoria.players.own_moves import FAULTS, faults_noted, noted
from mercatoria.players.position import Position
from mercatoria.players.prices import Prices, prices_of


class EagerPlayer:
    """A player that takes the move with the highest value."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def choose(self, position: Position) -> Move:
        if len(position.moves) == 1 and not position.moves[0].open:
            return position.moves[0]
        moves = list(self._spelled_out(position))
        if not moves:
            return position.sample(self._stream)
        promises = MoveValues(position.table, position.seat, position.determinized, FARTHEST)
        return self._stream.choice([moves[at] for at in promises.best([move.row for move in moves])])

    def _spelled_out(self, position: Position) -> Iterator[Move]:
        """Yield the legal moves, with a few sets of values for each move with open parameters."""
        for move in position.moves:
            for _ in range(TRIES if move.open else 1):
                filled = position.filled(move, self._stream)
                if filled is None:
                    break
                yield filled


@dataclass(slots=True)
class MoveValues:
    """Values of a seat's moves in a determinized position.

    `ahead` is the number of the seat's own moves to look ahead, at least 1. If the seat has very many moves, the
    lookahead is 1.
    """

    table: CompiledGame
    seat: int
    start: Vector
    ahead: int
    looked: int = 0
    """Number of moves evaluated so far."""
    _prices: Prices = field(init=False)
    _valuation: Valuation = field(init=False)

    def __post_init__(self) -> None:
        self._prices, self._valuation = prices_of(self.table), knowledge_of(self.table).valuation

    def best(self, rows: Sequence[Row]) -> list[int]:
        """Return the indices of the moves with the highest value."""
        farther = self.ahead - 1 if len(rows) <= MANY else 0
        found = [(self._of(row, farther), row != PASS) for row in rows]
        best = max(found)
        return [at for at, each in enumerate(found) if each == best]

    def _of(self, row: Row, farther: int) -> int:
        """Return the highest value reachable through a move.

        If the engine cannot play the move, the result is slightly below the value of the current position.
        """
        found: list[int] = []
        with faults_noted():
            self._look(row, farther, found)
        return max(found) if found else self._now() - 1

    def _look(self, row: Row, farther: int, found: list[int]) -> None:
        """Look ahead after a move, and append the value of each position reached to `found`."""
        v = self._after(self.start, row, found)
        for _ in range(farther):
            rows = self._next(v)
            if not rows:
                return
            after = [self._after(v, each, found) for each in rows]
            worths = found[-len(rows) :]
            v = after[worths.index(max(worths))]

    def _after(self, v: Vector, row: Row, found: list[int]) -> Vector:
        after = v[:]
        self.looked += 1
        self.table.engine.apply(after, self.seat, row)
        found.append(self._worth(after))
        return after

    def _next(self, v: Vector) -> list[Row]:
        """Return up to `MOST_BRANCHES` fully specified next moves, if only this seat decides."""
        engine, here = self.table.engine, self.table.flow.nodes[v[PC]]
        if engine.over(v) or not isinstance(here, Decision) or engine.deciders(v) != (self.seat,):
            return []
        engine.advance(v)  # this leaves the position unchanged but restarts the engine's step counter
        return [row for row in engine.moves(v, self.seat) if OPEN not in row][:MOST_BRANCHES]

    def _now(self) -> int:
        try:
            return self._worth(self.start)
        except FAULTS as fault:
            noted(fault)
            return 0

    def _worth(self, v: Vector) -> int:
        engine = self.table.engine
        due = self._valuation.until_due and engine.due(v)
        return self._valuation.worth(self._prices.standing(engine, v), v, self.seat, due)
