"""What can go wrong once a rulebook has been checked: a layout or flow that cannot be made, and a fault of
play.

A fault of play is a rule that divides by zero, moves what is not there or never comes to an end. It names the
line and the rule, so that whoever plays can show it to the author and keep the game up to there. How it is shown
is left to others.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dsl.model import Clauses
from dsl.source import NOWHERE, Span


class LayoutError(Exception):
    """A field whose largest size is not known, so that the position has no fixed length."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span or NOWHERE


class LoweringError(LayoutError):
    """A model that has no flowchart: a routine that carries out itself, a loop too wide to be frozen."""


class PlayFault(Exception):
    """A rule failed while a game was played. The vector it was raised on may be half changed: use a copy."""

    def __init__(self, message: str, span: Span, about: Clauses | None = None) -> None:
        super().__init__(message, span, about)  # all of it: games are played in other processes, too
        self.message = message
        self.span = span
        self.about = about

    def __str__(self) -> str:
        rule = f" (in {self.about.name})" if self.about else ""
        return f"{self.span}: {self.message}{rule}"


@contextmanager
def blamed_on(about: Clauses) -> Iterator[None]:
    """Adds the rule to a fault of play that does not know it."""
    try:
        yield
    except PlayFault as fault:
        fault.about = fault.about or about
        raise
