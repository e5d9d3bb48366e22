"""Assumptions and values that computer players inside a module use.

A player assumes values for hidden slots and assigns values to positions. Assumptions and values are stored as numbers
that refer to slots of a position. These numbers are computed when the player is created. Players in Python use the same
numbers, so they make the same choices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dsl.model import NONE
from interpreter.position import PC, Vector

Fill = tuple[int, int, int]
"""A range of slots that are all assumed to hold the same value: first slot, number of slots, and value."""

Top = tuple[int, int, int, tuple[int, ...]]
"""Assumed contents of a stack: its first slot, its number of slots, the slot of the lowest assumed piece, and the
assumed pieces.

If the stack has fewer pieces than assumed, only the first assumed pieces are used. A single piece is certain to be
drawn next; the order of several pieces is unknown.
"""


@dataclass(frozen=True, slots=True)
class Supposition:
    """Values that a seat assumes for the slots that it may not see.

    The assumed values depend only on slots that the seat may see.
    """

    fills: tuple[Fill, ...]
    totals: tuple[tuple[int, int], ...]
    """Ranges of slots whose total is public, each given by its first slot and its number of slots.

    Every slot of a range is assumed to hold the whole total.
    """
    alike: tuple[tuple[int, int], ...]
    """Pairs of slots that are assumed to hold equal values; the seat sees only the second one."""
    in_secret: Mapping[int, tuple[Fill, ...]] = field(default_factory=dict)
    """Additional fills for nodes at which several seats choose secretly.

    These fills assume that no other seat has chosen or will choose.
    """
    tops: tuple[Top, ...] = ()

    def of(self, v: Vector) -> Vector:
        """Return a copy of the position in which the seat's assumptions replace hidden information."""
        guess = v[:]
        for first, width, value in (*self.fills, *self.in_secret.get(v[PC], ())):
            guess[first : first + width] = [value] * width
        for first, width in self.totals:
            guess[first : first + width] = [sum(v[first : first + width])] * width
        for slot, other in self.alike:
            guess[slot] = v[other]
        for first, width, lowest, pieces in self.tops:
            guess[first : first + width] = [0] * width
            if number := min(v[first], len(pieces)):
                guess[first], guess[first + 1] = number, number == 1
                guess[lowest : lowest + number] = pieces[:number]
        return guess


@dataclass(frozen=True, slots=True)
class AssetClass:
    """A class of a seat's assets, with the value of each amount.

    The amount is the sum of the `counters`, plus the number of `named` slots that are not empty, plus the number of
    listed types found in the `spaces`.
    """

    worths: tuple[int, ...]
    """Value of each amount, starting with amount 0."""
    each: int
    """Value of each further item beyond the amounts in `worths`."""
    counters: tuple[int, ...] = ()
    named: tuple[int, ...] = ()
    spaces: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    """Ranges of slots, each with its first slot, its end, and the types that count as assets."""

    def amount(self, v: Vector) -> int:
        found = sum([v[slot] for slot in self.counters])
        found += sum([v[slot] != NONE for slot in self.named])
        for first, end, sorts in self.spaces:
            stretch = v[first:end]
            found += sum([stretch.count(sort) for sort in sorts])
        return max(0, found)

    def worth(self, v: Vector) -> int:
        amount, last = self.amount(v), len(self.worths) - 1
        return self.worths[amount] if amount <= last else self.worths[last] + self.each * (amount - last)


@dataclass(frozen=True, slots=True)
class Valuation:
    """Evaluates positions from a seat's point of view.

    All values are integers, so that every engine computes exactly the same value.
    """

    point: int
    """Value of each point of the seat's lead over its best rival."""
    asked: tuple[int, ...]
    """Indices of the ranking keys that replace the score, in order; empty if the score itself is used."""
    first: int
    """Weight of each ranking key relative to the next one."""
    possessions: tuple[tuple[AssetClass, ...], ...]
    """Asset classes of each seat."""
    until_due: bool = False
    """True if assets lose their value once the game is due to end."""

    def worth(self, points: Sequence[int], v: Vector, seat: int, due: bool = False) -> int:
        """Return the value that a position has for a seat.

        `points` holds the points of each seat, and `v` is the position as the seat imagines it. `due` is True if the
        game is due to end.
        """
        rivals = [each for other, each in enumerate(points) if other != seat]
        lead = points[seat] - max(rivals, default=0)
        possessed = 0 if due and self.until_due else sum([each.worth(v) for each in self.possessions[seat]])
        return self.point * lead + possessed


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Assumptions and valuation of the computer players inside a module."""

    suppositions: tuple[Supposition, ...]
    """Assumptions of each seat; empty if all players are random."""
    valuation: Valuation


ONLY_RANDOM = Knowledge((), Valuation(0, (), 0, ()))
"""Knowledge for a module whose players are all random, and therefore assume nothing."""
