"""Protocol of an engine: the methods that the reference interpreter and every faster engine implement.

The vector that `interpreter.position.layout` describes holds the whole state of a game; an engine stores none of it.
For the same flow, any two engines list the same rows and produce the same vectors. The callers of an engine take care
of seeds, records, copies, undo and views.

`apply`, `resolve` and `advance` change the vector in place. When they raise `PlayFault`, the vector is only partly
changed, so callers pass a copy or keep one for recovery.
"""

from __future__ import annotations

from typing import Protocol

Vector = list[int]
Row = tuple[int, ...]
"""A move as numbers: the index of its kind in `flow.move_kinds`, then its parameters.

A parameter takes one number, except that a bag takes one number for each type, and a set takes one number for every 31
members (see `rows.Rows`).
"""

OPEN = -(2**31)
"""Placeholder for an open number in a listed row.

`ranges` returns the range of that number. Every value of a parameter is greater than this placeholder.
"""

PASS: Row = (0,)
"""The row of a pass."""

Opposed = tuple[int, int, int]
"""A pair of amounts in a proposal that move money or pieces of the same kind in opposite directions.

The first two numbers are the indices in the row at which the two amounts begin. The third is how many numbers each
amount takes.
"""

Size = tuple[int, int, int, int, bool]
"""The size of an open bag or set in a listed row.

The first value is the index of the bag's or set's first number among the open numbers of the row, and the second is how
many numbers it takes. Then come the least and the greatest number of members, and True for a set or False for a bag.
The numbers of a set are bit masks. The least number is `UNLIMITED` for a set of any size.
"""
UNLIMITED = -1


class Engine(Protocol):
    def start(self) -> Vector:
        """Return the position after the set-up, at the first node where play waits."""
        ...

    def advance(self, v: Vector) -> None:
        """Run from the current node to the next node where play waits, or to the end."""
        ...

    def deciders(self, v: Vector) -> tuple[int, ...]:
        """Return the seats that must decide now.

        Several seats decide at once in a simultaneous decision. No seat decides at a chance node or after the end.
        """
        ...

    def moves(self, v: Vector, seat: int) -> list[Row]:
        """Return the legal moves of a seat, sorted.

        Raises:
            PlayFault: No move is legal, not even a pass. The message names the phase.
        """
        ...

    def ranges(self, v: Vector, seat: int, row: Row) -> tuple[range, ...]:
        """Return the range of each `OPEN` number of a listed row, in order.

        No range is empty.
        """
        ...

    def sizes(self, v: Vector, seat: int, row: Row) -> tuple[Size, ...]:
        """Return the size of each open set of a listed row, and of each open bag whose total is limited."""
        ...

    def opposed(self, row: Row) -> tuple[Opposed, ...]:
        """Return the pairs of amounts in a listed proposal that move the same goods in opposite directions.

        The goods are money or pieces.
        """
        ...

    def is_legal(self, v: Vector, seat: int, row: Row) -> bool: ...

    def apply(self, v: Vector, seat: int, row: Row) -> None:
        """Play a legal move and run to the next node where play waits.

        The move is not checked again.
        """
        ...

    def chance(self, v: Vector) -> list[tuple[int, int]]:
        """Return the outcomes at a chance node with their weights, sorted; an empty list at other nodes."""
        ...

    def resolve(self, v: Vector, outcome: int) -> None:
        """Apply an outcome of chance and run to the next node where play waits."""
        ...

    def over(self, v: Vector) -> int:
        """Return 0 during the game, and afterwards the number of the ending, counted from 1.

        If a `stop` ended the game, the result is the number of declared endings plus one.
        """
        ...

    def due(self, v: Vector) -> bool:
        """Return True if the game will end at the end of this turn or round.

        The condition of an ending then holds now, but the ending is tested only at the end of the turn or round.
        """
        ...

    def scores(self, v: Vector) -> tuple[int, ...]:
        """Return the points of each seat."""
        ...

    def standings(self, v: Vector) -> list[tuple[int, ...]]:
        """Return the sort key of each seat; the lowest key wins.

        The keys come from the ranking of the rulebook or, if there is none, from the points.
        """
        ...

    def ranking(self, v: Vector) -> list[list[int]]:
        """Return the seats by place, the winner first. Seats that tie share a place."""
        ...
