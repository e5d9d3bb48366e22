"""What an engine can do: the protocol that the walker and every faster engine implement alike.

A position is the vector that `interpreter.position.layout` describes and nothing else; an engine keeps no game of its
own. Two engines for one flow list the same rows and make the same vectors. Seeds, records, copies, rollback
and views are left to those who drive an engine.

`apply`, `resolve` and `advance` change the vector in place. When they raise `PlayFault` the vector is left
half changed: drivers call them on a copy, or keep one to return to.
"""

from __future__ import annotations

from typing import Protocol

Vector = list[int]
Row = tuple[int, ...]
"""A move: the index of its kind in `flow.move_kinds`, then its parameters (see `bundles.Rows`): one number each, but
one for each sort of a bag and one for each 31 members of a set."""

OPEN = -(2**31)
"""Stands in a listed row for what is not spelled out of an open parameter; `ranges` says among which numbers it is. No
value of a parameter is so small."""

PASS: Row = (0,)
"""The row of a pass."""

Opposed = tuple[int, int, int]
"""Two places in the row of a proposal, and how many numbers stand at each: the same money or pieces both ways."""

Size = tuple[int, int, int, int, bool]
"""Of an open bag or set: its first place among all open ones, how many places it takes, how many members it must have
at least and at most in all, and whether it is a set, whose places are words. A set without a limit has `UNLIMITED` as
the least."""
UNLIMITED = -1


class Engine(Protocol):
    def start(self) -> Vector:
        """The position after the first placement, at the first stop."""
        ...

    def advance(self, v: Vector) -> None:
        """Runs from the node where play stands to the next stop or the end."""
        ...

    def deciders(self, v: Vector) -> tuple[int, ...]:
        """The seats that owe a decision; several when they choose in secret; none at chance and after the
        end."""
        ...

    def moves(self, v: Vector, seat: int) -> list[Row]:
        """The legal moves of a seat, sorted. With nothing legal, not even a pass, a `PlayFault` names the
        phase."""
        ...

    def ranges(self, v: Vector, seat: int, row: Row) -> tuple[range, ...]:
        """The numbers among which each `OPEN` of a listed row may be, in order; none of these ranges is empty."""
        ...

    def sizes(self, v: Vector, seat: int, row: Row) -> tuple[Size, ...]:
        """For each open set of a listed row, and each open bag that is limited as a whole, how much it may hold."""
        ...

    def opposed(self, row: Row) -> tuple[Opposed, ...]:
        """The open numbers of a listed proposal that are the same money or pieces, once each way."""
        ...

    def is_legal(self, v: Vector, seat: int, row: Row) -> bool: ...

    def apply(self, v: Vector, seat: int, row: Row) -> None:
        """Plays a legal move and runs to the next stop. That it is legal is not tested again."""
        ...

    def chance(self, v: Vector) -> list[tuple[int, int]]:
        """Outcomes and weights, sorted, where play stands at chance; else nothing."""
        ...

    def resolve(self, v: Vector, outcome: int) -> None:
        """Lets chance fall on one of its outcomes and runs to the next stop."""
        ...

    def over(self, v: Vector) -> int:
        """0 while the game goes on, then 1 + the index of the ending; one more than all endings for a
        plain stop."""
        ...

    def due(self, v: Vector) -> bool:
        """Whether the game would end if this turn or round were over now: an ending has come true that is tested only
        then."""
        ...

    def scores(self, v: Vector) -> tuple[int, ...]:
        """Points by seat."""
        ...

    def standings(self, v: Vector) -> list[tuple[int, ...]]:
        """What the seats are ordered by, the best least: the keys of the ranking, or else the points."""
        ...

    def ranking(self, v: Vector) -> list[list[int]]:
        """Seats by place, the winner first; those who tie share a place."""
        ...
