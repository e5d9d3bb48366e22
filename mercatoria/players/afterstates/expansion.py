"""Worths of moves, judged by the positions in which the seat's own doing ends.

Such a position is an *afterstate* (R. Sutton, A. Barto, *Reinforcement Learning*, 2018). After a move the seat passes
as soon as it may. If it must act again, it takes the best of all its moves. If chance has few outcomes, they are
averaged exactly. All afterstates of a decision are valued together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from interpreter.position import OPEN, PASS, SAMPLES, Row, drawn_move, share_of_win
from interpreter.rng import Stream
from mercatoria.players.afterstates.steps import ArraySteps, Numbers, array_of
from mercatoria.players.own_moves import faults_noted

MOST_OUTCOMES = 24
"""Maximum number of outcomes of a chance event that are averaged."""

MOST_MOVES = 40
"""Maximum number of moves to try where the seat must act again."""

DEEPEST, DEEPEST_CHANCE = 3, 5
"""Maximum level at which the seat's own moves are tried, and at which chance is averaged.

A move adds one level, and a chance event adds two.
"""

MOST_SECRET = 6
"""Maximum number of secret choices to draw for other seats."""

Valued = Callable[[Sequence[Numbers]], Numbers]
"""Function that returns each seat's share of the win in each position."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """An afterstate, by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class Mean:
    """A chance event, with the probability of each branch."""

    branches: Sequence[tuple[float, Tree]]


@dataclass(frozen=True, slots=True)
class Best:
    """A decision that the seat must make."""

    branches: Sequence[Tree]


Tree = Leaf | Mean | Best


def worth(tree: Tree, leaves: Sequence[float]) -> float:
    """Return the worth of a tree, given the worths of its leaves."""
    match tree:
        case Leaf(number):
            return leaves[number]
        case Mean(branches):
            return sum(chance * worth(branch, leaves) for chance, branch in branches)
        case Best(branches):
            return max(worth(branch, leaves) for branch in branches)


@dataclass(slots=True)
class Expansion:
    """The trees of a seat's moves in one position."""

    steps: ArraySteps
    seat: int
    stream: Stream
    """Draws the secret choices of other seats, and the moves to try if there are too many."""
    leaves: list[Numbers] = field(default_factory=list)

    def worths(self, v: Numbers, rows: Sequence[Row], valued: Valued) -> list[float | None]:
        """Return the worth of each move as the seat's share of the win, or None for a move that cannot be played."""
        trees = [self._after(v, row) for row in rows]
        worths = self._leaf_worths(valued)
        return [worth(tree, worths) if tree is not None else None for tree in trees]

    def _leaf_worths(self, valued: Valued) -> list[float]:
        steps, worths = self.steps, [0.0] * len(self.leaves)
        going = [at for at, v in enumerate(self.leaves) if not steps.is_over(v)]
        if going:
            shares = valued([self.leaves[at] for at in going])[:, self.seat].tolist()
            for at, share in zip(going, shares, strict=True):
                worths[at] = share
        for at, v in enumerate(self.leaves):
            if steps.is_over(v):
                worths[at] = share_of_win(steps.table.engine.ranking(v.tolist())[0], self.seat)
        return worths

    def _after(self, v: Numbers, row: Row) -> Tree | None:
        found: Tree | None = None
        with faults_noted():
            after = self.steps.played(v, self.seat, row)
            if self.steps.is_secret(v):
                found = self._leaf(self._revealed(after))
            else:
                found = self._leaf(after) if row == PASS else self._expand(after, 0)
        return found

    def _leaf(self, v: Numbers) -> Leaf:
        self.leaves.append(v)
        return Leaf(len(self.leaves) - 1)

    def _expand(self, v: Numbers, level: int) -> Tree:
        steps = self.steps
        if steps.is_over(v):
            return self._leaf(v)
        if steps.is_chance(v):
            outcomes = steps.outcomes(v) if level < DEEPEST_CHANCE else []
            total = sum(weight for _, weight in outcomes)
            if not 0 < len(outcomes) <= MOST_OUTCOMES:
                return self._leaf(v)
            return Mean([(weight / total, self._expand(steps.settled(v, outcome), level + 2))
                         for outcome, weight in outcomes])  # fmt: skip
        if not steps.decides_alone(v, self.seat):
            return self._leaf(v)
        if steps.may_pass(v):
            return self._leaf(steps.played(v, self.seat, PASS))
        rows = [row for row in steps.rows(v, self.seat) if OPEN not in row] if level < DEEPEST else []
        if len(rows) > MOST_MOVES:
            rows = self.stream.sample(rows, MOST_MOVES)
        after = [self._expand(steps.played(v, self.seat, row), level + 1) for row in rows]
        return Best(after) if after else self._leaf(v)

    def _revealed(self, v: Numbers) -> Numbers:
        """Return the position after secret choices, if the other seats choose at random."""
        steps, engine = self.steps, self.steps.table.engine
        for _ in range(MOST_SECRET):
            if steps.is_over(v) or not steps.is_secret(v):
                break
            here, seat = v.tolist(), steps.decider(v)
            row = drawn_move(engine, here, seat, engine.moves(here, seat), self.stream.randrange, SAMPLES)
            if row is None:
                break
            engine.apply(here, seat, row)
            v = array_of(here)
        return v


def best_of(worths: Sequence[float], stream: Stream) -> int:
    """Return the index of the largest worth, drawn among equals."""
    most = max(worths)
    return stream.choice([at for at, each in enumerate(worths) if each >= most])


def mean_worths(found: Sequence[Sequence[float | None]], weights: Sequence[float]) -> list[float | None]:
    """Return the mean worth of each move over several positions, where it can be played, or None if it never can."""
    means = list[float | None]()
    for of_move in zip(*found, strict=True):
        known = [(weight, each) for weight, each in zip(weights, of_move, strict=True) if each is not None]
        total = sum(weight for weight, _ in known)
        means.append(sum(weight * each for weight, each in known) / total if total else None)
    return means
