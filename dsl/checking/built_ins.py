"""Words that come with the language and are called like values: `min`, `clockwise`, `neighbours`, `bags` and others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn

from dsl import ast, model
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Faulty, Names, Scope, describe
from dsl.diagnostics import did_you_mean
from dsl.source import Span
from dsl.syntax import BUILT_IN, RESERVED


class BuiltIns:
    """The part of `Expressions` that knows the words of `dsl.syntax.reserved_words.BUILT_IN`."""

    def __init__(self, names: Names) -> None:
        self.names = names

    # these are defined by Expressions
    def check(self, expr: ast.Expr, scope: Scope) -> model.Expr:
        raise NotImplementedError

    def number(self, expr: ast.Expr, scope: Scope) -> model.Expr:
        raise NotImplementedError

    def thing(self, expr: ast.Expr, scope: Scope, kind: str) -> model.Expr:
        raise NotImplementedError

    def domain(self, expr: ast.Expr, scope: Scope) -> tuple[model.Expr, model.Member]:
        raise NotImplementedError

    def fits(self, found: model.Expr, wanted: model.Type, span: Span, narrow: bool = False) -> None:
        raise NotImplementedError

    def folded(self, op: str, left: int, right: int, span: Span) -> model.Const:
        raise NotImplementedError

    def fault(
        self, code: str, title: str, span: Span, label: str = "", *, hint: str = "",
        related: Iterable[tuple[Span, str]] = (),
    ) -> NoReturn:  # fmt: skip
        """Reports a fault and gives up on the expression it stands in."""
        self.names.sink.add(code, title, span, label, hint=hint, related=related)
        raise Faulty

    def check_free(self, word: ast.Word) -> None:
        """Reports a local name that hides a word of the language."""
        if word.text in BUILT_IN or word.text in RESERVED:
            self.names.sink.add("E313", f"`{word.text}` is a word of the language", word.span, "choose another name")

    def arguments(self, expr: ast.Call, *counts: int) -> tuple[ast.Expr, ...]:
        if len(expr.args) not in counts:
            wanted = " or ".join(str(count) for count in counts)
            self.fault(
                "E303",
                f"`{expr.of.span.text}` takes {wanted} {'thing' if wanted == '1' else 'things'}, not {len(expr.args)}",
                expr.span,
            )
        return expr.args

    def built_in(self, word: str, expr: ast.Call, scope: Scope) -> model.Expr:
        span = expr.span
        if word in ("min", "max"):
            one, other = (self.number(arg, scope) for arg in self.arguments(expr, 2))
            return self.smaller_or_larger(word, one, other, span)
        if word == "clamp":
            value, low, high = (self.number(arg, scope) for arg in self.arguments(expr, 3))
            return self.smaller_or_larger("min", self.smaller_or_larger("max", value, low, span), high, span)
        if word == "seat":
            return self.seat(expr, scope)
        if word == "bags":
            return self.bags(expr, scope)
        if word in ("clockwise", "others"):
            (start,) = self.arguments(expr, 1)
            from_seat = self.thing(start, scope, PLAYER)
            return model.Clockwise(from_seat, word == "others", type=model.Many(model.Ref(PLAYER)), span=span)
        if word == "score":
            (seat,) = self.arguments(expr, 1)
            if self.names.score is None:
                self.fault("E318", "this rulebook has no scoring", span, hint="add `scoring of p in Player`")
            return model.CallValue("score", (self.thing(seat, scope, PLAYER),), type=self.names.score, span=span)
        if word == "reach":
            return self.reach(expr, scope)
        place, edge_word = self.arguments(expr, 2)
        edges = self.edge_kind(edge_word)
        between = self.names.table.kinds[edges].between
        of = self.thing(place, scope, between)
        if word == "neighbours":
            return model.Neighbours(edges, of, type=model.Many(model.Ref(between)), span=span)
        return model.Edges(edges, of, type=model.Many(model.Ref(edges)), span=span)

    def smaller_or_larger(self, op: str, one: model.Expr, other: model.Expr, span: Span) -> model.Expr:
        assert isinstance(one.type, model.Int) and isinstance(other.type, model.Int)
        pick = min if op == "min" else max
        type_ = model.Int(pick(one.type.low, other.type.low), pick(one.type.high, other.type.high))
        if isinstance(one, model.Const) and isinstance(other, model.Const):
            return model.Const(pick(one.value, other.value), type=type_, span=span)
        return model.Arith(op, one, other, type=type_, span=span)

    def seat(self, expr: ast.Call, scope: Scope) -> model.Expr:
        (arg,) = self.arguments(expr, 1)
        number = self.number(arg, scope)
        assert isinstance(number.type, model.Int)
        if number.type.low > self.names.players or number.type.high < 1:
            self.fault("E310", f"there is no seat {number.type.low}", arg.span, f"{self.names.players} play")
        if isinstance(number, model.Const):
            return model.Const(number.value - 1, type=model.Ref(PLAYER), span=expr.span)
        one = model.Const(1, type=model.Int(1, 1), span=expr.span)
        return model.Arith("-", number, one, type=model.Ref(PLAYER), span=expr.span)

    def bags(self, expr: ast.Call, scope: Scope) -> model.Expr:
        """`bags(from, n)` or `bags(from, least, most)`: the ways to take so many pieces, as a domain of bags."""
        args = self.arguments(expr, 2, 3)
        numbers = [self.number(arg, scope) for arg in args[1:]]
        return self.bags_of(args[0], scope, numbers[0], numbers[-1], expr.span)

    def bags_of(
        self, source: ast.Expr, scope: Scope, least: model.Expr | None, most: model.Expr | None, span: Span
    ) -> model.Expr:
        """The bags of a kind, or those that can be taken out of a holder."""
        found, member = self.domain(source, scope)
        kind = member.kind if isinstance(member, model.Ref) else ""
        if not kind or not self.names.table.kinds[kind].fungible:
            self.fault(
                "E316", "a bag holds equal pieces", source.span, f"these are {describe(member)}",
                hint="give their kind pieces, or choose a `set of` things",
            )  # fmt: skip
        within = None if isinstance(found, model.Things) else found
        return model.Bags(kind, within, least, most, type=model.Many(model.Bag(kind)), span=span)

    def edge_kind(self, expr: ast.Expr) -> str:
        table = self.names.table
        if isinstance(expr, ast.Name) and expr.text in table.kinds and table.kinds[expr.text].between:
            return expr.text
        known = [name for name, kind in table.kinds.items() if kind.between]
        text = expr.text if isinstance(expr, ast.Name) else ""
        self.fault("E319", "a kind `between` places is needed here", expr.span, hint=did_you_mean(text, known))

    def reach(self, expr: ast.Call, scope: Scope) -> model.Expr:
        args = self.arguments(expr, 2, 3)
        start, member = self.check(args[0], scope), None
        if isinstance(start.type, model.Ref):
            start = model.Listed((start,), type=model.Many(start.type), span=start.span)
        over, member = self.domain(args[1], scope)
        edges = member.kind if isinstance(member, model.Ref) else ""
        if not edges or not self.names.table.kinds[edges].between:
            self.fault(
                "E319",
                "edges to go over are needed here",
                args[1].span,
                "a kind `between` places, or a set of its things",
            )
        steps = self.number(args[2], scope) if len(args) == 3 else None
        between = self.names.table.kinds[edges].between
        return model.Reach(start, over, edges, steps, type=model.Many(model.Ref(between)), span=expr.span)
