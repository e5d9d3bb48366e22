"""Limits the amount of computation per decision.

The budget applies separately to listing the moves, to testing a move, and to playing up to the next decision.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from dsl import model as m
from dsl.limits import MOST_WORK
from dsl.source import Span
from interpreter.flow.analysis import walk
from interpreter.position import OverBudget, PlayFault, faults

UNCOUNTED = 1 << 62


@dataclass(slots=True)
class StepBudget:
    """The remaining budget.

    One unit pays for about one name, number or operator in an expression.
    """

    left: int = UNCOUNTED
    most: int = MOST_WORK
    _sizes: dict[int, tuple[object, int]] = field(default_factory=dict)
    """Cached sizes of model parts, keyed by object id.

    The cache also keeps a reference to each part, so that Python cannot reuse the part's id for another object.
    """

    @contextmanager
    def counted(self, most: int | None = None) -> Iterator[None]:
        """Grant a budget to the computation in the `with` block. Work outside a `with` block is not limited.

        Args:
            most: Number of units, or None for the full budget.

        Raises:
            PlayFault: Raised if the budget is exhausted.
        """
        outer, self.left = self.left, self.most if most is None else most
        try:
            yield
        except OverBudget as fault:
            raise PlayFault(fault.message, fault.span, fault.about) from None
        finally:
            self.left = outer

    def spend(self, units: int, span: Span) -> None:
        """Deduct units from the remaining budget.

        Raises:
            OverBudget: Raised if the budget is exhausted.
        """
        self.left -= units
        if self.left < 0:
            raise OverBudget(faults.TOO_MUCH_WORK, span)

    def size(self, part: object) -> int:
        """Return the number of names, numbers and operators in a part of the model."""
        known = self._sizes.get(id(part))
        if known is None:
            known = self._sizes[id(part)] = (part, 1 + sum(1 for _ in walk(_inside(part))))
        return known[1]


def _inside(part: object) -> object:
    """Return what is evaluated to compute a part: the part itself or, for a rulebook value, its `let` lines, its
    default and its exceptions.
    """
    if not isinstance(part, m.ValueRule):
        return part
    workings = tuple(value for _, value in part.workings)
    return (*workings, part.base, *((case.when, case.value) for case in part.exceptions))
