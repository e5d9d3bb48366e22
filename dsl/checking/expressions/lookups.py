"""Checks names, and expressions of the form `a.b`.

`dsl.checking.expressions.calls` checks calls.
"""

from __future__ import annotations

from dataclasses import replace

from dsl import ast, model
from dsl.checking.expressions.calls import call_value
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.expressions.holders import all_pieces, slot
from dsl.checking.expressions.unknown_names import keys_missing, owner_kind, unknown_member, unknown_name
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Scope, SecretChoice
from dsl.source import Span

MOST_MEMBERS = 10_000
"""Maximum size assumed for a domain whose actual size is unknown."""


def name(c: ExpressionChecker, expr: ast.Name, scope: Scope) -> model.Expr:
    """Check a name, which is a local name or a name of the whole rulebook."""
    local = scope.resolve(expr.text)
    if isinstance(local, model.Expr):
        c.names.note_local(expr.span, expr.text, scope)
    if isinstance(local, model.Var):
        return model.Var(local.name, local.uid, type=local.type, span=expr.span)
    if isinstance(local, SecretChoice):
        hint = f"write `{expr.text}(player)`"
        c.fault(
            "E303", f"`{expr.text}` is chosen by several players", expr.span, "say whose choice you mean", hint=hint
        )
    return local if local is not None else _shared_name(c, expr.text, expr.span, scope)


def _shared_name(c: ExpressionChecker, text: str, span: Span, scope: Scope) -> model.Expr:
    names = c.names
    names.note_shared(span, text)
    if text in names.constants:
        constant = names.constants[text]
        return model.Const(constant.value, (text,), type=constant.type, span=span)
    if text in names.table.things:
        kind, index = names.table.things[text]
        return model.Const(index, type=model.Ref(kind), span=span)
    if text in names.table.kinds:
        return model.Things(text, type=model.Many(model.Ref(text)), span=span)
    if (field := names.state_field("", text)) is not None:
        if field.keys:
            keys_missing(c, field, span)
        return slot(field, None, (), span)
    if text in names.values:
        return call_value(c, names.values[text], (), span, scope)
    if text in names.rows:
        c.fault("E303", f"`{text}` is a row of a table", span, "say which column you mean", hint=f"write `{text}(…)`")
    unknown_name(c, text, span, scope)


def attribute(c: ExpressionChecker, expr: ast.Attribute, scope: Scope) -> model.Expr:
    """Check `a.b`, where b is a fact, a field, `size`, `top` or `ends`."""
    names, word = c.names, expr.name
    if isinstance(expr.of, ast.Name) and expr.of.text == "round" and scope.find("round") is None:
        return _of_round(c, word, expr.span)
    of = c.check(expr.of, scope)
    if word.text == "size":
        return _size(c, of, expr.span)
    if word.text == "top" and isinstance(of.type, model.Holder) and of.type.traits.shuffled:
        return _top(c, of, expr.span)
    kind = owner_kind(c, of, word, expr.of.span.text)
    names.used.add(word.text)
    if word.text == "ends" and names.table.kinds[kind].between:
        between = names.table.kinds[kind].between
        return model.Ends(of, kind, type=model.Many(model.Ref(between)), span=expr.span)
    if (static := names.table.static(kind, word.text)) is not None:
        names.note_fact(word.span, static)
        return fact_of(c, static, of, expr.span)
    if (field := names.state_field(kind, word.text)) is not None:
        names.note(word.span, field.span)
        if field.keys:
            keys_missing(c, field, word.span, f"write `{expr.span.text}(…)`")
        return slot(field, of, (), expr.span)
    if word.text == "number" and kind == PLAYER:
        seats = c.names.players
        place = model.StaticField("number", PLAYER, model.Int(1, seats), tuple(range(1, seats + 1)))
        return fact_of(c, place, of, expr.span)
    unknown_member(c, kind, word)


def fact_of(c: ExpressionChecker, fact: model.StaticField, of: model.Expr, span: Span) -> model.Expr:
    """Return an expression that reads a fact of the board.

    If the thing is known, the result is a constant.
    """
    kind = c.names.table.kinds[fact.kind]
    if fact.columns is not None:
        first, size = fact.columns
        title = f"`{fact.name}` has {size} numbers"
        c.fault("E303", title, span, "say which number you mean", hint=f"write `{span.text}({first})`, for example")
    if isinstance(of, model.Const) and isinstance(fact.type, (model.Int, model.Flag, model.Ref)):
        value = fact.values[of.value - kind.first]
        assert isinstance(value, int)
        type_ = model.Int(value, value) if isinstance(fact.type, model.Int) else fact.type
        return model.Const(value, type=type_, span=span)
    return model.FactValue(fact, of, type=fact.type, span=span)


def _top(c: ExpressionChecker, stack: model.Expr, span: Span) -> model.Expr:
    assert isinstance(stack.type, model.Holder)
    thing = model.Ref(stack.type.kind)
    var = c.names.new_var("thing", thing, span)
    optional = model.Ref(stack.type.kind, True)
    return model.AggregateExpr("last", var, stack, None, None, (), type=optional, span=span)


def _of_round(c: ExpressionChecker, word: ast.Word, span: Span) -> model.Expr:
    if word.text != "number":
        c.fault(
            "E302", f"a round has no `{word.text}`", word.span, hint="`round.number` is the number of the current round"
        )
    field = c.names.fields.get(("", "round_number"))
    if field is None:
        c.fault("E305", "`round.number` is not known before the game begins", span, "a constant number is needed")
    return slot(field, None, (), span)


def _size(c: ExpressionChecker, of: model.Expr, span: Span) -> model.Expr:
    if isinstance(of, model.Things):
        size = c.names.table.kinds[of.kind].size
        return model.Const(size, type=model.Int(size, size), span=span)
    holder = of.field.type if isinstance(of, model.Slot) else of.type
    if isinstance(holder, model.Holder):
        assert isinstance(of, model.Slot)
        most = max(of.field.capacity or (), default=0) or all_pieces(c.names.table.kinds[holder.kind])
        most = 1 if holder.traits.one_at_most else most
        counted = replace(of, type=holder)  # read the holder itself, because the value of a space is the thing in it
        return model.Size(counted, type=model.Int(0, most), span=span)
    if isinstance(of.type, (model.Many, model.Bag)):
        return model.Size(of, type=model.Int(0, MOST_MEMBERS), span=span)
    c.wrong_type("E302", "this expression has no size", span, of.type)
