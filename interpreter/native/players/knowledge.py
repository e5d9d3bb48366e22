"""Knowledge of the players inside a module.

A player's knowledge consists of the values that it assumes for hidden slots, and of the values that it assigns to
positions. All this knowledge consists of plain numbers that refer to the slots of a position. The code that creates a
player computes these numbers. A player in Python uses the same numbers, so both make the same choices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dsl.model import NONE
from interpreter.position import PC, Vector

Fill = tuple[int, int, int]
"""A run of slots that get one value: first slot, number of slots, and value."""

Top = tuple[int, int, int, tuple[int, ...]]
"""The assumed top of a stack.

A `Top` holds the first slot of the stack, the number of its slots, the slot of the lowest assumed piece, and the
assumed pieces. If the stack contains fewer pieces than are assumed, only the first of the assumed pieces are used. A
single piece is certain to be drawn next, whereas the order of several pieces is unknown.
"""


@dataclass(frozen=True, slots=True)
class Supposition:
    """The values that a seat assumes in the slots that it may not see.

    The assumed values depend only on the slots that the seat sees.
    """

    fills: tuple[Fill, ...]
    totals: tuple[tuple[int, int], ...]
    """Runs of slots whose total is public, each given by its first slot and its number of slots.

    Each slot of such a run is assumed to hold the whole total.
    """
    alike: tuple[tuple[int, int], ...]
    """Pairs of slots whose values are assumed to be equal.

    The seat sees only the second slot of a pair.
    """
    in_secret: Mapping[int, tuple[Fill, ...]] = field(default_factory=dict)
    """Additional fills at nodes where several seats choose at once.

    The fills assume that no other seat has chosen or will choose.
    """
    tops: tuple[Top, ...] = ()

    def of(self, v: Vector) -> Vector:
        """Return a copy of a position in which the seat's assumptions replace the hidden parts."""
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
    """A class of assets of a seat, and the value of each amount.

    The amount is the sum of the `counters`, plus the number of `named` slots that name a thing, plus the number of
    slots in the `spaces` that contain a listed type.
    """

    worths: tuple[int, ...]
    """Value of each amount, starting with the amount 0."""
    each: int
    """Value of each item beyond the amounts that `worths` covers."""
    counters: tuple[int, ...] = ()
    named: tuple[int, ...] = ()
    spaces: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    """Areas of slots, each with its first slot, its end, and the types that count."""

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
    """The value of a position to a seat, in whole numbers.

    Because the numbers are whole, every engine computes the same value.
    """

    point: int
    """Value of each point of the seat's lead over its best rival."""
    asked: tuple[int, ...]
    """Indices of the ranking keys that are used instead of the points, in order.

    The tuple is empty if the score is used.
    """
    first: int
    """Weight of each ranking key relative to the next key."""
    possessions: tuple[tuple[AssetClass, ...], ...]
    """Asset classes of each seat."""
    until_due: bool = False
    """True if assets lose their value once the game is due to end."""

    def worth(self, points: Sequence[int], v: Vector, seat: int, due: bool = False) -> int:
        """Return the value of a position to a seat.

        `points` holds the points of each seat, and `v` is the position as the seat imagines it. `due` is True if the
        game is due to end.
        """
        rivals = [each for other, each in enumerate(points) if other != seat]
        lead = points[seat] - max(rivals, default=0)
        possessed = 0 if due and self.until_due else sum([each.worth(v) for each in self.possessions[seat]])
        return self.point * lead + possessed


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The knowledge of all players inside a module."""

    suppositions: tuple[Supposition, ...]
    """Assumptions of each seat; empty if all players are random."""
    valuation: Valuation


ONLY_RANDOM = Knowledge((), Valuation(0, (), 0, ()))
"""The empty knowledge of a module in which all players are random."""
