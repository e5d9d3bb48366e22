"""Offers that another player could accept, as far as a seat can know.

A determinized position (`determinization`) lets a hidden hand contain whatever an offer asks for. It cannot show that
a partner lacks it, although the seat may have seen every piece that the partner got. Offers are therefore tried in
several positions that the seat cannot rule out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from interpreter.position import PASS, Row, Vector
from interpreter.table import CompiledGame
from mercatoria.players.determinization import nothing_is_hidden
from mercatoria.players.own_moves import FAULTS, noted
from mercatoria.players.position import Position
from mercatoria.players.sampled_positions import SampledPositions

SIZE = 8
"""Number of positions in which offers are tried."""

LEAST = 0.5
"""Smallest probability with which a partner must be able to accept."""


@dataclass(frozen=True, slots=True)
class AcceptableOffers:
    """Tells which offers of one seat another player could probably accept."""

    positions: SampledPositions
    size: int = SIZE

    def among(self, position: Position, offers: Collection[Row]) -> set[Row]:
        """Return the offers that another player could accept in most of the positions."""
        table, seat = position.table, position.seat
        alone = nothing_is_hidden(table)
        tried = [(position.determinized, 1.0)] if alone else self.positions.of(position, self.size)

        def probability(offer: Row) -> float:
            return sum(weight for v, weight in tried if _may_be_accepted(table, v, seat, offer))

        return {offer for offer in offers if probability(offer) >= LEAST}

    def without_others(self, position: Position, rows: Sequence[Row]) -> list[Row]:
        """Return the moves without offers that no player could accept, or only the first move if no other is left."""
        return without_idle(position.table, rows, lambda offers: self.among(position, offers))


def without_idle(
    table: CompiledGame, rows: Sequence[Row], worth_making: Callable[[Sequence[Row]], Collection[Row]]
) -> list[Row]:  # fmt: skip
    """Return the moves without offers that are not worth making, or only the first move if no other is left."""
    kinds = table.flow.move_kinds
    offers = [row for row in rows if (action := kinds[row[0]].action) is not None and action.is_proposal]
    idle = {*offers}.difference(worth_making(offers)) if offers else set()
    return [row for row in rows if row not in idle] or [*rows[:1]]


def _may_be_accepted(table: CompiledGame, v: Vector, seat: int, offer: Row) -> bool:
    """Return True if one of the players who are asked may accept an offer that a seat makes in a position.

    Players who may break in first are supposed to pass.
    """
    engine, after = table.engine, v[:]
    try:
        engine.apply(after, seat, offer)
        for _ in range(2 * table.flow.model.players):  # each player is asked, and may break in
            deciders = engine.deciders(after)
            rows = engine.moves(after, deciders[0]) if len(deciders) == 1 and deciders[0] != seat else []
            answers = {row: action for row in rows if (action := table.flow.move_kinds[row[0]].action) is not None}
            if any(action.accepts_offer for action in answers.values()):
                return True
            refusal = next((row for row, action in answers.items() if action.declines_offer), PASS)
            if refusal not in rows:
                return False
            engine.apply(after, deciders[0], refusal)
    except FAULTS as fault:
        noted(fault)
    return False

