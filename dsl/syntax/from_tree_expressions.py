"""Readers for the rules of `expressions.lark`, the grammar of expressions and domains.

These readers check only aggregates such as `count(x in S where c)`. The part before `where` or `by` must be a
membership test, which declares the local name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lark import Token

from dsl import ast as a
from dsl.syntax.built_in_words import AGGREGATES, meant_function
from dsl.syntax.tree_reader import RuleReader, TreeReader, constant, node, only

GATHERINGS = tuple(word for word, row in AGGREGATES.items() if row.over != "values")
"""Aggregates without a `for`, such as `count(x in S where c)`.

All other aggregates evaluate an expression `for` each member.
"""

MAPPED_GATHERINGS = tuple(word for word in AGGREGATES if word not in GATHERINGS)


def _bag_of(r: TreeReader, meta: Any, own: Any, of: a.Expr, most: Any) -> a.Domain:
    return a.Domain(r.at(meta), "bag", of, most, bool(own))


def _compare(r: TreeReader, meta: Any, left: a.Expr, op: Token, right: a.Expr) -> a.Compare:
    return a.Compare(r.at(meta), str(op), left, right)


def _name(r: TreeReader, meta: Any, token: Token) -> a.Name:
    return a.Name(r.word(token).span, str(token))


def _integer(r: TreeReader, meta: Any, token: Token) -> a.Integer:
    return a.Integer(r.word(token).span, int(token))


def _fraction(r: TreeReader, meta: Any, token: Token) -> a.Fraction | a.Integer:
    span, value = r.word(token).span, a.fraction_read(token)
    if value.denominator == 1:
        return a.Integer(span, value.numerator)
    return a.Fraction(span, value.numerator, value.denominator)


def _arithmetic(op: str) -> RuleReader:
    return node(a.Arithmetic, "left", "right", op=op)


def _holding(form: str) -> RuleReader:
    return node(a.Domain, "of", "at_most", form=form)


def _application(r: TreeReader, meta: Any, of: a.Expr, args: Any) -> a.Expr:
    one = args[0] if args and len(args) == 1 else None
    gathers = isinstance(one, a.Member) and isinstance(of, a.Name) and of.text in MAPPED_GATHERINGS
    if one is not None and isinstance(of, a.Name) and (of.text in GATHERINGS or gathers):
        word, domain, where = _bind(r, one, None)
        return _gather(r, meta, of, None, word, domain, where, ())
    return a.Call(r.at(meta), of, args or ())


def _braces(r: TreeReader, meta: Any, args: Any) -> a.Expr:
    items: tuple[a.Expr, ...] = args or ()
    if len(items) == 1 and isinstance(items[0], a.Member):
        word, domain, where = _bind(r, items[0], None)
        return _gather(r, meta, a.Name(r.at(meta), "set"), None, word, domain, where, ())
    return a.Braces(r.at(meta), items)


def _gathering(r: TreeReader, meta: Any, of: a.Expr, over: Any) -> a.Expr:
    words = GATHERINGS + MAPPED_GATHERINGS
    if not isinstance(of, a.Name) or of.text not in words:
        hint = meant_function(of.span.text, aggregates_only=True)
        hint = hint or "use one of " + ", ".join(f"`{word}`" for word in words)
        name = f"`{of.text}`" if isinstance(of, a.Name) else "this"
        r.sink.add("E012", f"{name} is not an aggregate", of.span, "not an aggregate", hint=hint)
        return a.Integer(r.at(meta), 0)
    body, word, domain, where, order = over
    return _gather(r, meta, of, body, word, domain, where, order)


def _paid_way(r: TreeReader, meta: Any, of: a.Expr, *parts: Any) -> a.Expr:
    if not isinstance(of, a.Name) or of.text != "reach":
        r.sink.add("E012", "only `reach` follows a way over a board", of.span, "not `reach`")
        return a.Braces(r.at(meta), ())
    way: a.PaidWay = PAID_WAY(r, meta, *parts)
    return way


PAID_WAY = node(a.PaidWay, "start", "by", "binder", "steps", "price", "purse", "owner")


def _filtered(r: TreeReader, meta: Any, over: Any) -> a.Expr:
    body, word, domain, where, order = over
    return _gather(r, meta, a.Name(r.at(meta), "set"), body, word, domain, where, order)


def _over_for(r: TreeReader, meta: Any, body: a.Expr, name: Token, domain: a.Expr, where: Any, order: Any) -> Any:
    return body, r.word(name), domain, where, order or ()


def _over_where(r: TreeReader, meta: Any, member: a.Expr, where: a.Expr, order: Any) -> Any:
    word, domain, kept = _bind(r, member, where)
    return None, word, domain, kept, order or ()


def _over_by(r: TreeReader, meta: Any, member: a.Expr, order: Any) -> Any:
    word, domain, where = _bind(r, member, None)
    return None, word, domain, where, order or ()


def _bind(r: TreeReader, member: a.Expr, where: a.Expr | None) -> tuple[a.Word, a.Expr, a.Expr | None]:
    if isinstance(member, a.Member) and isinstance(member.of, a.Name) and not member.negated:
        return a.Word(member.of.span, member.of.text), member.domain, where
    r.sink.add(
        "E013", "this aggregate has no set", member.span,
        "expected a name, `in` and a set",
        hint="write, for example, `count(x in S where x.number > 0)`",
    )  # fmt: skip
    return a.Word(member.span, "_"), a.Braces(member.span, ()), where


def _gather(
    r: TreeReader, meta: Any, how: a.Name, body: Any, name: a.Word, domain: a.Expr, where: Any, order: Any
) -> a.Expr:
    over = AGGREGATES[how.text].over if how.text in AGGREGATES else "either"
    if body is not None and over == "members":
        _wrong_gathering(r, how, "members of a set, not a value for each member", "count(x in S where …)")
    elif body is None and over == "values":
        _wrong_gathering(r, how, "a value for each member of a set", "sum(x.cost for x in S)")
    binder = a.Binder(name.span.to(domain.span), name, domain, where)
    return a.Aggregate(r.at(meta), a.Word(how.span, how.text), body, binder, order)


def _wrong_gathering(r: TreeReader, how: a.Name, what: str, example: str) -> None:
    example = example.replace(example.split("(")[0], how.text, 1)
    r.sink.add("E012", f"`{how.text}` takes {what}", how.span, f"write it like `{example}`")


def _order(r: TreeReader, meta: Any, *parts: Any) -> tuple[a.OrderKey, ...]:
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return tuple(a.OrderKey(key.span, most, key) for most, key in pairs)


EXPRESSIONS: Mapping[str, RuleReader] = {
    "or_none": node(a.Domain, "of", form="or none"),
    "flag_type": node(a.Domain, form="flag"),
    "money_type": node(a.Domain, form="money"),
    **{f"{form}_of": _holding(form) for form, traits in a.HOLDER_FORMS.items() if not traits.one_at_most},
    "bag_of": _bag_of,
    "space_for": node(a.Domain, "of", form="space"),
    "own": constant(True),
    "at_most_n": only,
    **{f"some_{form}": node(a.Several, "of", "number", form=form) for form in ("set", "bag")},
    **{f"exactly_{form}": node(a.Several, "of", "number", form=form, exactly=True) for form in ("set", "bag")},
    "range": node(a.Range, "low", "high", "step"),
    "range_down": node(a.Range, "high", "low", "step", down=True),
    "choice": node(a.Conditional, "when", "then", "otherwise"),
    "or_else": node(a.OrElse, "left", "right"),
    "or_": node(a.Or, "left", "right"),
    "and_": node(a.And, "left", "right"),
    "not_": node(a.Not, "of"),
    "compare": _compare,
    "equal": node(a.Compare, "left", "right", op="="),
    "member": node(a.Member, "of", "domain", negated=False),
    "not_member": node(a.Member, "of", "domain", negated=True),
    "add": _arithmetic("+"),
    "subtract": _arithmetic("-"),
    "multiply": _arithmetic("*"),
    "divide_down": _arithmetic("/ down"),
    "divide_up": _arithmetic("/ up"),
    "modulo": _arithmetic("mod"),
    "amount": node(a.Amount, "number", "sort"),
    "negative": node(a.Negative, "of"),
    "name": _name,
    "integer": _integer,
    "fraction": _fraction,
    "yes": node(a.BooleanLiteral, value=True),
    "no": node(a.BooleanLiteral, value=False),
    "nothing": node(a.NoneLiteral),
    "attribute": node(a.Attribute, "of", "name"),
    "application": _application,
    "braces": _braces,
    "gathering": _gathering,
    "filtered": _filtered,
    "paid_way": _paid_way,
    "within": only,
    "once_to": only,
    "over_for": _over_for,
    "over_where": _over_where,
    "over_by": _over_by,
    "order": _order,
    "most": constant(True),
    "least": constant(False),
}
"""Maps each grammar rule to the reader of its node."""
