"""Prints expressions and domains, so that equal trees give equal text.

The printer adds the brackets that the grammar requires. For readability, the printer also puts brackets around an `and`
next to an `or`. A mark from `BREAKS` replaces each space at which a long line may be broken. The marks in `OPTIONAL`
become brackets if a line is broken. `dsl.printing.lines` replaces all these marks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from dsl import ast

BREAKS = NEXT, BEFORE_CASE, SOFT, BEFORE_OR, BEFORE_AND, OPENED, BEFORE_SIGN = tuple("\x1a\x1b\v\x1c\x1d\x1f\x1e")
"""Marks at which a long line may be broken, inside brackets only, in order of preference.

If the line does not break at a mark, `OPENED` disappears, and any other mark becomes a space.
"""

EACH = NEXT, BEFORE_CASE, BEFORE_OR, BEFORE_AND
"""Marks that cause several breaks at once.

If a line breaks at one of these marks, it breaks at all equal marks inside the same brackets. `NEXT` separates
parameters.
"""

OPTIONAL = "\x11", "\x12"

TO_SPACES = str.maketrans({**dict.fromkeys(BREAKS, " "), **dict.fromkeys((OPENED, *OPTIONAL), "")})


def on_one_line(text: str) -> str:
    return text.translate(TO_SPACES)


SHORT = 40
"""Maximum width, in columns, of an argument list that always stays on one line."""

EXPR, OR, AND, NOT, COMPARED, SUM, PRODUCT, QUANTITY, SIGNED, POSTFIX = range(10)
"""The precedence of each form of expression, loosest first, as in `expressions.lark`."""

LONG = ast.And, ast.Or, ast.Conditional, ast.OrElse, ast.Arithmetic
"""Forms of expressions that may be long and do not begin with a bracket."""

Printer = Callable[..., tuple[int, str]]


def expression(expr: ast.Expr, least: int = EXPR) -> str:
    """Return an expression as text, in brackets if its precedence is lower than `least`."""
    level, text = PRINTERS[type(expr)](expr)
    if level < least:
        return f"({text})"
    return text.join(OPTIONAL) if isinstance(expr, LONG) else text


def plain(expr: ast.Expr) -> str:
    """Return an expression as text on a single line."""
    return on_one_line(expression(expr))


def listed(exprs: Iterable[ast.Expr]) -> str:
    return f",{SOFT}".join(expression(expr) for expr in exprs)


def as_sum(expr: ast.Expr) -> str:
    """Return an expression as text, in brackets if its precedence is lower than that of a sum."""
    return expression(expr, SUM)


def members(expr: ast.Expr, first: Callable[[ast.Expr], str] = as_sum) -> str:
    """Return the text that follows `in`, which is a range, a set of sets or bags, or an expression with at least the
    precedence of a sum.

    `first` prints the first number of a range, or the whole expression if it is neither a range nor such a set.
    """
    if isinstance(expr, ast.Several):
        limit = f"{' exactly' if expr.exactly else ' at most'} {as_sum(expr.number)}" if expr.number is not None else ""
        of = _no_domain_word(expr.of) if expr.form == "bag" else as_sum(expr.of)
        return f"{expr.form} of {of}{limit}"
    if not isinstance(expr, ast.Range):
        return first(expr)
    step = f" step {as_sum(expr.step)}" if expr.step is not None else ""
    if expr.down:
        return f"{first(expr.high)} down to {as_sum(expr.low)}{step}"
    return f"{first(expr.low)} to {as_sum(expr.high)}{step}"


DOMAIN_WORDS = frozenset(["flag", "money", *ast.HOLDER_FORMS, "secret", "counted", "hidden", "own"])
"""Keywords that may come at the start of a domain."""


def _no_domain_word(expr: ast.Expr) -> str:
    """Return a sum that starts a domain, in brackets if its first word would be read as a keyword, as in `(money)`."""
    text = as_sum(expr)
    return f"({text})" if re.split(r"\W", on_one_line(text), maxsplit=1)[0] in DOMAIN_WORDS else text


def domain(of: ast.Domain) -> str:
    """Return a domain as text, for use after the colon of a field, parameter or value."""
    if of.form in ("flag", "money"):
        return of.form
    assert of.of is not None
    if of.form == "members":
        return members(of.of, _no_domain_word)
    inner = _no_domain_word(of.of) if of.form in ("or none", "bag") else as_sum(of.of)
    if of.form == "or none":
        return f"{inner} or none"
    if of.form == "space":
        return f"space for {inner}"
    most = f" at most {expression(of.at_most, SUM)}" if of.at_most is not None else ""
    return f"{of.form} of {'own ' if of.own else ''}{inner}{most}"


def binder(of: ast.Binder) -> str:
    """Return a binder as text, such as `x in S where c`."""
    where = f"{SOFT}where {expression(of.where)}" if of.where is not None else ""
    return f"{of.name.text} in {members(of.domain)}{where}"


def order(keys: Iterable[ast.OrderKey]) -> str:
    """Return a sort order as text, such as `most a, then least b`."""
    said = [f"{'most' if key.most else 'least'} {expression(key.by, SUM)}" for key in keys]
    return f",{SOFT}then ".join(said)


def call(of: ast.RoutineCall) -> str:
    return f"{of.name.text}({listed(of.args)})" if of.args else of.name.text


# ---------------------------------------------------------------- a printer for each form


def _name(expr: ast.Name) -> tuple[int, str]:
    return POSTFIX, expr.text


def _integer(expr: ast.Integer) -> tuple[int, str]:
    return (POSTFIX, str(expr.value)) if expr.value >= 0 else (SIGNED, str(expr.value))


def _fraction(expr: ast.Fraction) -> tuple[int, str]:
    return POSTFIX if expr.numerator >= 0 else SIGNED, ast.fraction_text(expr.numerator, expr.denominator)


def _truth(expr: ast.BooleanLiteral) -> tuple[int, str]:
    return POSTFIX, "yes" if expr.value else "no"


def _nothing(_: ast.NoneLiteral) -> tuple[int, str]:
    return POSTFIX, "none"


def _attribute(expr: ast.Attribute) -> tuple[int, str]:
    return POSTFIX, f"{expression(expr.of, POSTFIX)}.{expr.name.text}"


def _application(expr: ast.Call) -> tuple[int, str]:
    args = listed(expr.args)
    short = on_one_line(args)
    return POSTFIX, f"{expression(expr.of, POSTFIX)}({short if len(short) <= SHORT else args})"


def _gathering(expr: ast.Aggregate) -> tuple[int, str]:
    inside = binder(expr.binder)
    if expr.body is not None:
        inside = f"{expression(expr.body)}{SOFT}for {inside}"
    if expr.order:
        inside += f"{SOFT}by {order(expr.order)}"
    return POSTFIX, f"{{{inside}}}" if expr.gather.text == "set" else f"{expr.gather.text}({OPENED}{inside})"


def _paid_way(expr: ast.PaidWay) -> tuple[int, str]:
    by = f"{SOFT}by {as_sum(expr.by)}" if expr.by is not None else ""
    steps = f",{SOFT}at most {as_sum(expr.steps)} steps" if expr.steps is not None else ""
    owner = f",{SOFT}once to {as_sum(expr.owner)}" if expr.owner is not None else ""
    way = f"from {as_sum(expr.start)}{by}{SOFT}over {binder(expr.binder)}{steps}"
    return POSTFIX, f"reach({OPENED}{way},{SOFT}paying {as_sum(expr.price)} from {as_sum(expr.purse)}{owner})"


def _braces(expr: ast.Braces) -> tuple[int, str]:
    return POSTFIX, f"{{{listed(expr.items)}}}"


def _arithmetic(expr: ast.Arithmetic) -> tuple[int, str]:
    op, _, rounding = expr.op.partition(" ")
    level = SUM if op in "+-" else PRODUCT
    after = f" rounded {rounding}" if rounding else ""
    left, right = expression(expr.left, level), expression(expr.right, level + 1)
    return level, f"{left}{BEFORE_SIGN}{op} {right}{after}"


def _negative(expr: ast.Negative) -> tuple[int, str]:
    return SIGNED, f"-{expression(expr.of, POSTFIX)}"


def _amount(expr: ast.Amount) -> tuple[int, str]:
    return QUANTITY, f"{expression(expr.number, SIGNED)} of {expression(expr.sort, SIGNED)}"


def _debt(expr: ast.FlexibleCost) -> tuple[int, str]:
    number, among = expression(expr.number, SIGNED), expression(expr.among, SUM)
    return SUM, f"any {number} of {among}" if expr.form == "any" else f"{number} {expr.form} of {among}"


def _compare(expr: ast.Compare) -> tuple[int, str]:
    return COMPARED, f"{expression(expr.left, SUM)} {expr.op} {expression(expr.right, SUM)}"


def _member(expr: ast.Member) -> tuple[int, str]:
    return COMPARED, f"{expression(expr.of, SUM)} {'not ' if expr.negated else ''}in {members(expr.domain)}"


def _not(expr: ast.Not) -> tuple[int, str]:
    return NOT, f"not {expression(expr.of, NOT)}"


def _both(expr: ast.And) -> tuple[int, str]:
    return AND, f"{expression(expr.left, AND)}{BEFORE_AND}and {expression(expr.right, NOT)}"


def _either(expr: ast.Or) -> tuple[int, str]:
    left = expression(expr.left, OR if isinstance(expr.left, ast.Or) else NOT)
    return OR, f"{left}{BEFORE_OR}or {expression(expr.right, NOT)}"


def _choice(expr: ast.Conditional) -> tuple[int, str]:
    when, then = expression(expr.when, OR), expression(expr.then, OR)
    return EXPR, f"if {when}{BEFORE_CASE}then {then}{BEFORE_CASE}else {expression(expr.otherwise)}"


def _or_else(expr: ast.OrElse) -> tuple[int, str]:
    return EXPR, f"{expression(expr.left, OR)}{BEFORE_CASE}or else {expression(expr.right, OR)}"


def _domain(expr: ast.Range | ast.Several) -> tuple[int, str]:
    return EXPR, members(expr)


PRINTERS: Mapping[type[ast.Expr], Printer] = {
    ast.Name: _name, ast.Integer: _integer, ast.Fraction: _fraction, ast.BooleanLiteral: _truth,
    ast.NoneLiteral: _nothing, ast.Attribute: _attribute, ast.Call: _application, ast.Aggregate: _gathering,
    ast.PaidWay: _paid_way, ast.Braces: _braces, ast.Arithmetic: _arithmetic, ast.Negative: _negative,
    ast.Amount: _amount,
    ast.FlexibleCost: _debt, ast.Compare: _compare, ast.Member: _member, ast.Not: _not, ast.And: _both, ast.Or: _either,
    ast.Conditional: _choice, ast.OrElse: _or_else, ast.Range: _domain, ast.Several: _domain,
}  # fmt: skip
