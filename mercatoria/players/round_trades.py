"""Remembers the trades of a round, so that a seat makes no offer that undoes one of them.

A seat knows hidden hands only roughly, and its prices change with its plan. It could therefore like a trade, and
directly afterwards like the opposite trade as much.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from interpreter.position import OPEN, PASS, Row, Vector
from interpreter.table import CompiledGame
from mercatoria.players.assets import Assets
from mercatoria.players.own_moves import FAULTS, noted
from mercatoria.players.position import Position
from mercatoria.players.values import round_slot

Change = tuple[int, ...]
"""Change of the amount of each asset class that a seat owns."""


class Acceptance(NamedTuple):
    """A move that accepts an offer, with the partner who may play it and the position in which they decide."""

    v: Vector
    partner: int
    row: Row


def acceptance(table: CompiledGame, v: Vector, seat: int, offer: Row) -> Acceptance | None:
    """Return the first move by which one of the players who are asked may accept an offer that a seat makes.

    Players who may break in first are supposed to pass. Returns None if no player may accept.
    """
    engine, after = table.engine, v[:]
    try:
        engine.apply(after, seat, offer)
        for _ in range(2 * table.flow.model.players):  # each player is asked, and may break in
            deciders = engine.deciders(after)
            rows = engine.moves(after, deciders[0]) if len(deciders) == 1 and deciders[0] != seat else []
            answers = {row: action for row in rows if (action := table.flow.move_kinds[row[0]].action) is not None}
            accepts = next((row for row, action in answers.items() if action.accepts_offer), None)
            if accepts is not None:
                return Acceptance(after, deciders[0], accepts)
            refusal = next((row for row, action in answers.items() if action.declines_offer), PASS)
            if refusal not in rows:
                return None
            engine.apply(after, deciders[0], refusal)
    except FAULTS as fault:
        noted(fault)
    return None


@dataclass(slots=True)
class RoundTrades:
    """The trades that one seat offered or accepted in the current round."""

    _round: int = -1
    _changes: set[Change] = field(default_factory=set)
    _assets: Assets | None = None

    def note(self, position: Position, row: Row) -> None:
        """Remember a move of the seat, if it makes or accepts an offer."""
        action = position.table.flow.move_kinds[row[0]].action
        if action is not None and (action.is_proposal or action.accepts_offer):
            self._begin(position)
            self._changes.add(self._change(position, row))

    def is_undone_by(self, position: Position, offer: Row) -> bool:
        """Return True if an offer, once accepted, takes back what the seat got by a trade of this round."""
        self._begin(position)
        change = self._change(position, offer) if self._changes else ()
        return any(change) and tuple(-each for each in change) in self._changes

    def _begin(self, position: Position) -> None:
        """Forget the trades of earlier rounds."""
        now = position.determinized[round_slot(position.table)]
        if now != self._round:
            self._round, self._changes = now, set()

    def _change(self, position: Position, row: Row) -> Change:
        """Return the change of the seat's assets by an offer that is accepted, or by an acceptance.

        The result is empty if no player may accept, or if accepting asks for more than a yes.
        """
        table, seat, before = position.table, position.seat, position.determinized
        if self._assets is None:
            self._assets = Assets(table.flow)
        kind = table.flow.move_kinds[row[0]].action
        taken = Acceptance(before, seat, row)
        if kind is not None and kind.is_proposal:
            found = acceptance(table, before, seat, row)
            if found is None:
                return ()
            taken = found
        after = taken.v[:]
        try:
            if OPEN in taken.row:
                return ()
            table.engine.apply(after, taken.partner, taken.row)
        except FAULTS as fault:
            noted(fault)
            return ()
        amounts = self._assets.amounts
        return tuple(b - a for a, b in zip(amounts(before, seat), amounts(after, seat), strict=True))
