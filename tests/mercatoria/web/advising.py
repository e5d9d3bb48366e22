"""Suggests moves to simulated people, who play them through their pages."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from visiting import until

import mercatoria
from mercatoria import Move, State
from mercatoria.players import Position, seeded
from mercatoria.web.store import Store


class Adviser:
    """Suggests moves that bring the game to an end.

    The adviser reads the state of the game from the server's file, and asks a greedy player for each person.
    """

    def __init__(self, file: Path, table: str) -> None:
        self._store, self._table = Store(file), table
        head = self._store.head(table)
        assert head is not None
        self.state: State = mercatoria.load(head.game, head.variants, head.options).start(head.players, head.seed)
        self._players = [seeded("greedy", 1, seat) for seat in range(head.players)]
        self.decisions = [0] * head.players
        """Number of decisions of each seat."""

    def catch_up(self) -> None:
        for entry in self._store.entries(self._table)[sum(self.decisions) :]:
            self.state.apply(self.state.table.notation.parse(entry.move, entry.seat))
            self.decisions[entry.seat] += 1

    def next_of(self, seats: Collection[int]) -> int | None:
        """Return which of these seats decides next after all bot moves, or None if the game is over."""

        def bots_have_decided() -> bool:
            self.catch_up()
            return self.state.is_over or any(seat in seats for seat in self.state.deciders)

        until(bots_have_decided)
        return None if self.state.is_over else next(seat for seat in self.state.deciders if seat in seats)

    def advice(self, seat: int) -> Move:
        return self._players[seat].choose(Position(self.state, seat))

    def listed(self, seat: int, move: Move) -> tuple[int, Move]:
        """Return the legal move on the seat's page that becomes `move` when it is filled in, with its number."""
        return next((at, each) for at, each in enumerate(self.state.moves(seat)) if is_filled_in_by(each, move))


def is_filled_in_by(listed: Move, move: Move) -> bool:
    """Return True if `move` is the listed move with values for its open parameters."""
    closed = [name for name in listed.args if name not in listed.open]
    return listed.action == move.action and all(listed.args[name] == move.args[name] for name in closed)
