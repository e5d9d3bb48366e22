"""The protocol through which `Domains` and `RuleValues` evaluate the expressions inside domains and rulebook values."""

from __future__ import annotations

from typing import Any, Protocol

from dsl.model import Expr, Model, Type
from interpreter.flow import Env, Evaluator, StepBudget
from interpreter.position import Vector


class ExpressionEvaluator(Evaluator, Protocol):
    """Evaluates expressions in a position, within a budget of work."""

    model: Model
    work: StepBudget

    def thing(self, e: Expr, v: Vector, env: Env) -> int:
        """Return the thing that an expression denotes."""
        ...

    def local(self, e: Expr, of: Type, v: Vector, env: Env) -> Any:
        """Return the value that a local variable of the given type stores."""
        ...

    def read_as(self, e: Expr, of: Type, v: Vector, env: Env) -> Any:
        """Return the value of an expression as a value of the given type."""
        ...
