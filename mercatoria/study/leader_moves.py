"""Compares how often the leader at half-time makes the moves of a rule, with the rule and without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from mercatoria.simulation import Estimate, Unbounded
from mercatoria.study.measures import Games
from mercatoria.study.observed import PARTS, ObservedGame


@dataclass(frozen=True, slots=True)
class LeaderMove:
    """The effect of a rule on how often per game the leader at half-time makes a move.

    Only deals count in which, with and without the rule, one player alone leads at half-time.
    """

    name: str
    change: Estimate
    before: float

    @property
    def after(self) -> float:
        return self.before + self.change.mean


def leader_moves(
    names: Sequence[str], base: Sequence[Games], other: Sequence[Games], risk: float
) -> Iterator[LeaderMove]:
    """Yield the effect on each of these moves that the leader makes in some game.

    Args:
        names: Moves to compare.
        base: Games of each deal under the base.
        other: Games of each deal with the rule.
        risk: Risk of all intervals together.
    """
    for name in names:
        changes, before = Unbounded(risk / len(names)), list[float]()
        made = False
        for plain, changed in zip(base, other, strict=True):
            pairs = [(_by_leader(a, name), _by_leader(b, name)) for a, b in zip(plain, changed, strict=True)]
            known = [(a, b) for a, b in pairs if a is not None and b is not None]
            if known:
                before.append(fmean(a for a, _ in known))
                changes.add(fmean(b - a for a, b in known))
                made |= any(map(any, known))
        if made:
            yield LeaderMove(name, changes.estimate, fmean(before))


def _by_leader(game: ObservedGame, name: str) -> int | None:
    """Return how often the leader at half-time makes a move in a game, or None if no player leads alone."""
    points = game.points[PARTS // 2]
    if points.count(most := max(points)) > 1:
        return None
    times = game.moves.get(name)
    return times[points.index(most)] if times is not None else 0
