"""Drawing what a listed move leaves open: numbers, bags and sets, each of which then is legal or not.

A number is drawn alike from its range, and so is each count of a bag. Of a set with a bound first its size is drawn:
nearly all sets of twenty things are too large for `at most 3`, and of those that are not nearly all are of three. For
who wants to find something legal soon, bags with a bound are drawn so, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from dsl import model as m
from interpreter.flow.engine import OPEN, Row
from interpreter.flow.nodes import Flow
from interpreter.flow.rows import Rows
from interpreter.flow.stores import BITS

MOST_PIECES = 200
"""Larger bags are not drawn piece by piece: it would take long."""

Below = Callable[[int], int]
"""Draws a number from 0 to one below a bound."""


@dataclass(frozen=True, slots=True)
class AmongBags:
    """What an open bag with a bound is drawn from: at most so many of each sort. The bound itself is not known here; it
    is hardly ever below the greatest of these numbers."""

    counts: tuple[int, ...]

    def drawn(self, below: Below) -> list[int]:
        left, counts = list(self.counts), [0] * len(self.counts)
        total = sum(left)
        for number in range(below((total if below(2) else max(left)) + 1)):
            at = _holder(left, below(total - number))
            left[at] -= 1
            counts[at] += 1
        return counts


def _holder(counts: list[int], pick: int) -> int:
    """Which of these counts the pick-th of all falls into."""
    for at, count in enumerate(counts):
        pick -= count
        if pick < 0:
            return at
    raise AssertionError("there are as many as were counted")


@dataclass(frozen=True, slots=True)
class AmongSets:
    """What an open set is drawn from: `bits` by word, one after the other, as (word, bit); `most` of them, or None."""

    words: int
    bits: tuple[tuple[int, int], ...]
    most: int | None

    def drawn(self, below: Below) -> list[int]:
        words = [0] * self.words
        for word, bit in self._few(below) if self.most is not None else self._any(below):
            words[word] |= bit
        return words

    def _few(self, below: Below) -> Iterator[tuple[int, int]]:
        left = list(self.bits)
        for _ in range(below(max(0, min(self.most or 0, len(left))) + 1)):
            yield left.pop(below(len(left)))

    def _any(self, below: Below) -> Iterator[tuple[int, int]]:
        for word in range(self.words):
            bits = [each for each in self.bits if each[0] == word]
            pick = below(1 << len(bits))
            yield from (each for at, each in enumerate(bits) if pick >> at & 1)


class Filling:
    """Fills in one listed row, as often as is asked, from the ranges that the engine gives for it."""

    def __init__(self, flow: Flow, row: Row, ranges: Sequence[range], bags_by_size: bool = False) -> None:
        self._row = row
        self._among = list(_among(flow, row, ranges, bags_by_size))

    def drawn(self, below: Below) -> Row:
        """The row with what it leaves open drawn; whether it is legal is another question."""
        found: list[int] = []
        for among in self._among:
            if isinstance(among, range):
                found.append(among[below(len(among))])
            else:
                found += among.drawn(below)
        left = iter(found)
        return tuple([next(left) if value == OPEN else value for value in self._row])


def _among(
    flow: Flow, row: Row, ranges: Sequence[range], bags_by_size: bool
) -> Iterator[range | AmongBags | AmongSets]:
    """What each open place, or all those of a set together, is drawn from."""
    kind, rows, left, at = flow.move_kinds[row[0]], Rows(flow.model), iter(ranges), 1
    params = kind.action.params if kind.action is not None else ()
    for number, (_, of) in enumerate(kind.params):
        width = rows.width(of)
        if OPEN in row[at : at + width]:
            bounds = [next(left) for _ in range(width)]
            domain = params[number].domain if number < len(params) else None
            if isinstance(domain, m.Subsets):
                yield _subsets(domain, bounds)
            elif bags_by_size and isinstance(domain, m.Bags) and domain.most is not None and _fit(bounds):
                yield AmongBags(tuple(each[-1] for each in bounds))
            else:
                yield from bounds
        at += width


def _subsets(domain: m.Subsets, bounds: list[range]) -> AmongSets:
    bits = [(word, 1 << bit) for word, of in enumerate(bounds) for bit in range(BITS) if of[-1] >> bit & 1]
    most = domain.most.value if isinstance(domain.most, m.Const) else len(bits)
    return AmongSets(len(bounds), tuple(bits), most if domain.most is not None else None)


def _fit(bounds: list[range]) -> bool:
    """Whether a bag within these bounds can be drawn piece by piece."""
    return sum(each[-1] for each in bounds) <= MOST_PIECES
