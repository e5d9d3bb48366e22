"""Collects the results of games until they end or the user presses Ctrl-C."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Gathered(NamedTuple, Generic[T]):
    """Results of games."""

    found: list[T]
    tried: int
    """Number of games, including those without a result."""
    stopped: bool
    """True if Ctrl-C ended the games early."""

    def whole(self) -> list[T]:
        """Return all results. Raises `KeyboardInterrupt` if Ctrl-C ended the games early."""
        if self.stopped:
            raise KeyboardInterrupt
        return self.found


def gathered(games: Iterable[T | None], advance: Callable[[], None]) -> Gathered[T]:
    """Return the results of these games. A game without a result is None. `advance` is called after each game."""
    found, tried = list[T](), 0
    try:
        for each in games:
            found += [each] if each is not None else []
            tried += 1
            advance()
    except KeyboardInterrupt:
        return Gathered(found, tried, True)
    return Gathered(found, tried, False)
