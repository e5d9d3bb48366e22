"""The protocol that the reference interpreter and all faster engines implement.

A vector contains the whole state of a game, as `interpreter.position.layout` describes. Engines store no state. For the
same flowchart, all engines list the same moves and compute the same vectors. Seeds, records, copies, undo and views are
left to the callers of an engine.

`apply`, `resolve` and `advance` change the vector in place. If one of these methods raises `PlayFault`, the vector is
partly changed. Callers must therefore pass a copy or keep one.
"""

from __future__ import annotations

from typing import Protocol

Vector = list[int]
Row = tuple[int, ...]
"""A move encoded as integers: the index of its kind in `flow.move_kinds`, followed by its parameters.

Most parameters take one integer. A bag takes one integer for each piece type, and a set takes one for every 31 members,
as `rows.Rows` describes.
"""

OPEN = -(2**31)
"""Placeholder for a number that a listed move leaves open.

`Engine.ranges` returns the allowed values. The placeholder is smaller than every valid number.
"""

PASS: Row = (0,)
"""Row that encodes a pass."""

Opposed = tuple[int, int, int]
"""Two amounts in a proposal that move money or pieces of one kind in opposite directions.

The first two integers are the positions in the row at which the amounts begin. The third integer is the length of each
amount in the row.
"""

Size = tuple[int, int, int, int, bool]
"""Size limits of an open bag or set in a listed row.

The first two values locate the bag or set: its position among the row's open numbers, and how many of those numbers it
takes. The next two values are the minimum and maximum size. The last value is True for a set and False for a bag. The
open numbers of a set are bit masks. The minimum is `UNLIMITED` for a set of any size.
"""
UNLIMITED = -1


class Engine(Protocol):
    def start(self) -> Vector:
        """Return the position after the set-up, at the first node where the game waits."""
        ...

    def advance(self, v: Vector) -> None:
        """Run from the current node until the game waits or ends."""
        ...

    def deciders(self, v: Vector) -> tuple[int, ...]:
        """Return the seats that must decide now.

        Several seats decide at once in a simultaneous decision. The tuple is empty at a chance node and after the end
        of the game.
        """
        ...

    def moves(self, v: Vector, seat: int) -> list[Row]:
        """Return the legal moves of a seat, sorted.

        Raises:
            PlayFault: Raised if no move is legal, not even a pass. The message names the phase.
        """
        ...

    def ranges(self, v: Vector, seat: int, row: Row) -> tuple[range, ...]:
        """Return the allowed values for each `OPEN` number in a row, in order.

        Each range contains at least one value, and ascends.
        """
        ...

    def sizes(self, v: Vector, seat: int, row: Row) -> tuple[Size, ...]:
        """Return the size limits of each open set in a row, and of each open bag whose total is limited."""
        ...

    def opposed(self, row: Row) -> tuple[Opposed, ...]:
        """Return the pairs of amounts in a proposal that move money or the same kind of pieces in opposite
        directions.
        """
        ...

    def is_legal(self, v: Vector, seat: int, row: Row) -> bool: ...

    def apply(self, v: Vector, seat: int, row: Row) -> None:
        """Play a legal move and run until the game waits or ends.

        The engine does not check whether the move is legal.
        """
        ...

    def chance(self, v: Vector) -> list[tuple[int, int]]:
        """Return the sorted outcomes of a chance node with their weights, or an empty list at other nodes."""
        ...

    def resolve(self, v: Vector, outcome: int) -> None:
        """Apply a chance outcome and run until the game waits or ends."""
        ...

    def over(self, v: Vector) -> int:
        """Return 0 during the game, and afterwards the number of the ending, counted from 1.

        If a `stop` ended the game, return the number of declared endings plus one.
        """
        ...

    def due(self, v: Vector) -> bool:
        """Return True if the game will end when this turn or round ends.

        In that case, the condition of an ending holds already, but is tested only at the end of the turn or round.
        """
        ...

    def scores(self, v: Vector) -> tuple[int, ...]:
        """Return each seat's points."""
        ...

    def standings(self, v: Vector) -> list[tuple[int, ...]]:
        """Return a sort key for each seat; the lowest key wins.

        The keys follow the rulebook's ranking rules or, if there are none, the points.
        """
        ...

    def ranking(self, v: Vector) -> list[list[int]]:
        """Return the seats grouped by place, the winner first. Tied seats share a place."""
        ...
