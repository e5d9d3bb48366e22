"""The conditions that a search seeks for the claims of a table, and their tests in a position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from dsl import model
from interpreter.position import PlayFault, Vector
from interpreter.table import CompiledGame

MOST_CLAIMS = 30
"""Maximum number of claims that one search seeks together, one bit for each."""


def sought_of(claim: model.Claim) -> model.Expr:
    """Return the condition that decides a claim where it holds: a position that breaks it, or one that shows it."""
    condition = claim.condition
    return model.Not(condition, type=condition.type, span=condition.span) if claim.form == "always" else condition


def is_suspended(claim: model.Claim) -> bool:
    """Return True if a variant has suspended a claim, so that its condition is a constant."""
    return isinstance(claim.condition, model.Const)


@dataclass(slots=True)
class Conditions:
    """The sought conditions of some claims, each with its bit."""

    table: CompiledGame
    sought: Sequence[model.Expr]
    faults: dict[int, PlayFault] = field(default_factory=dict)
    """Why a condition could not be tested, by the condition's number."""

    def hits(self, v: Vector, sought: int) -> int:
        """Return the bits of the sought conditions that hold in a position.

        A condition that fails, for example because it divides by 0, is noted in `faults`, and is not tested again.
        """
        found, evaluator = 0, self.table.walker.evaluator
        for number, condition in enumerate(self.sought):
            if sought >> number & 1 and number not in self.faults:
                try:
                    with evaluator.work.counted():
                        found |= bool(evaluator.value(condition, v, {})) << number
                except PlayFault as fault:
                    self.faults[number] = fault
        return found


def numbers_in(bits: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set."""
    return (number for number in range(bits.bit_length()) if bits >> number & 1)
