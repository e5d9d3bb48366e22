"""Lookups: what a name, `a.b` and `f(x)` stand for.

The reader need not know whether `f(x)` is a value, a table row, a field kept per thing, or the count of one sort in a
bag; this module does. Built-in words are in `dsl.checking.built_ins`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NoReturn

from dsl import ast, model
from dsl.checking.built_ins import BuiltIns
from dsl.checking.kinds import PLAYER
from dsl.checking.names import BROKEN, Chosen, Faulty, Scope, TableRow, ValueName, describe
from dsl.diagnostics import did_you_mean
from dsl.source import Span
from dsl.syntax import BUILT_IN, HOLDING_WORDS, RESERVED

__all__ = ["BUILT_IN", "HOLDING_WORDS", "RESERVED", "Lookups", "slot"]


class Lookups(BuiltIns):
    """The part of `Expressions` that resolves names."""

    # ------------------------------------------------------------ plain names

    def name(self, expr: ast.Name, scope: Scope) -> model.Expr:
        names, text, span = self.names, expr.text, expr.span
        local = scope.find(text)
        if local is BROKEN:
            raise Faulty
        if isinstance(local, model.Var):
            return model.Var(local.name, local.uid, type=local.type, span=span)
        if isinstance(local, model.Expr):
            return local
        if isinstance(local, Chosen):
            self.fault("E303", f"`{text}` is chosen by several", span, "say whose", hint=f"write `{text}(player)`")
        names.used.add(text)
        if text in names.constants:
            constant = names.constants[text]
            return model.Const(constant.value, type=constant.type, span=span)
        if text in names.table.things:
            kind, index = names.table.things[text]
            return model.Const(index, type=model.Ref(kind), span=span)
        if text in names.table.kinds:
            return model.Things(text, type=model.Many(model.Ref(text)), span=span)
        if (field := names.state_field("", text)) is not None:
            if field.keys:
                self.fault("E303", f"`{text}` is kept for each {field.key_kinds[0]}", span, "say for which")
            return slot(field, None, (), span)
        if text in names.values:
            return self.call_value(names.values[text], (), span, scope)
        if text in names.rows:
            self.fault("E303", f"`{text}` is a row of a table", span, "say which column", hint=f"write `{text}(…)`")
        self.unknown(text, span, scope)

    def unknown(self, text: str, span: Span, scope: Scope) -> NoReturn:
        if text in self.names.only_in_play:
            self.fault("E305", f"`{text}` is not known before play", span, "a plain number is needed")
        if text == "you":
            self.fault("E301", "nobody is `you` here", span, "only who acts or chooses is",
                       hint="whose turn it is is called `player`")  # fmt: skip
        known = [*scope.visible(), *self.names.everything(), *BUILT_IN]
        self.fault("E301", f"nothing is called `{text}`", span, "unknown name", hint=did_you_mean(text, known))

    # ------------------------------------------------------------ a.b

    def attribute(self, expr: ast.Attribute, scope: Scope) -> model.Expr:
        names, word = self.names, expr.name
        if isinstance(expr.of, ast.Name) and expr.of.text == "round" and scope.find("round") is None:
            return self.of_round(word)
        of = self.check(expr.of, scope)
        if word.text == "size":
            return self.size(of, expr.span)
        if word.text == "top" and isinstance(of.type, model.Holder) and of.type.form == "stack":
            return self.top(of, expr.span)
        if not isinstance(of.type, model.Ref) or not of.type.kind:
            self.fault(
                "E302",
                f"`{word.text}` does not belong to this",
                word.span,
                f"`{expr.of.span.text}` is {describe(of.type)}",
            )
        kind = of.type.kind
        names.used.add(word.text)
        if word.text == "ends" and names.table.kinds[kind].between:
            between = names.table.kinds[kind].between
            return model.Ends(of, kind, type=model.Many(model.Ref(between)), span=expr.span)
        if (fact := names.table.static(kind, word.text)) is not None:
            return self.fact(fact, of, expr.span)
        if (field := names.state_field(kind, word.text)) is not None:
            if field.keys:
                self.fault(
                    "E303",
                    f"`{word.text}` is kept for each {field.key_kinds[0]}",
                    word.span,
                    "say for which",
                    hint=f"write `{expr.span.text}(…)`",
                )
            return slot(field, of, (), expr.span)
        self.no_member(kind, word)

    def fact(self, fact: model.StaticField, of: model.Expr, span: Span) -> model.Expr:
        """A fact of the board; of a known thing it is a constant."""
        kind = self.names.table.kinds[fact.kind]
        if isinstance(of, model.Const) and isinstance(fact.type, (model.Int, model.Flag, model.Ref)):
            value = fact.values[of.value - kind.first]
            assert isinstance(value, int)
            type_ = model.Int(value, value) if isinstance(fact.type, model.Int) else fact.type
            return model.Const(value, type=type_, span=span)
        return model.Static(fact, of, type=fact.type, span=span)

    def top(self, stack: model.Expr, span: Span) -> model.Expr:
        """The thing on top of a stack, none if it is empty."""
        assert isinstance(stack.type, model.Holder)
        thing = model.Ref(stack.type.kind)
        var = self.names.new_var("thing", thing, span)
        optional = model.Ref(stack.type.kind, True)
        return model.Gather("last", var, stack, None, None, (), type=optional, span=span)

    def of_round(self, word: ast.Word) -> model.Expr:
        if word.text != "number":
            self.fault("E302", f"a round has no `{word.text}`", word.span, hint="`round.number` counts them")
        field = self.names.fields["", "round_number"]
        return slot(field, None, (), word.span)

    def no_member(self, kind: str, word: ast.Word) -> NoReturn:
        known = self.names.members_of(kind)
        self.fault(
            "E302",
            f"a {kind} has no `{word.text}`",
            word.span,
            "unknown here",
            hint=did_you_mean(word.text, known),
        )

    def size(self, of: model.Expr, span: Span) -> model.Expr:
        if isinstance(of, model.Things):
            size = self.names.table.kinds[of.kind].size
            return model.Const(size, type=model.Int(size, size), span=span)
        holder = of.field.type if isinstance(of, model.Slot) else of.type
        if isinstance(holder, model.Holder):
            assert isinstance(of, model.Slot)
            most = max(of.field.capacity or (), default=0) or self.all_pieces(holder.kind)
            most = 1 if holder.form == "space" else most
            return model.Size(of, type=model.Int(0, most), span=span)
        if isinstance(of.type, (model.Many, model.Bag)):
            return model.Size(of, type=model.Int(0, 10_000), span=span)
        self.fault("E302", "this has no size", span, f"this is {describe(of.type)}")

    def all_pieces(self, kind: str) -> int:
        """How many pieces or things of a kind there are; a large number where they are unlimited."""
        known = self.names.table.kinds[kind]
        if known.pieces is None:
            return known.size
        return 1_000_000 if None in known.pieces else sum(count or 0 for count in known.pieces)

    # ------------------------------------------------------------ f(x)

    def application(self, expr: ast.Call, scope: Scope) -> model.Expr:
        of, span = expr.of, expr.span
        if isinstance(of, ast.Attribute):
            return self.member_application(of, expr, scope)
        if not isinstance(of, ast.Name):
            return self.count_in(self.check(of, scope), expr, scope)
        local = scope.find(of.text)
        if local is BROKEN:
            raise Faulty
        if isinstance(local, Chosen):
            return self.keyed(local.field, None, expr, scope)
        if local is not None:
            return self.count_in(self.check(of, scope), expr, scope)
        self.names.used.add(of.text)
        if of.text in self.names.values:
            return self.call_value(self.names.values[of.text], expr.args, span, scope)
        if of.text in self.names.rows:
            return self.table_row(self.names.rows[of.text], expr, scope)
        if of.text in BUILT_IN:
            return self.built_in(of.text, expr, scope)
        if of.text in HOLDING_WORDS:
            return self.count_in_common(of.text, expr, scope)
        if of.text in self.names.table.kinds:
            return self.of_kind(of.text, expr, scope)
        if (field := self.names.state_field("", of.text)) is not None:
            return self.keyed(field, None, expr, scope)
        self.unknown(of.text, of.span, scope)

    def member_application(self, of: ast.Attribute, expr: ast.Call, scope: Scope) -> model.Expr:
        """`a.f(x)`: a field kept per thing, the count of a sort in a holder, or the other end of an edge."""
        word = of.name
        owner = self.check(of.of, scope)
        if not isinstance(owner.type, model.Ref) or not owner.type.kind:
            self.fault("E302", f"`{word.text}` does not belong to this", word.span, f"this is {describe(owner.type)}")
        kind = owner.type.kind
        self.names.used.add(word.text)
        if word.text == "other_end" and self.names.table.kinds[kind].between:
            return self.other_end(owner, kind, expr, scope)
        if (fact := self.names.table.static(kind, word.text)) is not None:
            return self.count_in(model.Static(fact, owner, type=fact.type, span=of.span), expr, scope)
        if (field := self.names.state_field(kind, word.text)) is not None:
            return self.keyed(field, owner, expr, scope)
        self.no_member(kind, word)

    def other_end(self, edge: model.Expr, kind: str, expr: ast.Call, scope: Scope) -> model.Expr:
        between = self.names.table.kinds[kind].between
        (place,) = self.arguments(expr, 1)
        here = self.thing(place, scope, between)
        var = self.names.new_var("end", model.Ref(between), expr.span)
        differs = model.Compare("!=", var, here, type=model.Flag(), span=expr.span)
        ends = model.Ends(edge, kind, type=model.Many(model.Ref(between)), span=expr.span)
        return model.Gather("first", var, ends, differs, None, (), type=model.Ref(between), span=expr.span)

    def keyed(
        self, field: model.StateField, owner: model.Expr | None, expr: ast.Call, scope: Scope
    ) -> model.Expr:
        """A field with its keys; one argument more counts a sort in what it holds."""
        wanted = len(field.keys)
        holds = isinstance(field.type, model.Bag) or (
            isinstance(field.type, model.Holder) and field.type.form in ("bag", "row")
        )
        args = self.arguments(
            expr, *([wanted, wanted + 1] if holds and wanted else [wanted + 1] if holds else [max(wanted, 1)])
        )
        if not wanted and not holds:
            self.fault(
                "E303",
                f"`{field.name}` is not kept for each of something",
                expr.span,
                "it takes nothing in brackets",
            )
        keys = []
        for arg, kind, (first, size) in zip(args, field.key_kinds, field.keys, strict=False):
            if kind:
                keys.append(self.thing(arg, scope, kind))
            else:
                key = self.number(arg, scope)
                self.fits(key, model.Int(first, first + size - 1), arg.span)
                keys.append(key)
        found = slot(field, owner, tuple(keys), expr.span)
        if len(args) == wanted:
            return found
        return self.sort_count(found, args[-1], expr.span, scope)

    def count_in(self, of: model.Expr, expr: ast.Call, scope: Scope) -> model.Expr:
        (sort,) = self.arguments(expr, 1)
        return self.sort_count(of, sort, expr.span, scope)

    def sort_count(self, of: model.Expr, sort: ast.Expr, span: Span, scope: Scope) -> model.Expr:
        """How many of one sort are in a bag or row. A player stands for the sort that is his."""
        held = of.field.type if isinstance(of, model.Slot) else of.type
        if (isinstance(held, model.Holder) and held.form in ("bag", "row")) or isinstance(held, model.Bag):
            kind = held.kind
            which = self.sort_named(sort, scope)
            known = self.names.table.kinds[kind]
            mine = (
                isinstance(which.type, model.Ref)
                and which.type.kind == known.owner_kind
                and known.size == self.names.players
            )
            if not mine or kind == PLAYER:
                self.fits(which, model.Ref(kind), sort.span)
            most = (
                max([count or 0 for count in known.pieces or (0,)])
                if known.pieces and None not in known.pieces
                else 1_000_000
            )
            low = -most if isinstance(held, model.Bag) and not isinstance(of, model.Slot) else 0
            if isinstance(of, model.Static):
                low, most = _range_of_facts(of.field)
            return model.CountOf(of, which, type=model.Int(low, most), span=span)
        self.fault(
            "E303",
            "this takes nothing in brackets",
            span,
            f"`{span.text.split('(')[0]}` is {describe(of.type)}",
        )

    def sort_named(self, sort: ast.Expr, scope: Scope) -> model.Expr:
        """A sort of pieces; the name of a kind will do where it has only one."""
        if isinstance(sort, ast.Name) and scope.find(sort.text) is None:
            kind = self.names.table.kinds.get(sort.text)
            if kind is not None and kind.fungible and kind.size == 1:
                return model.Const(kind.first, type=model.Ref(kind.name), span=sort.span)
        return self.check(sort, scope)

    def count_in_common(self, word: str, expr: ast.Call, scope: Scope) -> model.Expr:
        (sort,) = self.arguments(expr, 1)
        which = self.sort_named(sort, scope)
        kind = which.type.kind if isinstance(which.type, model.Ref) else ""
        if not kind or not self.names.table.kinds[kind].fungible:
            self.fault("E316", f"the {word} counts pieces of one sort", sort.span, f"this is {describe(which.type)}")
        field = self.common(word, kind, expr.span)
        return self.sort_count(slot(field, None, (), expr.span), sort, expr.span, scope)

    def common(self, word: str, kind: str, span: Span) -> model.StateField:
        """The supply or the box of a kind."""
        field = self.names.fields.get(("", f"{word}_{self.names.table.kinds[kind].root}"))
        if field is None:
            self.fault("E316", f"there is no {word} of {kind}", span, "each thing of this kind is its own")
        return field

    def call_value(self, value: ValueName, args: tuple[ast.Expr, ...], span: Span, scope: Scope) -> model.Expr:
        decl = value.decl
        if len(args) != len(value.params):
            wanted = ", ".join(param.name.text for param in decl.params) or "nothing"
            self.fault(
                "E303",
                f"`{decl.name.text}` needs {wanted} in brackets",
                span,
                f"{len(args)} given",
                related=[(decl.name.span, "declared here")],
            )
        checked = []
        for arg, type_ in zip(args, value.params, strict=True):
            found = self.check(arg, scope)
            self.fits(found, type_, arg.span, narrow=True)
            checked.append(found)
        return model.CallValue(decl.name.text, tuple(checked), type=value.type, span=span)

    def table_row(self, row: TableRow, expr: ast.Call, scope: Scope) -> model.Expr:
        (arg,) = self.arguments(expr, 1)
        key = self.number(arg, scope)
        last = row.first + len(row.values) - 1
        assert isinstance(key.type, model.Int)
        if key.type.low < row.first or key.type.high > last:
            self.fault(
                "E308",
                f"`{row.name}` has no such column",
                arg.span,
                f"this is {describe(key.type)}; the table goes from {row.first} to {last}",
                related=[(row.span, "the row")],
                hint=f"`clamp({arg.span.text}, {row.first}, {last})` keeps it inside",
            )
        if isinstance(key, model.Const):
            value = row.values[key.value - row.first]
            return model.Const(value, type=model.Int(value, value), span=expr.span)
        type_ = model.Int(min(row.values), max(row.values))
        return model.Lookup(row.name, row.first, row.values, key, type=type_, span=expr.span)

    def of_kind(self, name: str, expr: ast.Call, scope: Scope) -> model.Expr:
        """`Route(a, b)`: the edge between two places; `Token(player)`: the sort that belongs to a player."""
        kind = self.names.table.kinds[name]
        if kind.between and len(expr.args) == 2:
            left, right = (self.thing(arg, scope, kind.between) for arg in expr.args)
            return model.EdgeBetween(name, left, right, type=model.Ref(name, True), span=expr.span)
        if kind.owner_kind and kind.owner is not None and len(expr.args) == 1 and kind.size == len(set(kind.owner)):
            owner = self.thing(expr.args[0], scope, kind.owner_kind)
            if kind.first == 0:
                return replace(owner, type=model.Ref(name))
        self.fault(
            "E303",
            f"`{name}` is a kind of thing",
            expr.span,
            "it cannot be looked up like this",
            hint=f"`{name}(a, b)` works for kinds `between` places",
        )


def _range_of_facts(fact: model.StaticField) -> tuple[int, int]:
    """The least and the greatest count in a fact that is kept for each sort."""
    counts = [count for value in fact.values if isinstance(value, tuple) for count in value] or [0]
    return min(counts), max(counts)


def slot(field: model.StateField, owner: model.Expr | None, keys: tuple[model.Expr, ...], span: Span) -> model.Slot:
    """A slot with the type it has when read: a space reads as the thing in it or none, a set as its members."""
    type_ = field.type
    if isinstance(type_, model.Holder) and type_.form == "space":
        type_ = model.Ref(type_.kind, True)
    elif isinstance(type_, model.Holder) and type_.form == "set":
        type_ = model.Many(model.Ref(type_.kind))
    return model.Slot(field, owner, keys, type=type_, span=span)
