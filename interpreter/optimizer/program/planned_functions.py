"""The functions that the terms of a planned program call, and the terms that rank the seats.

A search for rows or members is a tuple of `steps`, and everything else is a term.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model import Clauses
from interpreter.optimizer.program.planned_moves import InterpretedRows
from interpreter.optimizer.program.steps import Part, Steps
from interpreter.optimizer.terms.dependencies import MemoKey
from interpreter.optimizer.terms.terms import Gathering, Term


@dataclass(frozen=True, slots=True)
class Value(Part):
    """A function that is called by `call` and `calls` terms."""

    params: tuple[Term, ...]
    body: Term
    memo: MemoKey | None
    """Memo key, or None if results are not memoised."""
    before: Steps = ()
    """Steps that run before the body and bind variables, either immediately (`Compute`) or on first use (`Defer`)."""


@dataclass(frozen=True, slots=True)
class AggregateSearch(Part):
    """A search that computes a `gather` term.

    The steps emit the value and the sort keys of each member, or nothing for `any` and `count`.
    """

    how: Gathering
    params: tuple[Term, ...]
    steps: Steps
    memo: MemoKey | None
    ordered: bool = False
    """True if the steps emit the members of a set sorted and without duplicates."""


@dataclass(frozen=True, slots=True)
class ReachSearch(Part):
    """A search that computes a `reach` term on the graph formed by the edges of one kind."""

    params: tuple[Term, ...]
    memo: MemoKey | None


@dataclass(frozen=True, slots=True)
class Offer(Part):
    """An offered action.

    `search` holds the steps that find the rows of the action, or an `InterpretedRows` if only the reference interpreter
    can find them.
    """

    about: Clauses
    search: Steps | InterpretedRows


@dataclass(frozen=True, slots=True)
class Available(Part):
    """Computes an `avail` term, which is true if the deciding seat can take at least one of the offers."""

    who: Term
    seat: Term
    offers: tuple[Offer, ...]


@dataclass(frozen=True, slots=True)
class Key(Part):
    """A sort key for ranking the seats.

    The lowest value ranks first or, if `most` is set, the highest.
    """

    by: Term
    most: bool


@dataclass(frozen=True, slots=True)
class ScoreTerms(Part):
    """Terms for the points of a seat and for the keys that rank the seats."""

    seat: Term
    score: Term
    keys: tuple[Key, ...]
    due: tuple[Term, ...]
    """Conditions for ending the game that are tested at the end of a turn or round."""


Function = Value | AggregateSearch | ReachSearch | Available
