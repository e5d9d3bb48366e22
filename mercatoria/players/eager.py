"""`eager`: plays what looks best right after it, and goes on looking best for a few moves of its own.

It counts what the ranking asks for, as a rule its points less those of the best rival, and what it has, at the prices
that things have in this game. Of each legal move it looks at what comes of it, and goes on from there by the best of
its own next moves, up to where somebody else decides or chance falls: the best that it comes by is what the move
promises. It draws among those that promise most; of these, doing something goes before passing. It makes no plans and
remembers nothing. So it can be played inside a native module, which plays the same moves (`interpreter.native.players`)
a hundred times as fast; `greedy` cannot.

It cannot cheat: it plays on from a supposed position (`determinization`). What it fills in where a move leaves
something open is drawn from its stream.
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
    """Takes the move that promises most."""

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
        """The legal moves; instead of one that leaves something open, a few ways to fill it in."""
        for move in position.moves:
            for _ in range(TRIES if move.open else 1):
                filled = position.filled(move, self._stream)
                if filled is None:
                    break
                yield filled


@dataclass(slots=True)
class MoveValues:
    """What moves of a seat promise in a position that it supposes, if it looks so many of its own moves ahead: one at
    least. Where there are very many moves, it looks no farther than what each brings at once."""

    table: CompiledGame
    seat: int
    start: Vector
    ahead: int
    looked: int = 0
    """How many moves it has looked at."""
    _prices: Prices = field(init=False)
    _valuation: Valuation = field(init=False)

    def __post_init__(self) -> None:
        self._prices, self._valuation = prices_of(self.table), knowledge_of(self.table).valuation

    def best(self, rows: Sequence[Row]) -> list[int]:
        """The numbers of the moves that promise most."""
        farther = self.ahead - 1 if len(rows) <= MANY else 0
        found = [(self._of(row, farther), row != PASS) for row in rows]
        best = max(found)
        return [at for at, each in enumerate(found) if each == best]

    def _of(self, row: Row, farther: int) -> int:
        """The most that it comes to. A move of which nothing can be known counts a little less than the position as it
        is."""
        found: list[int] = []
        with faults_noted():
            self._look(row, farther, found)
        return max(found) if found else self._now() - 1

    def _look(self, row: Row, farther: int, found: list[int]) -> None:
        """Goes on from a move, and writes down what everything that it looks at is worth."""
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
        """The first of the moves of the seat, if it decides alone; those that leave something open are left out."""
        engine, here = self.table.engine, self.table.flow.nodes[v[PC]]
        if engine.over(v) or not isinstance(here, Decision) or engine.deciders(v) != (self.seat,):
            return []
        engine.advance(v)  # play stands already; but the engine begins to count its work anew
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
