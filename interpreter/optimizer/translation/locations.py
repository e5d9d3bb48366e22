"""Locations of pieces as terms, values of locals, and the protocols between the parts of the translation."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from dsl import model as m
from interpreter.optimizer.terms.terms import Lines, Term
from interpreter.position import FieldLayout

Bag = dict[int, Term]
"""A bag as a value: how many of each sort."""
Meaning = Term | Bag
Env = Mapping[int, Meaning]
"""Values of locals, by uid."""


class NotTranslatable(Exception):
    """An expression for which there are no terms: bags and sets as members of a domain."""


@dataclass(frozen=True, slots=True)
class Location:
    """One entry of a run: its index and where it begins, as terms."""

    run: FieldLayout
    at: Term
    base: Term


class Translates(Protocol):
    """Turns expressions into terms."""

    def term(self, e: m.Expr, env: Env) -> Term:
        """A number, flag or thing; or a domain."""
        ...

    def thing(self, e: m.Expr, env: Env) -> Term:
        """A thing that is needed: none is a fault."""
        ...

    def members(self, e: m.Expr, env: Env) -> Term:
        """The members of a domain, or of what a holder holds."""
        ...

    def local(self, e: m.Expr, of: m.Type, env: Env) -> Meaning:
        """The value for a local name or parameter of a type."""
        ...

    def apart(self, lines: Lines, term: Term) -> Term:
        """Return a term that follows some lines. If there are lines or the term is long, it becomes a call of a new
        function."""
        ...

    def knowing(self, *tests: Term, holds: bool = True) -> AbstractContextManager[None]:
        """While tests are known to hold (or not to): the things that they found to be there need no check."""
        ...

    def unaware(self) -> AbstractContextManager[None]:
        """While nothing is known that was tested elsewhere: what is translated is used in several places."""
        ...
