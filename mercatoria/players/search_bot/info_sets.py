"""Information sets: for each seat, a hash of everything that the seat has observed since the search began.

Two runs that a seat cannot tell apart lead to the same node of its tree.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.flow import ChanceNode
from interpreter.position import PC, Row, Vector
from interpreter.table import CompiledGame
from mercatoria.worlds import EntryObserver

CHANCE = -1
"""Placeholder for chance where a seat number is expected."""


@dataclass(frozen=True, slots=True)
class _Sealed:
    """A secret choice that will be revealed once every player has chosen."""

    before: Vector
    number: int
    seat: int
    row: Row
    after: Vector


@dataclass(slots=True)
class InfoSetKeys:
    """Information sets of all seats during one run."""

    table: CompiledGame
    tellers: list[EntryObserver]
    """Observers of the game, one per seat."""
    of: list[int] = field(init=False)
    """Current hash of each seat's observations."""
    _sealed: list[_Sealed] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.of = [0] * len(self.tellers)

    def move(self, before: Vector, seat: int, row: Row, after: Vector, secret: bool) -> None:
        """Record a move. A secret choice is revealed once every player has chosen."""
        number = before[PC]
        self._tell(before, number, seat, row, after, secret)
        if secret:
            self._sealed.append(_Sealed(before, number, seat, row, after[:]))
        if self._sealed and after[PC] != number:
            for each in self._sealed:
                self._tell(each.before, each.number, each.seat, each.row, each.after, sealed=False)
            self._sealed = []

    def _tell(self, before: Vector, number: int, seat: int, row: Row, after: Vector, sealed: bool) -> None:
        for each, teller in enumerate(self.tellers):
            self._add(each, seat, teller.of_move(before, number, seat, row, after, sealed))

    def fall(self, v: Vector, node: ChanceNode, outcome: int) -> None:
        """Record a random outcome; `v` is the position before the chance event."""
        for each, teller in enumerate(self.tellers):
            self._add(each, CHANCE, teller.of_chance(v, node, outcome))

    def _add(self, to: int, mover: int, words: tuple[int | None, ...]) -> None:
        self.of[to] = hash((self.of[to], mover, words))
