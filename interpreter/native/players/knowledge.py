"""What a player inside a module is told before play: what its seat supposes, and what things are worth to it.

Plain numbers about slots of a position. They are found out by whoever makes the player, and are the same for a player
in Python, so that both choose alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dsl.model import NONE
from interpreter.position import PC, Vector

Fill = tuple[int, int, int]
"""A stretch of slots that get one value: the first, how many, the value."""

Top = tuple[int, int, int, tuple[int, ...]]
"""A stack in which pieces are supposed, as far as so many lie there: its first slot and how many it has, the slot of
the lowest piece, and which pieces these are. One alone is sure to be drawn; of two nobody knows which."""


@dataclass(frozen=True, slots=True)
class Supposition:
    """What stands in place of what one seat may not see. It follows from what the seat sees alone."""

    fills: tuple[Fill, ...]
    totals: tuple[tuple[int, int], ...]
    """Stretches, by their first slot and width, of which all see how much they hold together: each slot becomes the
    whole."""
    alike: tuple[tuple[int, int], ...]
    """Slots that are supposed to be as another one, which the seat sees."""
    in_secret: Mapping[int, tuple[Fill, ...]] = field(default_factory=dict)
    """Further fills at nodes where several choose at once: nobody else has chosen, or will."""
    tops: tuple[Top, ...] = ()

    def of(self, v: Vector) -> Vector:
        """A copy of a position as the seat supposes it."""
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
    """Something a seat may have, and what so much of it is worth. Its amount is what stands in the `counters`, and one
    for each of the `named` slots that names anything, and for each slot of the `spaces` in which one of those lies."""

    worths: tuple[int, ...]
    """By amount; of nothing, 0."""
    each: int
    """What each one more is worth behind the last of them."""
    counters: tuple[int, ...] = ()
    named: tuple[int, ...] = ()
    spaces: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    """The first slot, the one behind the last, and the sorts that count."""

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
    """What a position is worth to a seat, in whole numbers, so that every engine finds the same."""

    point: int
    """What a point is worth by which a seat is ahead of the best rival."""
    asked: tuple[int, ...]
    """The keys of the ranking that make the points, the first one first; none where those of the scoring count."""
    first: int
    """How much more counts what is asked first than what is asked then."""
    possessions: tuple[tuple[AssetClass, ...], ...]
    """Of each seat."""
    until_due: bool = False
    """Whether they are worth anything only as long as the game is not due to end."""

    def worth(self, points: Sequence[int], v: Vector, seat: int, due: bool = False) -> int:
        """`points` are those of all seats; `due`: whether the game is due to end."""
        rivals = [each for other, each in enumerate(points) if other != seat]
        lead = points[seat] - max(rivals, default=0)
        possessed = 0 if due and self.until_due else sum([each.worth(v) for each in self.possessions[seat]])
        return self.point * lead + possessed


@dataclass(frozen=True, slots=True)
class Knowledge:
    """All that players inside a module are told."""

    suppositions: tuple[Supposition, ...]
    """Of each seat; none if all players are random."""
    valuation: Valuation


ONLY_RANDOM = Knowledge((), Valuation(0, (), 0, ()))
"""Nothing, for random players."""
