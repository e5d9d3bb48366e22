"""The work budget of one decision.

The budget limits the work done to list the moves, to test one move, or to play to the next decision.
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

    One unit is about one evaluation of a name, number or operator in an expression.
    """

    left: int = UNCOUNTED
    most: int = MOST_WORK
    _sizes: dict[int, tuple[object, int]] = field(default_factory=dict)
    """The sizes of parts, by identity.

    Each part is stored together with its size, so that Python cannot reuse the `id` of the part.
    """

    @contextmanager
    def counted(self) -> Iterator[None]:
        """Run one piece of work with the full budget.

        Evaluations outside of the `with` statement are not counted.

        Raises:
            PlayFault: The budget is used up.
        """
        outer, self.left = self.left, self.most
        try:
            yield
        except OverBudget as fault:
            raise PlayFault(fault.message, fault.span, fault.about) from None
        finally:
            self.left = outer

    def spend(self, units: int, span: Span) -> None:
        """Subtract units of work from the budget.

        Raises:
            OverBudget: The budget is used up.
        """
        self.left -= units
        if self.left < 0:
            raise OverBudget(faults.TOO_MUCH_WORK, span)

    def size(self, part: object) -> int:
        """Return the number of names, numbers and operators in a part."""
        known = self._sizes.get(id(part))
        if known is None:
            known = self._sizes[id(part)] = (part, 1 + sum(1 for _ in walk(_inside(part))))
        return known[1]


def _inside(part: object) -> object:
    """Return the expressions that are evaluated to compute a part.

    For a value of the rulebook, these are its `let` lines, its base and its exceptions. An expression is returned
    unchanged.
    """
    if not isinstance(part, m.ValueRule):
        return part
    workings = tuple(value for _, value in part.workings)
    return (*workings, part.base, *((case.when, case.value) for case in part.exceptions))
