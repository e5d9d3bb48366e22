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
"""A bag as a value: the number of each type."""
Meaning = Term | Bag
Env = Mapping[int, Meaning]
"""Values of locals, by uid."""


class NotTranslatable(Exception):
    """An expression without a translation: bags and sets as members of a domain."""


@dataclass(frozen=True, slots=True)
class Location:
    """One entry of a field: its index and its first slot, as terms."""

    run: FieldLayout
    at: Term
    base: Term


class Translates(Protocol):
    """Turns expressions into terms."""

    def term(self, e: m.Expr, env: Env) -> Term:
        """Return a number, flag or thing; or a domain."""
        ...

    def thing(self, e: m.Expr, env: Env) -> Term:
        """Return a thing; none is an error."""
        ...

    def members(self, e: m.Expr, env: Env) -> Term:
        """Return the members of a domain, or of the contents of a holder."""
        ...

    def local(self, e: m.Expr, of: m.Type, env: Env) -> Meaning:
        """Return the value of a local name or parameter of a type."""
        ...

    def apart(self, lines: Lines, term: Term) -> Term:
        """Return a term that follows some lines. If there are lines or the term is long, it becomes a call of a new
        function."""
        ...

    def knowing(self, *tests: Term, holds: bool = True) -> AbstractContextManager[None]:
        """While tests are known to hold (or fail): things that they found present need no check."""
        ...

    def unaware(self) -> AbstractContextManager[None]:
        """Ignore the results of outer tests: the translated code is used in several places."""
        ...
