"""Decides the chance outcomes of a playthrough, and names the outcomes that are possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter

from interpreter.flow import ChanceNode
from interpreter.log import outcome
from interpreter.position import PC, Vector
from interpreter.rng import RandomSource, weighted_choice
from interpreter.table import CompiledGame, NotAMove, Plain

MOST_SHOWN = 10
"""Maximum number of possible outcomes to list in an error message."""


@dataclass(slots=True)
class Chance:
    """Decides the chance outcomes of one playthrough, by random streams or by its caller."""

    seed: int
    manual: bool
    """True if the caller chooses every outcome that has an alternative."""
    rng: RandomSource
    """Random streams of the game."""

    def copy(self) -> Chance:
        return Chance(self.seed, self.manual, self.rng.copy())

    def pick(self, weighed: Sequence[tuple[int, int]], stream: int) -> int | None:
        """Return the number of one of the weighted outcomes, or None if the caller must choose."""
        if len(weighed) == 1:
            return weighed[0][0]
        if self.manual:
            return None
        return weighted_choice(weighed, self.rng.draw(stream, sum(map(itemgetter(1), weighed))))


def outcomes(table: CompiledGame, v: Vector) -> list[tuple[Plain, Fraction]]:
    """Return the possible chance outcomes of a position with their exact probabilities, which sum to 1.

    The list is empty outside of chance nodes.
    """
    weighed = table.asked(lambda engine: engine.chance(v))
    total = sum(weight for _, weight in weighed)
    return [(_named(table, v, number), Fraction(weight, total)) for number, weight in weighed]


def outcome_number(table: CompiledGame, v: Vector, fallen: Plain) -> int:
    """Return the number of a chance outcome. Raises `NotAMove` if the outcome is impossible."""
    for number, _ in table.asked(lambda engine: engine.chance(v)):
        if _named(table, v, number) == fallen:
            return number
    known = ", ".join(str(each) for each, _ in outcomes(table, v)[:MOST_SHOWN])
    raise NotAMove(
        f"`{fallen}` is not a possible random outcome here" + (f"; possible outcomes are {known}" if known else "")
    )


def _named(table: CompiledGame, v: Vector, number: int) -> Plain:
    node = table.flow.nodes[v[PC]]
    assert isinstance(node, ChanceNode)
    return outcome(table, node, number)
