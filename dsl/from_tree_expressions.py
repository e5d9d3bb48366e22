"""Reading domains and expressions.

The only judgement made here is the reading of `count(x in S where c)`: what stands before `where` or `by` must be a
membership, which then names the binder.
"""

from __future__ import annotations

from typing import Any

from lark import Token

from dsl import ast as a
from dsl.from_tree_base import TreeReader

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

    def choice(self, meta: Any, when: a.Expr, then: a.Expr, otherwise: a.Expr) -> a.Choice:
        return a.Choice(self.at(meta), when, then, otherwise)

    def or_(self, meta: Any, left: a.Expr, right: a.Expr) -> a.Either:
        return a.Either(self.at(meta), left, right)

    def and_(self, meta: Any, left: a.Expr, right: a.Expr) -> a.Both:
        return a.Both(self.at(meta), left, right)

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
        if isinstance(of, a.Name) and of.text in GATHERINGS and len(args or ()) == 1:
            word, domain, where = self._bind(args[0], None)
            return self._gather(meta, of, None, word, domain, where, ())
        return a.Application(self.at(meta), of, args or ())

    def braces(self, meta: Any, args: Any) -> a.Expr:
        items: tuple[a.Expr, ...] = args or ()
        if len(items) == 1 and isinstance(items[0], a.Member):
            word, domain, where = self._bind(items[0], None)
            return self._gather(meta, a.Name(self.at(meta), "set"), None, word, domain, where, ())
        return a.Braces(self.at(meta), items)

    def gathering(self, meta: Any, of: a.Expr, over: Any) -> a.Expr:
        if not isinstance(of, a.Name) or of.text not in GATHERINGS + MAPPED_GATHERINGS:
            known = ", ".join(f"`{name}`" for name in GATHERINGS + MAPPED_GATHERINGS)
            self.sink.add(
                "E012",
                "this cannot gather things",
                of.span,
                "not a gathering word",
                hint=f"use one of {known}",
            )
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
            "E013", "this does not say what is gathered", member.span, "expected a name, `in`, and where it is taken from",
            hint="write for example `count(x in S where x.number > 0)`",
        )  # fmt: skip
        return a.Word(member.span, "_"), a.Braces(member.span, ()), where

    def _gather(
        self, meta: Any, how: a.Name, body: Any, name: a.Word, domain: a.Expr, where: Any, order: Any
    ) -> a.Expr:
        mapped = body is not None
        if how.text in (MAPPED_GATHERINGS if not mapped else GATHERINGS):
            example = "sum(x.cost for x in S)" if not mapped else "count(x in S where …)"
            self.sink.add(
                "E012", f"`{how.text}` gathers {'a value for' if not mapped else ''} each thing", how.span,
                f"write it like `{example}`",
            )  # fmt: skip
        binder = a.Binder(name.span.to(domain.span), name, domain, where)
        return a.Gathering(self.at(meta), a.Word(how.span, how.text), body, binder, order)

    def order(self, meta: Any, *parts: Any) -> tuple[a.OrderKey, ...]:
        pairs = zip(parts[::2], parts[1::2], strict=True)
        return tuple(a.OrderKey(key.span, most, key) for most, key in pairs)

    def most(self, meta: Any) -> bool:
        return True

    def least(self, meta: Any) -> bool:
        return False
