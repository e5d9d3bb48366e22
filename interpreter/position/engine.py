"""Protocol of an engine: the methods that the reference interpreter and every faster engine implement.

The vector that `interpreter.position.layout` describes is the whole position; an engine keeps no game state. Two
engines for one flow list the same rows and make the same vectors. Seeds, records, copies, rollback and views belong to
the callers of an engine.

`apply`, `resolve` and `advance` change the vector in place. When they raise `PlayFault`, the vector is half changed:
callers pass a copy, or keep one for recovery.
"""

from __future__ import annotations

from typing import Protocol

Vector = list[int]
Row = tuple[int, ...]
"""A move: the index of its kind in `flow.move_kinds`, then its parameters (see `rows.Rows`): one number each, but one
for each type of a bag and one for each 31 members of a set."""

OPEN = -(2**31)
"""Placeholder for an open number in a listed row; `ranges` gives its range. No parameter has a value this low."""

PASS: Row = (0,)
"""The row of a pass."""

Opposed = tuple[int, int, int]
"""Two places in the row of a proposal, and the number of values at each: the same money or pieces in both directions.
"""

Size = tuple[int, int, int, int, bool]
"""Size of an open bag or set: its first place among all open places, its number of places, its least and greatest
number of members, and whether it is a set, whose places are words. A set without a limit has `UNLIMITED` as the
least."""
UNLIMITED = -1


class Engine(Protocol):
    def start(self) -> Vector:
        """Return the position after setup, at the first stop."""
        ...

    def advance(self, v: Vector) -> None:
        """Run from the current node to the next stop or the end."""
        ...

    def deciders(self, v: Vector) -> tuple[int, ...]:
        """Return the seats that owe a decision. Several decide at once in secret; none decide at chance and after the
        end."""
        ...

    def moves(self, v: Vector, seat: int) -> list[Row]:
        """Return the legal moves of a seat, sorted. If no move is legal, not even a pass, a `PlayFault` names the
        phase."""
        ...

    def ranges(self, v: Vector, seat: int, row: Row) -> tuple[range, ...]:
        """Return the range of each `OPEN` number of a listed row, in order; no range is empty."""
        ...

    def sizes(self, v: Vector, seat: int, row: Row) -> tuple[Size, ...]:
        """Return the size of each open set of a listed row, and of each open bag that is limited as a whole."""
        ...

    def opposed(self, row: Row) -> tuple[Opposed, ...]:
        """Return the open numbers of a listed proposal that are the same money or pieces in both directions."""
        ...

    def is_legal(self, v: Vector, seat: int, row: Row) -> bool: ...

    def apply(self, v: Vector, seat: int, row: Row) -> None:
        """Play a legal move and run to the next stop. The legality is not tested again."""
        ...

    def chance(self, v: Vector) -> list[tuple[int, int]]:
        """Return outcomes with weights, sorted, if the position is at a chance node; otherwise an empty list."""
        ...

    def resolve(self, v: Vector, outcome: int) -> None:
        """Resolve chance with one of its outcomes and run to the next stop."""
        ...

    def over(self, v: Vector) -> int:
        """Return 0 during the game, then 1 + the index of the ending; one more than all endings for a plain stop."""
        ...

    def due(self, v: Vector) -> bool:
        """Return True if the game would end at the end of this turn or round: an ending that is tested only then has
        come true."""
        ...

    def scores(self, v: Vector) -> tuple[int, ...]:
        """Return the points by seat."""
        ...

    def standings(self, v: Vector) -> list[tuple[int, ...]]:
        """Return the sort key of each seat, the lowest first: the keys of the ranking or, without a ranking, the
        points."""
        ...

    def ranking(self, v: Vector) -> list[list[int]]:
        """Return the seats by place, the winner first; seats that tie share a place."""
        ...
