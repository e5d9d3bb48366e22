"""Offers that another player could accept, as far as a seat can know.

A determinized position (`determinization`) lets a hidden hand contain whatever an offer asks for. It cannot show that
a partner lacks it, although the seat may have seen every piece that the partner got. Offers are therefore tried in
several positions that the seat cannot rule out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from interpreter.position import Row
from mercatoria.players.determinization import nothing_is_hidden
from mercatoria.players.position import Position
from mercatoria.players.round_trades import RoundTrades, acceptance
from mercatoria.players.sampled_positions import SampledPositions

SIZE = 8
"""Number of positions in which offers are tried."""

LEAST = 0.99
"""Smallest probability with which a partner must be able to accept; less than 1 because of rounding."""


@dataclass(frozen=True, slots=True)
class AcceptableOffers:
    """Tells which offers of one seat another player can accept, as far as the seat can know."""

    positions: SampledPositions
    size: int = SIZE
    trades: RoundTrades = field(default_factory=RoundTrades)

    def note(self, position: Position, row: Row) -> None:
        """Remember the move that the seat plays."""
        self.trades.note(position, row)

    def among(self, position: Position, offers: Collection[Row]) -> set[Row]:
        """Return the offers that another player could accept in all positions."""
        table, seat = position.table, position.seat
        alone = nothing_is_hidden(table)
        tried = [(position.determinized, 1.0)] if alone else self.positions.of(position, self.size)

        def probability(offer: Row) -> float:
            return sum(weight for v, weight in tried if acceptance(table, v, seat, offer) is not None)

        return {offer for offer in offers if probability(offer) >= LEAST}

    def without_others(self, position: Position, rows: Sequence[Row]) -> list[Row]:
        """Return the moves without offers that no player could accept, or only the first move if no other is left."""
        return without_idle(position, rows, self.trades, lambda offers: self.among(position, offers))


def without_idle(
    position: Position, rows: Sequence[Row], trades: RoundTrades,
    worth_making: Callable[[Sequence[Row]], Collection[Row]],
) -> list[Row]:  # fmt: skip
    """Return the moves without offers that are not worth making, or only the first move if no other is left.

    An offer that undoes one of the `trades` is never worth making.
    """
    kinds = position.table.flow.move_kinds
    offers = [row for row in rows if (action := kinds[row[0]].action) is not None and action.is_proposal]
    new = [row for row in offers if not trades.is_undone_by(position, row)]
    idle = {*offers}.difference(worth_making(new)) if offers else set()
    return [row for row in rows if row not in idle] or [*rows[:1]]
