"""The root of all expressions, and local names: what facts, fields and expressions have in common."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model.types import Type
from dsl.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Expr:
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Var(Expr):
    """A local name: a parameter, a `let`, a binder. `uid` is unique in the model, `name` is the author's."""

    name: str
    uid: int
