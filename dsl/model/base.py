"""The base class of all expressions, and the class of local variables."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.model.roles import ModelNode, Plain
from dsl.model.types import Type
from dsl.source import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Expr(ModelNode):
    type: Type
    span: Span


@dataclass(frozen=True, slots=True)
class Var(Expr):
    """A local variable: a parameter, a `let` name or a loop variable.

    `uid` is unique within the model; `name` is the name in the rulebook.
    """

    name: Plain[str]
    uid: Plain[int]
