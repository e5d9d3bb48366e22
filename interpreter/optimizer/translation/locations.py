"""Shared types of the translation: locations, values of locals, and the translator's interface."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from dsl import model as m
from interpreter.optimizer.terms.terms import Lines, Term
from interpreter.position import FieldLayout

Bag = dict[int, Term]
"""A translated bag: a term for the count of each type."""
Meaning = Term | Bag
Env = Mapping[int, Meaning]
"""Values of rulebook locals, keyed by uid."""


class NotTranslatable(Exception):
    """Raised if an expression cannot be translated into a term, for example a domain of bags or sets."""


@dataclass(frozen=True, slots=True)
class Location:
    """A field entry, given by its index and the address of its first slot, both as terms."""

    run: FieldLayout
    at: Term
    base: Term


class Translates(Protocol):
    """Interface for translating expressions into terms."""

    def term(self, e: m.Expr, env: Env) -> Term:
        """Return the term for an expression, which yields a number, flag, thing or domain."""
        ...

    def thing(self, e: m.Expr, env: Env) -> Term:
        """Return the term for a thing, which raises an error if the thing is `none`."""
        ...

    def members(self, e: m.Expr, env: Env) -> Term:
        """Return the members of a domain or of a holder."""
        ...

    def local(self, e: m.Expr, of: m.Type, env: Env) -> Meaning:
        """Return the value of a local or parameter of type `of`."""
        ...

    def apart(self, lines: Lines, term: Term) -> Term:
        """Return a term that is evaluated after the given lines.

        If there are any lines, or if the term is long, the result is a call to a new function.
        """
        ...

    def knowing(self, *tests: Term, holds: bool = True) -> AbstractContextManager[None]:
        """Translate under the assumption that tests succeed (or fail, if `holds` is False).

        Inside the `with` statement, things that the tests found to be present are not checked again.
        """
        ...

    def unaware(self) -> AbstractContextManager[None]:
        """Translate without the assumptions of outer tests, because the result is used in several places."""
        ...
