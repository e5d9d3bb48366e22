"""Checks actions that a statement offers, or that `can` asks about."""

from __future__ import annotations

from dsl import ast, model
from dsl.checking.expressions.conversions import fitted
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.expressions.legality import add_legality
from dsl.checking.expressions.unknown_names import unknown_action
from dsl.checking.kinds import PLAYER
from dsl.checking.names import LegalityValue, Scope


def offer(c: ExpressionChecker, call: ast.RoutineCall, scope: Scope) -> model.Offer:
    """Check an action with values for its first parameters. The player chooses the others.

    Raises `ErrorReported`.
    """
    name, known = call.name.text, c.names.actions.get(call.name.text)
    if known is None:
        unknown_action(c, call.name)
    c.names.note_shared(call.name.span, name)
    if len(call.args) > len(known.params):
        title = f"`{name}` takes at most {len(known.params)} in brackets"
        c.fault("E303", title, call.span, f"{len(call.args)} given")
    return model.Offer(name, arguments(c, call.args, known.params, scope))


def arguments(
    c: ExpressionChecker, args: tuple[ast.Expr, ...], params: tuple[model.Type, ...], scope: Scope
) -> tuple[model.Expr, ...]:
    """Check the arguments of a call. Raises `ErrorReported`."""
    checked = []
    for arg, type_ in zip(args, params, strict=False):
        checked.append(fitted(c, c.check(arg, scope), type_))
        c.fits(checked[-1], type_, arg.span, narrow=True)
    return tuple(checked)


def can(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    """Check `can(p, action)` or `can(p, action(x))`, which calls a value that the checker adds to the model.

    Raises `ErrorReported`.
    """
    who, what = expr.args
    called, args = (what.of, what.args) if isinstance(what, ast.Call) else (what, ())
    if not isinstance(called, ast.Name):
        hint = "write `can(you, ACTION)`, or `can(you, ACTION(x))` with values for its first parameters"
        c.fault("E315", "`can` needs the name of an action", what.span, hint=hint)
    seat = c.thing(who, scope, PLAYER)
    word = ast.Word(called.span, called.text)
    asked = offer(c, ast.RoutineCall(what.span, word, args), scope)
    params = tuple(param.name.text for param in c.names.actions[asked.action].decl.params[: len(args)])
    value = LegalityValue(asked.action, params, expr.span)
    c.names.legality.setdefault(value.name, value)
    if c.names.checked is not None:
        add_legality(value, c.names.checked, c.names)
    return model.CallValue(value.name, (seat, *asked.bound), type=model.Flag(), span=expr.span)
