"""Observations of one seat: for each step of play, the log line as values, and the view after the step.

True and simulated games are observed by the same functions, so they can be compared.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.flow import ChanceNode
from interpreter.log import knows_chance, picked_secretly
from interpreter.position import Row, Vector
from interpreter.table import CompiledGame
from interpreter.trace import hidden_arguments, shown_pieces, still_hidden
from mercatoria.worlds.seat_observations import SeatObservation

Words = tuple[int | None, ...]
"""A move or chance outcome as a row of numbers, with None for each hidden number."""


@dataclass(frozen=True, slots=True)
class ObservedEntry:
    """One entry of the log, as a seat knows it."""

    form: str
    label: str
    """Label of the chance node, or an empty string for a move."""
    mover: int
    """Seat that moved, or -1 for chance."""
    words: Words
    fired: tuple[int, ...]
    """Indices of the logged triggers that fired during the entry."""
    sealed: bool
    """True for a secret choice that stays hidden until the other players have chosen."""
    sight: SeatObservation
    """The seat's view after the entry."""

    @property
    def is_whole(self) -> bool:
        """Return True if nothing in the entry is hidden."""
        return None not in self.words


class EntryObserver:
    """Observes the steps of play for one seat, or for a spectator if the seat is None."""

    def __init__(self, table: CompiledGame, seat: int | None) -> None:
        self._table = table
        self._seat = seat
        self._places: dict[int, tuple[slice, ...]] = {}
        self._secret: dict[tuple[int, int], bool] = {}

    def of_chance(self, v: Vector, node: ChanceNode, outcome: int) -> Words:
        """Return a chance outcome as the seat sees it, with None in place of a hidden outcome."""
        if node.visibility == "open":
            return (outcome,)
        receiver = -1 if node.visibility == "hidden" else node.receiver(self._table.walker.evaluator, v)
        return (outcome,) if knows_chance(node, receiver, self._seat) else (None,)

    def of_move(self, before: Vector, number: int, mover: int, row: Row, after: Vector, sealed: bool) -> Words:
        """Return a move as the seat sees it, with None for each hidden number.

        Args:
            before: Position before the move.
            number: Index of the node where the move was made.
            mover: Seat that moved.
            row: The true move.
            after: Position after the move.
            sealed: True if the move belongs to a secret decision in which other players have yet to choose.
        """
        if mover == self._seat:
            return row
        if sealed or self._is_secret(number, row[0]):
            return (row[0], *[None] * (len(row) - 1))
        words: list[int | None] = [*row]
        picked = hidden_arguments(self._table, number, row)
        seen = [shown_pieces(self._table, v, picked) for v in (before, after)]
        for at in still_hidden(self._table, picked, *seen):
            place = self.places(row[0])[at]
            words[place] = [None] * (place.stop - place.start)
        return tuple(words)

    def _is_secret(self, number: int, kind: int) -> bool:
        if (number, kind) not in self._secret:
            self._secret[number, kind] = picked_secretly(self._table, number, kind)
        return self._secret[number, kind]

    def places(self, kind: int) -> tuple[slice, ...]:
        """Return the slice of the row that each parameter of a kind of move occupies."""
        if kind not in self._places:
            found, at = [], 1
            for _, of in self._table.flow.move_kinds[kind].params:
                width = self._table.notation.rows.width(of)
                found.append(slice(at, at + width))
                at += width
            self._places[kind] = tuple(found)
        return self._places[kind]

    def fired(self, triggers: tuple[int, ...]) -> tuple[int, ...]:
        """Return those fired triggers that are logged for all players."""
        return tuple([number for number in triggers if self._table.flow.logged_triggers[number].is_public])
