"""The protocols through which a node uses the engine that runs it.

An evaluator reads expressions, and a performer changes positions. Nodes belong to an earlier stage than the engines, so
they know their engine only through these protocols.
"""

from __future__ import annotations

from typing import Any, Protocol

from dsl.model import Expr, Slot, Var
from interpreter.position import Amounts, FieldEntry, Holders, Vector

Env = dict[int, Any]
"""The values of local variables, by uid."""


class Evaluator(Protocol):
    """The evaluation of expressions.

    Every method raises `PlayFault` if an expression has no value.
    """

    holders: Holders

    def value(self, e: Expr, v: Vector, env: Env) -> Any:
        """Return the value of an expression."""
        ...

    def members(self, e: Expr, v: Vector, env: Env) -> list[Any]:
        """Return the members of a domain or holder, in order."""
        ...

    def amounts(self, e: Expr, v: Vector, env: Env) -> Amounts:
        """Return the count of each type in an expression or holder."""
        ...

    def place(self, slot: Slot, v: Vector, env: Env) -> FieldEntry:
        """Return the field entry to which a slot expression refers."""
        ...


class Performer(Protocol):
    """The operations that change a position.

    Every method raises `Refused` if a value is missing, out of range or not allowed.
    """

    @property
    def evaluator(self) -> Evaluator:
        """The evaluator with which the performer computes values."""
        ...

    def transfer(self, source: FieldEntry, target: FieldEntry, amounts: Amounts, v: Vector) -> None:
        """Move pieces between two holders."""
        ...

    def bind(self, var: Var, value: Any, v: Vector, env: Env) -> None:
        """Bind a local variable to a value."""
        ...

    def write(self, place: FieldEntry, value: int, v: Vector) -> None:
        """Write a number to the entry of a field."""
        ...
