"""Computes results once for each owner, such as facts about a game that are the same in every position.

Each result belongs to the function that computes it and to the arguments of this function. A result for one seat is
therefore separate from the results for all other seats if the seat is one of the arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar, TypeVarTuple, cast

Own = TypeVar("Own", bound="Owner")
T = TypeVar("T")
Args = TypeVarTuple("Args")


class Results:
    """Results of functions that were called for one owner. They live as long as the owner."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[tuple[object, ...], object] = {}
        """Results by function and arguments."""

    def with_result(self, make: Callable[[Own, *Args], T], result: T, *args: *Args) -> Results:
        """Return a copy that contains this result for one call, in place of the earlier result if there is one."""
        copy = Results()
        copy._found = {**self._found, (make, *args): result}
        return copy

    def without(self, *makes: Callable[..., object]) -> Results:
        """Return a copy that contains no results of these functions."""
        copy = Results()
        copy._found = {key: result for key, result in self._found.items() if key[0] not in makes}
        return copy


class Owner(Protocol):
    """An object that owns results."""

    @property
    def results(self) -> Results: ...


def once(owner: Own, make: Callable[[Own, *Args], T], *args: *Args) -> T:
    """Return `make(owner, *args)`, which is computed only once for each owner, function and list of arguments.

    If the computation raises an exception, the next call computes the result again.

    Args:
        make: Function or class of a module. A new lambda in each call would be a new function each time.
        args: Hashable arguments.
    """
    found, key = owner.results._found, (make, *args)
    if key not in found:
        found.setdefault(key, make(owner, *args))  # if two threads compute it, both get the first result
    return cast(T, found[key])
