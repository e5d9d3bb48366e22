"""Expressions and statements that only a flowchart contains, because no rulebook can.

All other expressions and statements come from `dsl.model`. `FlowStatement` and `FlowExpr` cover both.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from dsl.model import AnyExpr, AnyStatement, Binds, Decides, Expr, Plain, StateField, Statement, Var, Writes
from interpreter.payments import bills


@dataclass(frozen=True, slots=True)
class Available(Expr):
    """Tests whether a player can take any action that a decision offers.

    The test ignores passes and `anytime` actions.
    """

    choice: Plain[int]


@dataclass(frozen=True, slots=True)
class Freeze(Statement):
    """Stores the members of `domain` that satisfy `where`, so that a loop can wait between members.

    The slots of `into` hold the members in order.
    """

    into: Binds[Var]
    var: Binds[Var]
    domain: Decides[Expr]
    where: Decides[Expr | None]


@dataclass(frozen=True, slots=True)
class Take(Statement):
    """Removes the first member from the set in `kept` and binds it to `var`."""

    var: Binds[Var]
    kept: Decides[Var]


@dataclass(frozen=True, slots=True)
class Clear(Statement):
    """Sets the slots of variables to 0 when the variables go out of scope."""

    vars: Binds[tuple[Var, ...]]


@dataclass(frozen=True, slots=True)
class Reset(Statement):
    """Resets fields when their lifetime begins, for example fields declared `per turn`."""

    fields: Writes[tuple[StateField, ...]]


@dataclass(frozen=True, slots=True)
class Finish(Statement):
    """Ends the game.

    The statement writes `code` to slot `OVER`, and clears all slots that belong to no field.
    """

    code: Plain[int]


FlowStatement = AnyStatement | Freeze | Take | Clear | Reset | Finish | bills.PaymentChoice
"""Every class of statement that an engine executes."""
FlowExpr = AnyExpr | Available | bills.PaymentInProgress
"""Every class of expression that an engine evaluates."""


def closed_statement(s: Statement) -> FlowStatement:
    """Return the same statement with a type that lets mypy check whether a `match` covers every class."""
    return cast("FlowStatement", s)


def closed_expr(e: Expr) -> FlowExpr:
    """Return the same expression with a type that lets mypy check whether a `match` covers every class."""
    return cast("FlowExpr", e)
