"""Collects the results of games until they end or the user presses Ctrl-C, and shows the stages of a fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

Advance = Callable[[], None]
Stage = Callable[[str, int | None], AbstractContextManager[Advance]]
"""Shows a stage of a fit, given its name and its number of games, or None for a stage without games.

The stage lasts as long as the `with` block, which receives a function to call after each game.
"""


def unseen(name: str, games: int | None) -> AbstractContextManager[Advance]:
    """Show nothing."""
    return nullcontext(lambda: None)


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


def gathered(games: Iterable[T | None], advance: Advance) -> Gathered[T]:
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
