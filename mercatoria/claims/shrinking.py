"""Shortens the way to a position that breaks a claim.

Leaving out single moves helps little in a game of turns, because every later move is then made by the wrong player. The
search therefore first looks for a late beginning: the last position from which a few moves still break the claim. Then
it looks for a short cut from each position on the way. Last, it leaves out whole rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from interpreter.position import OVER, PlayFault, Vector
from interpreter.table import CompiledGame
from mercatoria.claims.beginnings import Beginning, after_setup, in_position
from mercatoria.claims.breadth import Breadth
from mercatoria.claims.budget import Budget
from mercatoria.claims.steps import BY_CHANCE, GameTree, Step, is_possible, played

FEW, MANY = 5, 12
"""Numbers of moves: with `FEW` moves, the search is content, and up to `MANY` moves are a readable scenario."""
NEAR, MOST_NEAR = 400, 6_000
"""Maximum numbers of positions in the search for one short cut, and in the searches for all short cuts."""
MOST_BEGINNINGS, MOST_REPLAYED = 60, 40_000

Breaks = Callable[[Vector], bool]


@dataclass(frozen=True, slots=True)
class Short:
    """A beginning and the steps from it to a position that breaks a claim."""

    beginning: Beginning
    steps: tuple[Step, ...]

    @property
    def moves(self) -> int:
        return sum(step.seat != BY_CHANCE for step in self.steps)


@dataclass(slots=True)
class Shrinking:
    """Shortens the ways to positions of one table.

    Args:
        breaks: Says whether a position breaks the claim.
        failing: True to seek steps that a rule cannot finish, as well as positions that break the claim.
    """

    table: CompiledGame
    breaks: Breaks
    failing: bool = False

    def shortest(self, steps: Sequence[Step], seed: int | None) -> Iterator[Short]:
        """Yield ways that break the claim, the best first. The caller tries which of them makes a scenario.

        Args:
            steps: Steps from the start of the game to a position that breaks the claim, or up to a step that fails.
            seed: The seed of the game in which these steps were made, or None.
        """
        found = list(self._late(steps))
        if (begun := after_setup(self.table, steps, seed)) is not None:
            beginning, rest = begun
            whole = self._shortened(beginning.position, rest)
            if min((short.moves for short in found), default=MANY + 1) > FEW < _moves(whole):
                whole = self._without_rounds(beginning.position, whole)
            found.append(Short(beginning, tuple(whole)))
        yield from sorted(found, key=lambda short: (short.moves > FEW, short.moves, len(short.beginning.lines)))

    # ------------------------------------------------------------ a late beginning

    def _late(self, steps: Sequence[Step]) -> Iterator[Short]:
        """Yield ways from a `given`, beginning with the latest position, until one has few moves."""
        positions = list(self.positions(self.table.start(), steps[:-1]))
        asked = [at for at, v in enumerate(positions) if self.table.asked(lambda e, v=v: e.deciders(v))]  # type: ignore[misc]
        near = Budget(MOST_NEAR)
        for at in asked[: -MOST_BEGINNINGS - 1 : -1]:
            beginning = in_position(self.table, positions[at])
            if beginning is None or beginning.position[OVER] or self.breaks(beginning.position):
                continue
            rest = self._replayed(beginning.position, steps[at:])
            if rest is None:
                rest = self._short_cut(beginning.position, near)
            if rest is not None:
                short = Short(beginning, tuple(self._shortened(beginning.position, rest)))
                yield short
                if short.moves <= FEW:
                    return

    def positions(self, begun: Vector, steps: Sequence[Step]) -> Iterator[Vector]:
        """Yield the position before each step, and the position after the last step."""
        v = begun[:]
        yield v[:]
        for step in steps:
            played(self.table, v, step)
            yield v[:]

    def _replayed(self, begun: Vector, steps: Sequence[Step]) -> list[Step] | None:
        """Play steps from another position, without those that are impossible there.

        Return the steps up to the first position that breaks the claim, or None if there is none.
        """
        v, made = begun[:], list[Step]()
        for step in steps:
            made += self._chance_before(v, step)
            if v[OVER]:
                return None
            if not is_possible(self.table, v, step):
                continue
            try:
                played(self.table, v, step)
            except PlayFault:
                return [*made, step] if self.failing else None
            made.append(step)
            if self.breaks(v):
                return made
        return None

    def _chance_before(self, v: Vector, step: Step) -> list[Step]:
        """Apply the first outcome of each chance event until a player must decide, and return these steps."""
        fallen = list[Step]()
        while step.seat != BY_CHANCE and (outcomes := self.table.asked(lambda engine: engine.chance(v))):
            fallen.append(Step(BY_CHANCE, (outcomes[0][0],)))
            self.table.resolve(v, outcomes[0][0])
        return fallen

    # ------------------------------------------------------------ short cuts and whole rounds

    def _short_cut(self, begun: Vector, budget: Budget) -> list[Step] | None:
        """Return a shortest way from a position, if it is near."""
        tree, last = GameTree(self.table, begun), 0
        search = Breadth(tree, Budget(NEAR, whole=budget))
        for number, position in search.positions() if not budget.is_spent else ():
            if number and self.breaks(position):
                return search.path(number)
            if self.failing and tree.failure is not None and tree.failure.step is not None:
                return [*search.path(last), tree.failure.step]
            last = number
        return None

    def _shortened(self, begun: Vector, steps: Sequence[Step]) -> list[Step]:
        """Return steps with the shortest completion from the earliest position from which one is near."""
        budget = Budget(MOST_NEAR)
        for at, position in enumerate(self.positions(begun, steps[:-1])):
            rest = self._short_cut(position, budget)
            if rest is not None and at + len(rest) < len(steps):
                return [*steps[:at], *rest]
        return list(steps)

    def _without_rounds(self, begun: Vector, steps: list[Step]) -> list[Step]:
        """Leave out whole rounds, first many together, then one by one."""
        left = MOST_REPLAYED
        rounds = self._rounds(begun, steps)
        size = max(1, len(rounds) // 2)
        while size:
            at = 0
            while at < len(rounds) and left > 0:
                kept = [step for part in (*rounds[:at], *rounds[at + size :]) for step in part]
                left -= len(kept)
                shorter = self._replayed(begun, kept)
                if shorter is not None and len(shorter) < sum(map(len, rounds)):
                    rounds = self._rounds(begun, shorter)
                else:
                    at += size
            size //= 2
        return [step for part in rounds for step in part]

    def _rounds(self, begun: Vector, steps: Sequence[Step]) -> list[list[Step]]:
        number = self.table.flow.layout.runs[self.table.flow.model.field_named("round_number")].base[0]
        rounds: dict[int, list[Step]] = {}
        for step, v in zip(steps, self.positions(begun, steps), strict=False):
            rounds.setdefault(v[number], []).append(step)
        return list(rounds.values())


def _moves(steps: Sequence[Step]) -> int:
    return sum(step.seat != BY_CHANCE for step in steps)
