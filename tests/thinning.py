"""Selects the test cases of the default run. `make slow` runs the other cases with the same assertions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest
from _pytest.mark.structures import ParameterSet

C = TypeVar("C", bound=tuple[object, ...])


def thinned(cases: Iterable[C], by_default: Callable[[C], bool]) -> list[ParameterSet]:
    """Return all cases. Test cases that the default run leaves out are marked as slow."""
    return [pytest.param(*case, marks=() if by_default(case) else pytest.mark.slow) for case in cases]
