"""The table of all forms of expressions.

One function checks each form, and translates the syntax node into a typed expression of the model. The checker computes
the range of each expression from the ranges of its parts.
"""

from __future__ import annotations

from collections.abc import Mapping

from dsl import ast, model
from dsl.checking.expressions.aggregates import gathering
from dsl.checking.expressions.arithmetic import arithmetic, constant, negative
from dsl.checking.expressions.calls import call
from dsl.checking.expressions.conditions import and_, compare, conditional, member, not_, or_, or_else
from dsl.checking.expressions.expression_checker import ExpressionChecker, ExpressionForm
from dsl.checking.expressions.fractions import fraction
from dsl.checking.expressions.lookups import attribute, name
from dsl.checking.expressions.paid_ways import paid_way
from dsl.checking.expressions.sets import amount, braces, choice_outside_costs, range_of, several
from dsl.checking.names import Names, Scope


def _integer(c: ExpressionChecker, expr: ast.Integer, scope: Scope) -> model.Expr:
    return constant(c, expr.value, (), expr.span)


def _truth(c: ExpressionChecker, expr: ast.BooleanLiteral, scope: Scope) -> model.Expr:
    return model.Const(int(expr.value), type=model.Flag(), span=expr.span)


def _nothing(c: ExpressionChecker, expr: ast.NoneLiteral, scope: Scope) -> model.Expr:
    return model.Const(model.NONE, type=model.Ref("", True), span=expr.span)


FORMS: Mapping[type[ast.Expr], ExpressionForm] = {
    ast.Integer: _integer, ast.Fraction: fraction, ast.BooleanLiteral: _truth, ast.NoneLiteral: _nothing,
    ast.Name: name, ast.Attribute: attribute, ast.Call: call, ast.Aggregate: gathering, ast.Braces: braces,
    ast.PaidWay: paid_way, ast.Amount: amount, ast.FlexibleCost: choice_outside_costs,
    ast.PerThingCost: choice_outside_costs, ast.Range: range_of, ast.Arithmetic: arithmetic, ast.Negative: negative,
    ast.Compare: compare, ast.Member: member, ast.Not: not_, ast.And: and_, ast.Or: or_, ast.Conditional: conditional,
    ast.OrElse: or_else, ast.Several: several,
}  # fmt: skip


def expression_checker(names: Names) -> ExpressionChecker:
    """Return an expression checker that knows the names of a rulebook."""
    return ExpressionChecker(names, FORMS)
