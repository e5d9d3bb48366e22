"""Expressions: from what was written to typed model expressions with known ranges.

One `Expressions` object serves a whole rulebook. Each method takes an expression and the local scope and gives back a
model expression; a fault is reported once and raised as `Faulty`, so that whoever holds a larger piece (a statement, a
need) can leave that piece out and go on. Ranges are worked out bottom-up. Lookups (`a.b`, `f(x)`) are in
`dsl.checking.lookups`.
"""

from __future__ import annotations

from dsl import ast, model
from dsl.checking.kinds import KindTable
from dsl.checking.lookups import Lookups
from dsl.checking.names import Scope, describe
from dsl.diagnostics import did_you_mean
from dsl.source import Span

WIDE = 2_000_000_000


class Expressions(Lookups):
    """Checks expressions; `names` holds what a whole rulebook shares."""

    def check(self, expr: ast.Expr, scope: Scope) -> model.Expr:
        """Any expression. Raises `Faulty` after reporting."""
        match expr:
            case ast.Integer(span, value):
                return model.Const(value, type=model.Int(value, value), span=span)
            case ast.Truth(span, value):
                return model.Const(int(value), type=model.Flag(), span=span)
            case ast.Nothing(span):
                return model.Const(model.NONE, type=model.Ref("", True), span=span)
            case ast.Name():
                return self.name(expr, scope)
            case ast.Attribute():
                return self.attribute(expr, scope)
            case ast.Call():
                return self.application(expr, scope)
            case ast.Gathering():
                return self.gathering(expr, scope)
            case ast.Braces():
                return self.braces(expr, scope)
            case ast.Amount():
                return self.amount(expr, scope)
            case ast.Range():
                return self.range_of(expr, scope)
            case ast.Arithmetic():
                return self.arithmetic(expr, scope)
            case ast.Negative(span, of):
                zero = model.Const(0, type=model.Int(0, 0), span=span)
                inner = self.number(of, scope)
                low, high = bounds(inner)
                return model.Arith("-", zero, inner, type=model.Int(-high, -low), span=span)
        return self.condition_form(expr, scope)

    def condition_form(self, expr: ast.Expr, scope: Scope) -> model.Expr:
        """The expressions built from yes and no."""
        flag = model.Flag()
        match expr:
            case ast.Compare():
                return self.compare(expr, scope)
            case ast.Member(span, of, domain, negated):
                inside = self.member(span, of, domain, scope)
                return model.Not(inside, type=flag, span=span) if negated else inside
            case ast.Not(span, of):
                return model.Not(self.flag(of, scope), type=flag, span=span)
            case ast.And(span, left, right):
                known = self.given(left, scope)
                return model.And(self.flag(left, scope), self.flag(right, known), type=flag, span=span)
            case ast.Or(span, left, right):
                return model.Or(self.flag(left, scope), self.flag(right, scope), type=flag, span=span)
            case ast.Conditional(span, when, then, otherwise):
                one, other = self.check(then, self.given(when, scope)), self.check(otherwise, scope)
                type_ = self.join(one, other, span)
                return model.If(self.flag(when, scope), one, other, type=type_, span=span)
        raise AssertionError(f"no reading of {type(expr).__name__}")

    def given(self, condition: ast.Expr | None, scope: Scope) -> Scope:
        """The scope in which a condition holds: after `x in Kind`, the local x is known to be of that kind."""
        if isinstance(condition, ast.And):
            return self.given(condition.right, self.given(condition.left, scope))
        match condition:
            case ast.Member(_, ast.Name(_, local), ast.Name(_, kind), False):
                var, table = scope.find(local), self.names.table
                if not isinstance(var, model.Var) or not isinstance(var.type, model.Ref) or kind not in table.kinds:
                    return scope
                if var.type.kind != kind and table.within(kind, var.type.kind):
                    inner = scope.inner()
                    inner.names[local] = model.Var(var.name, var.uid, type=model.Ref(kind), span=var.span)
                    return inner
        return scope

    # ------------------------------------------------------------ what is asked for

    def number(self, expr: ast.Expr, scope: Scope) -> model.Expr:
        """An expression that must be a number."""
        found = self.check(expr, scope)
        if isinstance(found.type, model.Int):
            return found
        self.fault(
            "E305",
            "a number is needed here",
            expr.span,
            f"this is {describe(found.type)}",
            hint="`.size` tells how many there are" if isinstance(found.type, (model.Holder, model.Many)) else "",
        )

    def flag(self, expr: ast.Expr, scope: Scope) -> model.Expr:
        """An expression that must be yes or no."""
        found = self.check(expr, scope)
        if isinstance(found.type, model.Flag):
            return found
        self.fault(
            "E306",
            "yes or no is needed here",
            expr.span,
            f"this is {describe(found.type)}",
            hint="compare it with something, for example `… > 0`",
        )

    def thing(self, expr: ast.Expr, scope: Scope, kind: str) -> model.Expr:
        """An expression that must be a thing of a kind."""
        found = self.check(expr, scope)
        self.fits(found, model.Ref(kind, False), expr.span, narrow=True)
        return found

    def domain(self, expr: ast.Expr, scope: Scope) -> tuple[model.Expr, model.Member]:
        """An expression that can be gone through, and the type of its members."""
        if isinstance(expr, ast.Name) and expr.text == "flag":
            ends = [model.Const(n, type=model.Flag(), span=expr.span) for n in (0, 1)]
            return model.RangeOf(ends[0], ends[1], 1, type=model.Many(model.Flag()), span=expr.span), model.Flag()
        found = self.check(expr, scope)
        type_ = found.type
        if isinstance(found, model.Slot) and isinstance(found.field.type, model.Holder):
            type_ = found.field.type
        match type_:
            case model.Many(of):
                return found, of
            case model.Holder(_, kind):
                return found, model.Ref(kind)
            case model.Bag(kind):
                return found, model.Ref(kind)
        self.fault(
            "E307",
            "this is not something to choose from or go through",
            expr.span,
            f"this is {describe(found.type)}",
            hint="a kind, a range like `1 to 6`, a holder or a set is needed",
        )

    def fits(self, found: model.Expr, wanted: model.Type, span: Span, narrow: bool = False) -> None:
        """Reports unless a value can stand where a type is wanted. `narrow` lets a wider kind pass."""
        table, have = self.names.table, found.type
        match wanted, have:
            case model.Int(low, high), model.Int(least, most):
                if least > high or most < low:
                    self.fault("E311", f"this is never {describe(wanted)}", span, f"it is {describe(have)}")
                return
            case model.Flag(), model.Flag():
                return
            case model.Ref(kind, optional), model.Ref("", _):
                if optional:
                    return
                self.fault("E304", f"none cannot stand here; {describe(wanted)} is needed", span)
            case model.Ref(kind, _), model.Ref(other, _):
                if table.within(other, kind) or (narrow and table.within(kind, other)):
                    return
            case model.Bag(kind), model.Bag(other) if kind == other:
                return
            case model.Many(of), model.Many(other):
                if other == model.Ref("", True) or _same_members(table, of, other):
                    return
            case model.Many(model.Ref(kind)), model.Holder(_, other) if table.within(other, kind):
                return
        self.fault("E304", f"{describe(wanted)} is needed here", span, f"this is {describe(have)}")

    # ------------------------------------------------------------ arithmetic

    def arithmetic(self, expr: ast.Arithmetic, scope: Scope) -> model.Expr:
        left, right = self.check(expr.left, scope), self.check(expr.right, scope)
        op, span = expr.op, expr.span
        if isinstance(left.type, model.Int) and isinstance(right.type, model.Int):
            return self._numbers(op, left, right, span)
        one, other = self.contents(left), self.contents(right)
        if op in ("+", "-") and type(one) is type(other) and isinstance(one, (model.Bag, model.Many)):
            return model.Joined(op, left, right, type=self._together(op, left, right, span), span=span)
        verb = {"+": "added to", "-": "taken from"}.get(op, "reckoned with")
        self.fault(
            "E304",
            f"{describe(right.type)} cannot be {verb} {describe(left.type)}",
            span,
            related=[(left.span, describe(left.type)), (right.span, describe(right.type))],
        )

    def contents(self, expr: model.Expr) -> model.Type:
        """What an expression holds: bags and rows as a bag, piles and sets as their members."""
        match expr.type:
            case model.Holder("bag" | "row", kind):
                return model.Bag(kind)
            case model.Holder(_, kind):
                return model.Many(model.Ref(kind))
        return expr.type

    def _together(self, op: str, left: model.Expr, right: model.Expr, span: Span) -> model.Type:
        """The type of two bags or two sets put together, or of one without the other."""
        one, other = self.contents(left), self.contents(right)
        if isinstance(one, model.Bag) and isinstance(other, model.Bag) and one.kind == other.kind:
            return one
        if isinstance(one, model.Many) and isinstance(other, model.Many):
            if isinstance(one.of, model.Ref) and isinstance(other.of, model.Ref):
                kind = self.shared_kind(one.of.kind, other.of.kind)
                if kind is not None:
                    return model.Many(model.Ref(kind)) if op == "+" or not one.of.kind else one
            elif type(one.of) is type(other.of):
                return one
        verb = "added" if op == "+" else "taken from each other"
        self.fault(
            "E304", f"{describe(one)} and {describe(other)} cannot be {verb}", span,
            related=[(left.span, describe(one)), (right.span, describe(other))],
        )  # fmt: skip

    def shared_kind(self, kind: str, other: str) -> str | None:
        """The nearest kind that holds the things of both; an empty set has the kind ""."""
        table = self.names.table
        if not kind or not other:
            return kind or other
        return next((up for up in table.lineage(kind) if up in table.lineage(other)), None)

    def _numbers(self, op: str, left: model.Expr, right: model.Expr, span: Span) -> model.Expr:
        (a, b), (c, d) = bounds(left), bounds(right)
        if op in ("/ down", "/ up", "mod"):
            if c <= 0 <= d:
                self.fault(
                    "E309",
                    "this can divide by zero",
                    right.span,
                    f"this is {describe(right.type)}",
                    hint="use `max(1, …)`, or a number that is never 0",
                )
            if isinstance(left, model.Const) and isinstance(right, model.Const):
                return self.folded(op, left.value, right.value, span)
            ways = [_divide(op, n, m) for n in (a, b) for m in (c, d)] + ([_divide(op, 0, c)] if a <= 0 <= b else [])
            low, high = (0, max(abs(c), abs(d)) - 1) if op == "mod" else (min(ways), max(ways))
        elif op == "+":
            low, high = a + c, b + d
        elif op == "-":
            low, high = a - d, b - c
        else:
            ways = [a * c, a * d, b * c, b * d]
            low, high = min(ways), max(ways)
        if isinstance(left, model.Const) and isinstance(right, model.Const):
            return self.folded(op, left.value, right.value, span)
        return model.Arith(op, left, right, type=model.Int(max(low, -WIDE), min(high, WIDE)), span=span)

    def folded(self, op: str, left: int, right: int, span: Span) -> model.Const:
        """A constant for an operation on two constants."""
        value = {"+": left + right, "-": left - right, "*": left * right}.get(op)
        if value is None:
            value = _divide(op, left, right)
        return model.Const(value, type=model.Int(value, value), span=span)

    # ------------------------------------------------------------ yes and no

    def compare(self, expr: ast.Compare, scope: Scope) -> model.Expr:
        left, right = self.check(expr.left, scope), self.check(expr.right, scope)
        result = model.Compare(expr.op, left, right, type=model.Flag(), span=expr.span)
        match self.contents(left), self.contents(right):
            case model.Int(a, b), model.Int(c, d):
                if b < c or d < a:
                    self.never_changes(expr, left, right)
                return result
            case model.Ref(kind, some), model.Ref(other, rest):
                table = self.names.table
                related = not kind or not other or table.within(kind, other) or table.within(other, kind)
                if related and (expr.op in ("=", "!=") or (kind and other)):
                    if (not kind and not rest) or (not other and not some):
                        self.names.sink.add(
                            "W404", "this is never none", expr.span, "the comparison is always the same"
                        )
                    return result
            case (model.Flag(), model.Flag()) | (model.Bag(), model.Bag()) if expr.op in ("=", "!="):
                return result
            case model.Many(), model.Many() if expr.op in ("=", "!="):
                return result
        self.fault(
            "E304",
            f"{describe(left.type)} cannot be compared with {describe(right.type)}",
            expr.span,
            related=[(left.span, describe(left.type)), (right.span, describe(right.type))],
        )

    def never_changes(self, expr: ast.Compare, left: model.Expr, right: model.Expr) -> None:
        if isinstance(left, model.Const) and isinstance(right, model.Const):
            return  # the number of players and options make such comparisons useful
        label = f"{describe(left.type)} against {describe(right.type)}"
        self.names.sink.add("W404", "this comparison always comes out the same", expr.span, label)

    def member(self, span: Span, of: ast.Expr, domain: ast.Expr, scope: Scope) -> model.Expr:
        item = self.check(of, scope)
        where, member = self.domain(domain, scope)
        empty = isinstance(where, model.Listed) and not where.items
        comparable = empty or type(member) is type(item.type)
        if isinstance(member, model.Ref) and isinstance(item.type, model.Ref):
            table = self.names.table
            comparable = empty or table.within(item.type.kind, member.kind) or table.within(member.kind, item.type.kind)
        if not comparable:
            self.fault(
                "E304",
                f"{describe(item.type)} is never among {describe(where.type)}",
                span,
                related=[(item.span, describe(item.type)), (where.span, describe(where.type))],
            )
        return model.In(item, where, type=model.Flag(), span=span)

    def join(self, one: model.Expr, other: model.Expr, span: Span) -> model.Type:
        """The type of a value that is one or the other."""
        match one.type, other.type:
            case model.Int(a, b), model.Int(c, d):
                return model.Int(min(a, c), max(b, d))
            case model.Flag(), model.Flag():
                return model.Flag()
            case model.Ref(kind, some), model.Ref(rest, also):
                table = self.names.table
                optional = some or also
                if not kind or table.within(kind, rest):
                    return model.Ref(rest, optional)
                if not rest or table.within(rest, kind):
                    return model.Ref(kind, optional)
                shared = [up for up in table.lineage(kind) if up in table.lineage(rest)]
                if shared:
                    return model.Ref(shared[0], optional)
            case first, second if first == second:
                return first
            case model.Many(model.Ref("")), model.Many() as many:
                return many
            case model.Many() as many, model.Many(model.Ref("")):
                return many
            case model.Many(of), model.Many(rest_of) if _same_members(self.names.table, rest_of, of):
                return model.Many(rest_of)
            case model.Many(of), model.Many(rest_of) if _same_members(self.names.table, of, rest_of):
                return model.Many(of)
        self.fault(
            "E304",
            "the two outcomes are of different kinds",
            span,
            related=[(one.span, describe(one.type)), (other.span, describe(other.type))],
        )

    # ------------------------------------------------------------ sets, amounts and gatherings

    def step_of(self, expr: ast.Range, scope: Scope) -> int:
        """The step of a range, 1 where none is written."""
        step = self.number(expr.step, scope) if expr.step is not None else None
        if step is not None and (not isinstance(step, model.Const) or step.value < 1):
            self.fault("E305", "a step is a plain number of at least 1", step.span, f"this is {describe(step.type)}")
        return step.value if isinstance(step, model.Const) else 1

    def range_of(self, expr: ast.Range, scope: Scope) -> model.Expr:
        low, high = self.number(expr.low, scope), self.number(expr.high, scope)
        pace = self.step_of(expr, scope)
        least, most = bounds(low)[0], bounds(high)[1]
        if most < least:
            self.names.sink.add("W405", "this range is always empty", expr.span, f"it goes from {least} to {most}")
            most = least
        return model.RangeOf(low, high, pace, type=model.Many(model.Int(least, most)), span=expr.span)

    def braces(self, expr: ast.Braces, scope: Scope) -> model.Expr:
        items = tuple(self.check(item, scope) for item in expr.items)
        if not items:
            return model.Listed((), type=model.Many(model.Ref("", True)), span=expr.span)
        type_ = items[0].type
        for item in items[1:]:
            type_ = self.join(model.Const(0, type=type_, span=items[0].span), item, expr.span)
        if isinstance(type_, model.Ref):
            type_ = model.Ref(type_.kind)
        if not isinstance(type_, (model.Ref, model.Int)):
            self.fault("E307", "a set holds things or numbers", expr.span, f"these are {describe(type_)}")
        return model.Listed(items, type=model.Many(type_), span=expr.span)

    def amount(self, expr: ast.Amount, scope: Scope) -> model.Expr:
        number = self.number(expr.number, scope)
        kind, sort = self.sort_of(expr.sort, scope)
        if sort is None:
            self.fault(
                "E314",
                f"which {kind}?",
                expr.sort.span,
                "there is one sort for each player",
                hint=f"say from which holder they come, or name the sort, as in `{kind}(player)`",
            )
        return model.Amounts(((number, sort),), type=model.Bag(kind), span=expr.span)

    def sort_of(self, expr: ast.Expr, scope: Scope) -> tuple[str, model.Expr | None]:
        """The sort of piece an amount speaks of; None where only the kind is named and it has several sorts."""
        table = self.names.table
        if isinstance(expr, ast.Name) and scope.find(expr.text) is None and expr.text in table.kinds:
            kind = table.kinds[expr.text]
            if not kind.fungible:
                self.fault("E316", f"`{kind.name}` has no equal pieces to count out", expr.span,
                           "each thing of this kind is its own")  # fmt: skip
            if kind.size == 1:
                return kind.name, model.Const(kind.first, type=model.Ref(kind.name), span=expr.span)
            return kind.name, None
        found = self.check(expr, scope)
        if isinstance(found.type, model.Ref) and found.type.kind and table.kinds[found.type.kind].fungible:
            return found.type.kind, found
        self.fault("E316", "an amount is counted in pieces of one sort", expr.span, f"this is {describe(found.type)}")

    def gathering(self, expr: ast.Gathering, scope: Scope) -> model.Expr:
        domain, member = self.domain(expr.binder.domain, scope)
        var = self.names.new_var(expr.binder.name.text, member, expr.binder.name.span)
        self.check_free(expr.binder.name)
        inner = scope.inner()
        inner.names[var.name] = var
        where = self.flag(expr.binder.where, inner) if expr.binder.where is not None else None
        known = self.given(expr.binder.where, inner)
        body = self.gathered(expr, known)
        keys = tuple(model.OrderKey(key.most, self.order_value(key.by, known)) for key in expr.order)
        how = expr.gather.text
        type_ = self.gathered_type(how, member, body, domain)
        return model.Gather(how, var, domain, where, body, keys, type=type_, span=expr.span)

    def gathered(self, expr: ast.Gathering, scope: Scope) -> model.Expr | None:
        """What is gathered of each member, if not the member itself."""
        if expr.body is None:
            return None
        match expr.gather.text:
            case "sum" | "min" | "max":
                return self.number(expr.body, scope)
            case "all":
                return self.flag(expr.body, scope)
            case "union":
                return self.domain(expr.body, scope)[0]
        return self.check(expr.body, scope)

    def order_value(self, expr: ast.Expr, scope: Scope) -> model.Expr:
        found = self.check(expr, scope)
        if not isinstance(found.type, (model.Int, model.Flag, model.Ref)):
            self.fault("E305", "an order needs a number", expr.span, f"this is {describe(found.type)}")
        return found

    def gathered_type(self, how: str, member: model.Type, body: model.Expr | None, domain: model.Expr) -> model.Type:
        most = self.largest(domain)
        match how:
            case "count":
                return model.Int(0, most)
            case "any" | "all":
                return model.Flag()
            case "sum":
                assert body is not None
                low, high = bounds(body)
                return model.Int(max(-WIDE, min(0, low * most)), min(WIDE, max(0, high * most)))
            case "min" | "max":
                assert body is not None
                return body.type
            case "first" | "last":
                return model.Ref(member.kind, True) if isinstance(member, model.Ref) else member
            case "union":
                assert body is not None
                inner = self.contents(body)
                return inner if isinstance(inner, model.Many) else model.Many(model.Ref("", True))
        of = body.type if body is not None else member
        assert isinstance(of, (model.Ref, model.Int, model.Flag))
        return model.Many(model.Ref(of.kind) if isinstance(of, model.Ref) else of)

    def largest(self, domain: model.Expr) -> int:
        """How many members a domain has at most."""
        match domain:
            case model.RangeOf(_, _, step, type=model.Many(model.Int(low, high))):
                return (high - low) // step + 1
            case model.Listed(items):
                return len(items)
            case model.Clockwise():
                return self.names.players
            case model.Slot(field):
                if field.capacity is not None:
                    return max(field.capacity, default=0)
        of = domain.type.of if isinstance(domain.type, model.Many) else None
        kind = of.kind if isinstance(of, model.Ref) else getattr(domain.type, "kind", "")
        if isinstance(of, model.Int):
            return of.high - of.low + 1
        known = self.names.table.kinds.get(kind)
        return known.size if known is not None else 2

    def call_hint(self, word: ast.Word, known: list[str]) -> str:
        return did_you_mean(word.text, known)


def bounds(expr: model.Expr) -> tuple[int, int]:
    """The least and the greatest value of a number."""
    assert isinstance(expr.type, model.Int)
    return expr.type.low, expr.type.high


def _divide(op: str, left: int, right: int) -> int:
    if right == 0:
        return 0
    if op == "/ down":
        return left // right
    return -(-left // right) if op == "/ up" else left % right


def _same_members(table: KindTable, of: model.Type, other: model.Type) -> bool:
    if isinstance(of, model.Ref) and isinstance(other, model.Ref):
        return not other.kind or table.within(other.kind, of.kind)
    return type(of) is type(other)
