"""The budget of work for one decision: to list its moves, to test one, or to play on to the next."""

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
    """What is left of the budget. A unit is about one name, number or sign of an expression, worked out once."""

    left: int = UNCOUNTED
    most: int = MOST_WORK
    _sizes: dict[int, tuple[object, int]] = field(default_factory=dict)
    """Sizes of parts by their identity; the part stands beside, so that it lives as long."""

    @contextmanager
    def counted(self) -> Iterator[None]:
        """One piece of work, with all of the budget; what is asked otherwise is not counted. Raises `PlayFault` when it
        is used up."""
        outer, self.left = self.left, self.most
        try:
            yield
        except OverBudget as fault:
            raise PlayFault(fault.message, fault.span, fault.about) from None
        finally:
            self.left = outer

    def spend(self, units: int, span: Span) -> None:
        """Takes units of work. Raises `OverBudget` when they are used up."""
        self.left -= units
        if self.left < 0:
            raise OverBudget(faults.TOO_MUCH_WORK, span)

    def size(self, part: object) -> int:
        """How many names, numbers and signs stand in a part."""
        known = self._sizes.get(id(part))
        if known is None:
            known = self._sizes[id(part)] = (part, 1 + sum(1 for _ in walk(_inside(part))))
        return known[1]


def _inside(part: object) -> object:
    """What is worked out for a part: all of an expression; of a value its workings, base and exceptions."""
    if not isinstance(part, m.ValueRule):
        return part
    workings = tuple(value for _, value in part.workings)
    return (*workings, part.base, *((case.when, case.value) for case in part.exceptions))
