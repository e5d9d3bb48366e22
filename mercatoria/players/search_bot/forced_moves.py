"""Decides without rollouts, by the value of the positions in which the own moves of a seat end.

Rollouts are a poor judge of decisions in which a seat must act, because these often come early in a game or shift
something for good. A bot with a single run decides all moves in this way. The value is averaged over a few positions
that the seat cannot rule out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from interpreter.position import Row, Vector
from interpreter.rng import Stream
from mercatoria.players.acceptable_offers import without_idle
from mercatoria.players.determinization import nothing_is_hidden
from mercatoria.players.position import Position
from mercatoria.players.round_trades import RoundTrades
from mercatoria.players.sampled_positions import SampledPositions, Weighed
from mercatoria.players.search_bot.branches import drawn

if TYPE_CHECKING:
    from mercatoria.players.afterstates.values import AfterstateValues

WORLDS = 4
"""Number of positions over which the value of a move is averaged, if something is hidden."""

MOST_MOVES = 200
"""Maximum number of moves to weigh; of more moves, this many are drawn."""

FILLINGS = 3
"""Number of sets of values to weigh for each move with open parameters."""


@dataclass(frozen=True, slots=True)
class ForcedMoves:
    """Chooses moves of one seat without rollouts."""

    stream: Stream
    worlds: SampledPositions
    trades: RoundTrades = field(default_factory=RoundTrades)

    def best(self, position: Position, values: AfterstateValues, size: int) -> Row | None:
        """Return the best move, or None if no move can be judged.

        `size` is the number of positions among which those to look at are drawn.
        """
        rows = self.without_idle_offers(position, values, self._rows(position), size)
        return values.best(self._supposed(position, size), position.seat, rows, self.stream) if rows else None

    def without_idle_offers(
        self, position: Position, values: AfterstateValues, rows: Sequence[Row], size: int
    ) -> list[Row]:
        """Return the moves without offers by which one side would lose or a trade of the round would be undone.

        If no other move is left, the result is only the first move.
        """

        def worth_making(offers: Sequence[Row]) -> list[Row]:
            worlds = self._supposed(position, size)
            return [row for row in offers if values.is_worth_offering(worlds, position.seat, row)]

        return without_idle(position, rows, self.trades, worth_making)

    def _rows(self, position: Position) -> Sequence[Row]:
        rows = list[Row]()
        for move in position.moves:
            for _ in range(FILLINGS if move.open else 1):
                filled = position.filled(move, self.stream)
                if filled is not None:
                    rows.append(filled.row)
        rows = list(dict.fromkeys(rows))
        return self.stream.sample(rows, MOST_MOVES) if len(rows) > MOST_MOVES else rows

    def _supposed(self, position: Position, size: int) -> Weighed:
        """Return a few positions that the seat cannot rule out, drawn by their weights."""
        if nothing_is_hidden(position.table):
            return [(position.determinized, 1.0)]
        supposed = self.worlds.of(position, size)
        weights = [weight for _, weight in supposed]
        worlds = dict[tuple[int, ...], Vector]()
        for _ in range(WORLDS):
            v = supposed[drawn(weights, self.stream)][0]
            worlds[tuple(v)] = v
        return [(v, 1.0) for v in worlds.values()]
