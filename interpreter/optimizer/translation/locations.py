"""Locations of pieces, values of locals, and the protocol between the parts of the translation."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from dsl import model as m
from interpreter.optimizer.terms.terms import Lines, Term
from interpreter.position import FieldLayout

Bag = dict[int, Term]
"""A bag as the translation represents it: a term for the count of each type."""
Meaning = Term | Bag
Env = Mapping[int, Meaning]
"""Values of locals, by uid."""


class NotTranslatable(Exception):
    """The expression cannot be translated into a term; an example is a domain of bags or sets."""


@dataclass(frozen=True, slots=True)
class Location:
    """One entry of a field: its index, and the address of its first slot, as terms."""

    run: FieldLayout
    at: Term
    base: Term


class Translates(Protocol):
    """The translation of expressions into terms."""

    def term(self, e: m.Expr, env: Env) -> Term:
        """Return the term of an expression: a number, flag, thing or domain."""
        ...

    def thing(self, e: m.Expr, env: Env) -> Term:
        """Return the term of a thing; the term fails if the thing is `none`."""
        ...

    def members(self, e: m.Expr, env: Env) -> Term:
        """Return the members of a domain, or of the contents of a holder."""
        ...

    def local(self, e: m.Expr, of: m.Type, env: Env) -> Meaning:
        """Return the value of a local or parameter of type `of`."""
        ...

    def apart(self, lines: Lines, term: Term) -> Term:
        """Return a term that is evaluated after the given lines.

        If there are lines or the term is long, the result is a call of a new function.
        """
        ...

    def knowing(self, *tests: Term, holds: bool = True) -> AbstractContextManager[None]:
        """Translate under the assumption that tests hold (or fail, if `holds` is False).

        Inside the `with` statement, things that the tests found to be present are not checked again.
        """
        ...

    def unaware(self) -> AbstractContextManager[None]:
        """Translate without the assumptions of outer tests, because the result is used in several places."""
        ...
