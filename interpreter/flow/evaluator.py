"""What a node may ask of whoever runs it: an evaluator reads expressions, a performer writes what comes of them.

Nodes stand before the engines that run them, so they know their engine by this protocol alone.
"""

from __future__ import annotations

from typing import Any, Protocol

from dsl.model import Expr, Slot, Var
from interpreter.position import Amounts, FieldEntry, Holders, Vector

Env = dict[int, Any]
"""Values of locals by uid."""


class Evaluator(Protocol):
    """Works expressions out. Everything raises `PlayFault` where an expression has no value."""

    holders: Holders

    def value(self, e: Expr, v: Vector, env: Env) -> Any:
        """What an expression is worth."""
        ...

    def members(self, e: Expr, v: Vector, env: Env) -> list[Any]:
        """The members of a domain or holder, in order."""
        ...

    def amounts(self, e: Expr, v: Vector, env: Env) -> Amounts:
        """How many of each sort an expression or holder has."""
        ...

    def place(self, slot: Slot, v: Vector, env: Env) -> FieldEntry:
        """The entry that a slot names."""
        ...


class Performer(Protocol):
    """Changes positions. Everything raises `Refused` where something has no room, no range or is not there."""

    @property
    def evaluator(self) -> Evaluator:
        """Works out what is changed."""
        ...

    def transfer(self, source: FieldEntry, target: FieldEntry, amounts: Amounts, v: Vector) -> None:
        """Moves pieces."""
        ...

    def bind(self, var: Var, value: Any, v: Vector, env: Env) -> None:
        """Gives a local its value."""
        ...

    def write(self, place: FieldEntry, value: int, v: Vector) -> None:
        """Writes a number."""
        ...
