"""Protocols through which a flowchart node calls its engine.

An evaluator computes expressions, and a performer changes positions. The engines are defined in later stages, so nodes
know them only through these protocols.
"""

from __future__ import annotations

from typing import Any, Protocol

from dsl.model import Expr, Slot, Var
from interpreter.position import Amounts, FieldEntry, Holders, Vector

Env = dict[int, Any]
"""Values of local variables, keyed by the variable's uid."""


class Evaluator(Protocol):
    """Evaluates expressions in a position.

    Every method raises `PlayFault` if it cannot evaluate the expression, for example because of a division by zero.
    """

    holders: Holders

    def value(self, e: Expr, v: Vector, env: Env) -> Any:
        """Return the value of an expression."""
        ...

    def members(self, e: Expr, v: Vector, env: Env) -> list[Any]:
        """Return the members of a domain, or the contents of a holder, in order."""
        ...

    def amounts(self, e: Expr, v: Vector, env: Env) -> Amounts:
        """Return the number of pieces of each type in a bag or holder."""
        ...

    def place(self, slot: Slot, v: Vector, env: Env) -> FieldEntry:
        """Return the field entry that a slot expression denotes."""
        ...


class Performer(Protocol):
    """Changes positions.

    Every method raises `Refused` for a move of pieces or a value that the rules do not allow.
    """

    @property
    def evaluator(self) -> Evaluator:
        """Evaluator used by the performer."""
        ...

    def transfer(self, source: FieldEntry, target: FieldEntry, amounts: Amounts, v: Vector) -> None:
        """Move pieces between two holders."""
        ...

    def bind(self, var: Var, value: Any, v: Vector, env: Env) -> None:
        """Bind a local variable to a value."""
        ...

    def write(self, place: FieldEntry, value: int, v: Vector) -> None:
        """Write a number to a field entry."""
        ...
