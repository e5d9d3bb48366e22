"""The class that all expression checks share.

The `ExpressionChecker` looks up names, checks sub-expressions and compares types.

Each function that checks a form of expression receives an `ExpressionChecker`, and uses it to check sub-expressions.
The `ExpressionChecker` finds the right function in the table of `dsl.checking.expressions.expressions`. The modules of
this folder therefore need not import each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from dsl import ast, model
from dsl.checking.names import Names, Scope
from dsl.checking.types import describe, same_members
from dsl.diagnostics import ErrorReported, wording
from dsl.source import Span
from dsl.syntax import is_taken

ExpressionForm = Callable[["ExpressionChecker", Any, Scope], model.Expr]
"""A function that checks one form of expression in a local scope.

Raises `ErrorReported`.
"""

COUNTABLE = (model.Holder, model.Many, model.Bag)
TO_WHOLE = "round it with `… / 1 rounded down`; only scores, values and local names may be fractions"


@dataclass(frozen=True, slots=True)
class ExpressionChecker:
    """The checker of all expressions in a rulebook.

    A check reports a fault once, and then raises `ErrorReported`. The check of the enclosing statement or need catches
    the exception, drops the statement or need, and continues.

    Attributes:
        forms: Maps each type of syntax node to the function that checks it.
    """

    names: Names
    forms: Mapping[type[ast.Expr], ExpressionForm]

    def check(self, expr: ast.Expr, scope: Scope) -> model.Expr:
        """Check an expression. Raises `ErrorReported`."""
        return self.forms[type(expr)](self, expr, scope)

    # ------------------------------------------------------------ faults

    def fault(
        self, code: str, title: str, span: Span, label: str = "", *, hint: str = "",
        related: Iterable[tuple[Span, str]] = (), missing: str = "",
    ) -> NoReturn:  # fmt: skip
        """Report a fault, and stop checking the enclosing expression. Raises `ErrorReported`."""
        self.names.sink.add(code, title, span, label, hint=hint, related=related, missing=missing)
        raise ErrorReported

    def wrong_type(self, code: str, title: str, span: Span, type_: model.Type, hint: str = "") -> NoReturn:
        """Report a fault in an expression, and add the type of the expression to the message.

        Raises `ErrorReported`.
        """
        self.fault(code, title, span, f"this is {describe(type_)}", hint=hint)

    def mismatch(self, title: str, left: model.Expr, right: model.Expr, hint: str = "") -> NoReturn:
        """Report that the types of two expressions do not match. Point at the operand that does not fit.

        If one operand is a constant, the constant is wrong. Otherwise, the right operand is wrong.

        Raises `ErrorReported`.
        """
        counted = next((side for side in (left, right) if isinstance(side.type, COUNTABLE)), None)
        wrong, other = (left, right) if _is_literal(left) and not _is_literal(right) else (right, left)
        if counted is not None and any(isinstance(side.type, model.Int) for side in (left, right)):
            wrong, other = (left, right) if counted is left else (right, left)
            hint = hint or f"to count its members, write `{' '.join(wrong.span.text.split())}.size`"
        hint = hint or f"`{' '.join(other.span.text.split())}` is {describe(other.type)}; put something like it here"
        related = [(other.span, describe(other.type))]
        self.fault("E304", title, wrong.span, f"this is {describe(wrong.type)}", hint=hint, related=related)

    def check_free(self, word: ast.Word) -> None:
        """Report a local name that is a reserved word."""
        if is_taken(word.text):
            wording.reserved_word(self.names.sink, word.text, word.span)

    # ------------------------------------------------------------ expected types

    def number(self, expr: ast.Expr, scope: Scope, *, fractions: bool = False) -> model.Expr:
        """Check an expression that must be a number. Raises `ErrorReported`.

        Args:
            fractions: True to accept fractional numbers.
        """
        found = self.check(expr, scope)
        if isinstance(found.type, model.Int):
            return found if fractions else self.whole(found)
        countable = isinstance(found.type, (model.Holder, model.Many))
        hint = "`.size` counts the members" if countable else ""
        self.wrong_type("E305", "a number is needed here", expr.span, found.type, hint)

    def whole(self, found: model.Expr) -> model.Expr:
        """Check that a value is not a fractional number. Raises `ErrorReported`."""
        if isinstance(found.type, model.Int) and found.type.parts > 1:
            self.wrong_type("E329", "a whole number is needed here", found.span, found.type, TO_WHOLE)
        return found

    def flag(self, expr: ast.Expr, scope: Scope) -> model.Expr:
        """Check an expression that must be yes or no. Raises `ErrorReported`."""
        found = self.check(expr, scope)
        if isinstance(found.type, model.Flag):
            return found
        hint = "compare the value with another one, for example `… > 0`"
        self.wrong_type("E306", "yes or no is needed here", expr.span, found.type, hint)

    def thing(self, expr: ast.Expr, scope: Scope, kind: str) -> model.Expr:
        """Check an expression that must be a thing of a kind. Raises `ErrorReported`."""
        found = self.check(expr, scope)
        self.fits(found, model.Ref(kind, False), expr.span, narrow=True)
        return found

    def domain(self, expr: ast.Expr, scope: Scope, *, fractions: bool = False) -> tuple[model.Expr, model.Member]:
        """Check an expression that must be a finite domain, and return the domain with the type of its members.

        Args:
            fractions: True to accept fractional members.

        Raises:
            ErrorReported: Raised if the expression is not a domain, or if its members have the wrong type.
        """
        if isinstance(expr, ast.Name) and expr.text == "flag":
            ends = [model.Const(n, type=model.Flag(), span=expr.span) for n in (0, 1)]
            return model.RangeOf(ends[0], ends[1], 1, type=model.Many(model.Flag()), span=expr.span), model.Flag()
        found = self.check(expr, scope)
        type_ = found.type
        if isinstance(found, model.Slot) and isinstance(found.field.type, model.Holder):
            type_ = found.field.type
        match type_:
            case model.Many(of):
                if isinstance(of, model.Int) and of.parts > 1 and not fractions:
                    hint = "only scores, values and local names may be fractions"
                    self.wrong_type("E329", "a range of whole numbers is needed here", expr.span, of, hint)
                return found, of
            case model.Holder(_, kind):
                return found, model.Ref(kind)
            case model.Bag(kind):
                return found, model.Ref(kind)
        title = "this is not a set to choose from or to loop over"
        hint = "use a kind, a range like `1 to 6`, a holder or a set"
        if isinstance(found.type, model.Ref) and isinstance(found, model.Const):
            hint = f"to compare with one thing, write `= {expr.span.text}`; for a set, write `{{{expr.span.text}}}`"
        self.wrong_type("E307", title, expr.span, found.type, hint)

    def fits(self, found: model.Expr, wanted: model.Type, span: Span, narrow: bool = False) -> None:
        """Check that a value has the expected type.

        Args:
            narrow: True to accept a value of a more general kind, which the engine then tests during play.

        Raises:
            ErrorReported: Raised if the value does not have the type `wanted`.
        """
        table, have = self.names.table, found.type
        match wanted, have:
            case model.Int(low, high), model.Int(least, most):
                if wanted.parts != have.parts:
                    self.wrong_type("E329", f"{describe(wanted)} is needed here", span, have, TO_WHOLE)
                if least > high or most < low:
                    self.fault("E311", f"this is never {describe(wanted)}", span, f"it is {describe(have)}")
                return
            case model.Flag(), model.Flag():
                return
            case model.Ref(kind, optional), model.Ref("", _):
                if optional:
                    return
                self.fault("E304", f"`none` is not allowed here; {describe(wanted)} is needed", span)
            case model.Ref(kind, _), model.Ref(other, _):
                if table.within(other, kind) or (narrow and table.within(kind, other)):
                    return
            case model.Bag(kind), model.Bag(other) if kind == other:
                return
            case model.Many(of), model.Many(other):
                if other == model.Ref("", True) or same_members(table, of, other):
                    return
            case model.Many(model.Ref(kind)), model.Holder(_, other) if table.within(other, kind):
                return
        hint = f"write {'`yes`, `no` or a condition' if isinstance(wanted, model.Flag) else describe(wanted)}"
        self.wrong_type("E304", f"{describe(wanted)} is needed here", span, have, hint)

    def arguments(self, expr: ast.Call, *counts: int) -> tuple[ast.Expr, ...]:
        """Check the number of arguments of a call, and return the arguments.

        Raises `ErrorReported`.
        """
        if len(expr.args) not in counts:
            wanted = " or ".join(str(count) for count in counts)
            noun = "value" if wanted == "1" else "values"
            self.fault(
                "E303", f"`{expr.of.span.text}` needs {wanted} {noun} in brackets, not {len(expr.args)}", expr.span
            )
        return expr.args

    def wrong_count(self, name: str, params: Iterable[ast.Param], given: int, span: Span, declared: Span) -> NoReturn:
        """Report a call with too many or too few arguments.

        Raises `ErrorReported`.
        """
        wanted = ", ".join(param.name.text for param in params) or "nothing"
        title = f"`{name}` needs {wanted} in brackets"
        self.fault("E303", title, span, f"{given} given", related=[(declared, "declared here")])


def _is_literal(e: model.Expr) -> bool:
    return isinstance(e, model.Const)
