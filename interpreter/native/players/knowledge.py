"""Knowledge of a player inside a module: assumed values of hidden slots, and the value of positions.

It consists of plain numbers about slots of a position. The creator of the player computes them. A player in Python
uses the same numbers, so both make the same choice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dsl.model import NONE
from interpreter.position import PC, Vector

Fill = tuple[int, int, int]
"""Slots that get one value: the first slot, the number of slots, the value."""

Top = tuple[int, int, int, tuple[int, ...]]
"""Assumed top of a stack: its first slot, its width, the slot of the lowest assumed piece, and the pieces, limited by
the height of the stack. A single piece is certain to be drawn; the order of several is unknown."""


@dataclass(frozen=True, slots=True)
class Supposition:
    """Assumed values of the slots that one seat may not see. They depend only on what the seat sees."""

    fills: tuple[Fill, ...]
    totals: tuple[tuple[int, int], ...]
    """Areas, by first slot and width, whose total is public: each slot is set to the total."""
    alike: tuple[tuple[int, int], ...]
    """Slots that are assumed equal to another slot, which the seat sees."""
    in_secret: Mapping[int, tuple[Fill, ...]] = field(default_factory=dict)
    """Extra fills at nodes where several seats choose at once: no other seat has chosen, or will."""
    tops: tuple[Top, ...] = ()

    def of(self, v: Vector) -> Vector:
        """Return a copy of a position as the seat imagines it."""
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
    """A class of assets of a seat, and the value of each amount. The amount is the sum of the `counters`, plus one for
    each of the `named` slots that names a thing, plus one for each slot of the `spaces` that contains a listed
    type."""

    worths: tuple[int, ...]
    """Values by amount; 0 for no items."""
    each: int
    """Value of each further item after the last entry of `worths`."""
    counters: tuple[int, ...] = ()
    named: tuple[int, ...] = ()
    spaces: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    """First slot, end, and the types that count."""

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
    """Value of a position to a seat, in whole numbers, so that every engine finds the same."""

    point: int
    """Value of each point by which the seat leads the best rival."""
    asked: tuple[int, ...]
    """The ranking keys that make up the points, the first key first; empty if the score counts."""
    first: int
    """Weight of the first key relative to the second."""
    possessions: tuple[tuple[AssetClass, ...], ...]
    """Asset classes of each seat."""
    until_due: bool = False
    """True if assets lose their value once the game is due to end."""

    def worth(self, points: Sequence[int], v: Vector, seat: int, due: bool = False) -> int:
        """Return the value for a seat. `points` are those of all seats; `due`: the game is due to end."""
        rivals = [each for other, each in enumerate(points) if other != seat]
        lead = points[seat] - max(rivals, default=0)
        possessed = 0 if due and self.until_due else sum([each.worth(v) for each in self.possessions[seat]])
        return self.point * lead + possessed


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Knowledge for all players inside a module."""

    suppositions: tuple[Supposition, ...]
    """Assumptions of each seat; empty if all players are random."""
    valuation: Valuation


ONLY_RANDOM = Knowledge((), Valuation(0, (), 0, ()))
"""Knowledge of random players: none."""
