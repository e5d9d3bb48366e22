"""Reading domains and expressions.

The only judgement made here is the reading of `count(x in S where c)`: what stands before `where` or `by` must be a
membership, which then names the binder.
"""

from __future__ import annotations

from typing import Any

from lark import Token

from dsl import ast as a
from dsl.diagnostics import did_you_mean
from dsl.syntax.from_tree_base import TreeReader

GATHERINGS = ("count", "any", "first", "last")
"""Gatherings over the things themselves: `count(x in S where c)`. The others gather an expression `for` each."""

MAPPED_GATHERINGS = ("sum", "min", "max", "all", "union")


class ExpressionReader(TreeReader):
    """One method for each rule of `expressions.lark`."""

    def or_none(self, meta: Any, of: a.Expr) -> a.Domain:
        return a.Domain(self.at(meta), "or none", of)

    def flag_type(self, meta: Any) -> a.Domain:
        return a.Domain(self.at(meta), "flag")

    def money_type(self, meta: Any) -> a.Domain:
        return a.Domain(self.at(meta), "money")

    def set_of(self, meta: Any, of: a.Expr, most: Any) -> a.Domain:
        return a.Domain(self.at(meta), "set", of, most)

    def pile_of(self, meta: Any, of: a.Expr, most: Any) -> a.Domain:
        return a.Domain(self.at(meta), "pile", of, most)

    def bag_of(self, meta: Any, own: Any, of: a.Expr, most: Any) -> a.Domain:
        return a.Domain(self.at(meta), "bag", of, most, bool(own))

    def row_of(self, meta: Any, of: a.Expr, most: Any) -> a.Domain:
        return a.Domain(self.at(meta), "row", of, most)

    def stack_of(self, meta: Any, of: a.Expr, most: Any) -> a.Domain:
        return a.Domain(self.at(meta), "stack", of, most)

    def space_for(self, meta: Any, of: a.Expr) -> a.Domain:
        return a.Domain(self.at(meta), "space", of)

    def own(self, meta: Any) -> bool:
        return True

    def at_most_n(self, meta: Any, number: a.Expr) -> a.Expr:
        return number

    def range(self, meta: Any, low: a.Expr, high: a.Expr, step: Any) -> a.Range:
        return a.Range(self.at(meta), low, high, step)

    # ------------------------------------------------------------ expressions

    def choice(self, meta: Any, when: a.Expr, then: a.Expr, otherwise: a.Expr) -> a.Conditional:
        return a.Conditional(self.at(meta), when, then, otherwise)

    def or_(self, meta: Any, left: a.Expr, right: a.Expr) -> a.Or:
        return a.Or(self.at(meta), left, right)

    def and_(self, meta: Any, left: a.Expr, right: a.Expr) -> a.And:
        return a.And(self.at(meta), left, right)

    def not_(self, meta: Any, of: a.Expr) -> a.Not:
        return a.Not(self.at(meta), of)

    def compare(self, meta: Any, left: a.Expr, op: Token, right: a.Expr) -> a.Compare:
        return a.Compare(self.at(meta), str(op), left, right)

    def equal(self, meta: Any, left: a.Expr, right: a.Expr) -> a.Compare:
        return a.Compare(self.at(meta), "=", left, right)

    def member(self, meta: Any, of: a.Expr, domain: a.Expr) -> a.Member:
        return a.Member(self.at(meta), of, domain, False)

    def not_member(self, meta: Any, of: a.Expr, domain: a.Expr) -> a.Member:
        return a.Member(self.at(meta), of, domain, True)

    def _arithmetic(op: str) -> Any:  # type: ignore[misc]
        def build(self: TreeReader, meta: Any, left: a.Expr, right: a.Expr) -> a.Arithmetic:
            return a.Arithmetic(self.at(meta), op, left, right)

        return build

    add = _arithmetic("+")
    subtract = _arithmetic("-")
    multiply = _arithmetic("*")
    divide_down = _arithmetic("/ down")
    divide_up = _arithmetic("/ up")
    modulo = _arithmetic("mod")

    def amount(self, meta: Any, number: a.Expr, sort: a.Expr) -> a.Amount:
        return a.Amount(self.at(meta), number, sort)

    def negative(self, meta: Any, of: a.Expr) -> a.Negative:
        return a.Negative(self.at(meta), of)

    def name(self, meta: Any, token: Token) -> a.Name:
        return a.Name(self.word(token).span, str(token))

    def integer(self, meta: Any, token: Token) -> a.Integer:
        return a.Integer(self.word(token).span, int(token))

    def yes(self, meta: Any) -> a.Truth:
        return a.Truth(self.at(meta), True)

    def no(self, meta: Any) -> a.Truth:
        return a.Truth(self.at(meta), False)

    def nothing(self, meta: Any) -> a.Nothing:
        return a.Nothing(self.at(meta))

    def attribute(self, meta: Any, of: a.Expr, name: Token) -> a.Attribute:
        return a.Attribute(self.at(meta), of, self.word(name))

    def application(self, meta: Any, of: a.Expr, args: Any) -> a.Expr:
        one = args[0] if args and len(args) == 1 else None
        gathers = isinstance(one, a.Member) and isinstance(of, a.Name) and of.text in MAPPED_GATHERINGS
        if one is not None and isinstance(of, a.Name) and (of.text in GATHERINGS or gathers):
            word, domain, where = self._bind(one, None)
            return self._gather(meta, of, None, word, domain, where, ())
        return a.Call(self.at(meta), of, args or ())

    def braces(self, meta: Any, args: Any) -> a.Expr:
        items: tuple[a.Expr, ...] = args or ()
        if len(items) == 1 and isinstance(items[0], a.Member):
            word, domain, where = self._bind(items[0], None)
            return self._gather(meta, a.Name(self.at(meta), "set"), None, word, domain, where, ())
        return a.Braces(self.at(meta), items)

    def gathering(self, meta: Any, of: a.Expr, over: Any) -> a.Expr:
        if not isinstance(of, a.Name) or of.text not in GATHERINGS + MAPPED_GATHERINGS:
            words = GATHERINGS + MAPPED_GATHERINGS
            hint = did_you_mean(of.span.text, words) or "use one of " + ", ".join(f"`{word}`" for word in words)
            self.sink.add("E012", "this cannot gather things", of.span, "not a gathering word", hint=hint)
            return a.Integer(self.at(meta), 0)
        body, word, domain, where, order = over
        return self._gather(meta, of, body, word, domain, where, order)

    def filtered(self, meta: Any, over: Any) -> a.Expr:
        body, word, domain, where, order = over
        return self._gather(meta, a.Name(self.at(meta), "set"), body, word, domain, where, order)

    def over_for(self, meta: Any, body: a.Expr, name: Token, domain: a.Expr, where: Any, order: Any) -> Any:
        return body, self.word(name), domain, where, order or ()

    def over_where(self, meta: Any, member: a.Expr, where: a.Expr, order: Any) -> Any:
        word, domain, kept = self._bind(member, where)
        return None, word, domain, kept, order or ()

    def over_by(self, meta: Any, member: a.Expr, order: Any) -> Any:
        word, domain, where = self._bind(member, None)
        return None, word, domain, where, order or ()

    def _bind(self, member: a.Expr, where: a.Expr | None) -> tuple[a.Word, a.Expr, a.Expr | None]:
        if isinstance(member, a.Member) and isinstance(member.of, a.Name) and not member.negated:
            return a.Word(member.of.span, member.of.text), member.domain, where
        self.sink.add(
            "E013", "this does not say what is gathered", member.span,
            "expected a name, `in`, and where it is taken from",
            hint="write for example `count(x in S where x.number > 0)`",
        )  # fmt: skip
        return a.Word(member.span, "_"), a.Braces(member.span, ()), where

    def _gather(
        self, meta: Any, how: a.Name, body: Any, name: a.Word, domain: a.Expr, where: Any, order: Any
    ) -> a.Expr:
        if body is not None and how.text in GATHERINGS:
            self._wrong_gathering(how, "things, not a value for each", "count(x in S where …)")
        elif body is None and how.text in MAPPED_GATHERINGS:
            self._wrong_gathering(how, "a value for each thing", "sum(x.cost for x in S)")
        binder = a.Binder(name.span.to(domain.span), name, domain, where)
        return a.Gathering(self.at(meta), a.Word(how.span, how.text), body, binder, order)

    def _wrong_gathering(self, how: a.Name, what: str, example: str) -> None:
        example = example.replace(example.split("(")[0], how.text, 1)
        self.sink.add("E012", f"`{how.text}` gathers {what}", how.span, f"write it like `{example}`")

    def order(self, meta: Any, *parts: Any) -> tuple[a.OrderKey, ...]:
        pairs = zip(parts[::2], parts[1::2], strict=True)
        return tuple(a.OrderKey(key.span, most, key) for most, key in pairs)

    def most(self, meta: Any) -> bool:
        return True

    def least(self, meta: Any) -> bool:
        return False
