"""Searches a graph of positions breadth first, so that every path it finds is a shortest one.

The search knows nothing of games: a `Tree` says which steps a position has. A position may also be a pair of positions
under two sets of rules, or anything else with a key.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from mercatoria.claims.budget import Budget

P = TypeVar("P")
S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)


class Tree(Protocol[P, S_co]):
    """The positions that steps reach from some beginnings."""

    def beginnings(self) -> Iterable[P]: ...

    def key(self, position: P) -> bytes:
        """Return the same bytes for equal positions, and different bytes for others."""
        ...

    def steps(self, position: P) -> Iterable[tuple[S_co, P]]:
        """Return each step from a position, with the position after it."""
        ...


@dataclass(slots=True)
class Breadth(Generic[P, S]):
    """A search that numbers the positions in the order in which it finds them.

    Args:
        budget: The search stops once it is spent, and is then not `whole`.
        backwards: True to remember from which positions each position was reached; `cut_off` needs this.
    """

    tree: Tree[P, S]
    budget: Budget
    backwards: bool = False
    is_whole: bool = False
    """True once every position has been visited."""
    _came_by: list[tuple[int, S | None]] = field(default_factory=list)
    """The number of the position before, and the step from it. A beginning has the number -1 before it."""
    _reached_from: list[list[int]] = field(default_factory=list)

    def positions(self) -> Iterator[tuple[int, P]]:
        """Yield each position with its number, the nearest first."""
        numbers: dict[bytes, int] = {}
        waiting: deque[tuple[int, P]] = deque()

        def found(before: int, step: S | None, position: P) -> None:
            key = self.tree.key(position)
            if (number := numbers.get(key)) is None:
                number = numbers[key] = len(self._came_by)
                self._came_by.append((before, step))
                self._reached_from.append([])
                waiting.append((number, position))
            if self.backwards and before >= 0:
                self._reached_from[number].append(before)

        for position in self.tree.beginnings():
            found(-1, None, position)
        while waiting:
            if self.budget.is_spent:
                return
            number, position = waiting.popleft()
            self.budget.spend()
            yield number, position
            for step, after in self.tree.steps(position):
                found(number, step, after)
        self.is_whole = True

    def path(self, number: int) -> list[S]:
        """Return the steps of a shortest path to a position."""
        steps: list[S] = []
        while (came := self._came_by[number])[1] is not None:
            steps.append(came[1])
            number = came[0]
        return steps[::-1]

    def cut_off(self, wanted: Collection[int]) -> list[int]:
        """Return the positions from which no path leads to a wanted one, the nearest first.

        The answer is right only if the search `is_whole`.
        """
        reaching, waiting = set(wanted), list(wanted)
        while waiting:
            for before in self._reached_from[waiting.pop()]:
                if before not in reaching:
                    reaching.add(before)
                    waiting.append(before)
        return [number for number in range(len(self._came_by)) if number not in reaching]
