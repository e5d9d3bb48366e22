"""Checks calls, and determines the meaning of `f(x)`.

A call may read a value, a table row, a field with keys, or the count of one sort in a bag. This module tells these
meanings apart. `dsl.checking.expressions.built_ins` checks the built-in functions.
"""

from __future__ import annotations

from dataclasses import replace

from dsl import ast, model
from dsl.checking.expressions.built_ins import BUILT_INS
from dsl.checking.expressions.conversions import fitted
from dsl.checking.expressions.expression_checker import ExpressionChecker
from dsl.checking.expressions.holders import common, pieces_of_a_sort, slot, sort_of_owner
from dsl.checking.expressions.unknown_names import owner_kind, unknown_member, unknown_name
from dsl.checking.kinds import PLAYER
from dsl.checking.names import Scope, SecretChoice, TableRow, ValueName
from dsl.checking.types import bounds, describe
from dsl.diagnostics import ErrorReported
from dsl.source import Span
from dsl.syntax import FUNCTIONS, HOLDINGS


def call(c: ExpressionChecker, expr: ast.Call, scope: Scope) -> model.Expr:
    """Check `f(x)` and `a.f(x)`."""
    of = expr.of
    if isinstance(of, ast.Attribute):
        return _member_call(c, of, expr, scope)
    if not isinstance(of, ast.Name):
        return _count_in(c, c.check(of, scope), expr, scope)
    local = scope.resolve(of.text)
    if isinstance(local, SecretChoice):
        c.names.note(of.span, local.field.span)
        return _keyed(c, local.field, None, expr, scope)
    if local is not None:
        return _count_in(c, c.check(of, scope), expr, scope)
    return _shared_call(c, of, expr, scope)


def _shared_call(c: ExpressionChecker, of: ast.Name, expr: ast.Call, scope: Scope) -> model.Expr:
    names, text = c.names, of.text
    names.note_shared(of.span, text)
    if text in names.values:
        return call_value(c, names.values[text], expr.args, expr.span, scope)
    if text in names.rows:
        return _table_row(c, names.rows[text], expr, scope)
    if text in BUILT_INS:
        c.arguments(expr, *FUNCTIONS[text].counts)
        return BUILT_INS[text](c, expr, scope)
    if text in HOLDINGS:
        return _count_in_common(c, text, expr, scope)
    if text in names.table.kinds:
        return _of_kind(c, text, expr, scope)
    if (field := names.state_field("", text)) is not None:
        return _keyed(c, field, None, expr, scope)
    unknown_name(c, text, of.span, scope, called=True)


def _member_call(c: ExpressionChecker, of: ast.Attribute, expr: ast.Call, scope: Scope) -> model.Expr:
    """Check `a.f(x)`.

    The call `a.f(x)` reads a field with keys, the count of a sort in a holder, or the other end of an edge.
    """
    word = of.name
    owner = c.check(of.of, scope)
    kind = owner_kind(c, owner, word, of.of.span.text)
    c.names.used.add(word.text)
    if word.text == "other_end" and c.names.table.kinds[kind].between:
        return _other_end(c, owner, kind, expr, scope)
    if (fact := c.names.table.static(kind, word.text)) is not None:
        c.names.note_fact(word.span, fact)
        if fact.columns is not None:
            return _number_in_row(c, fact, fact.columns, owner, expr, scope)
        return _count_in(c, model.FactValue(fact, owner, type=fact.type, span=of.span), expr, scope)
    if (field := c.names.state_field(kind, word.text)) is not None:
        c.names.note(word.span, field.span)
        return _keyed(c, field, owner, expr, scope)
    unknown_member(c, kind, word)


def _other_end(c: ExpressionChecker, edge: model.Expr, kind: str, expr: ast.Call, scope: Scope) -> model.Expr:
    """Check `edge.other_end(place)`."""
    between = c.names.table.kinds[kind].between
    (place,) = c.arguments(expr, 1)
    here = c.thing(place, scope, between)
    var = c.names.new_var("end", model.Ref(between), expr.span)
    differs = model.Compare("!=", var, here, type=model.Flag(), span=expr.span)
    ends = model.Ends(edge, kind, type=model.Many(model.Ref(between)), span=expr.span)
    return model.AggregateExpr("first", var, ends, differs, None, (), type=model.Ref(between), span=expr.span)


def _keyed(
    c: ExpressionChecker, field: model.StateField, owner: model.Expr | None, expr: ast.Call, scope: Scope
) -> model.Expr:
    """Check a field with its keys.

    If the field contains pieces, an additional argument names the sort to count.
    """
    wanted = len(field.keys)
    if model.reads_as_bag(field.type):
        args = c.arguments(expr, *([wanted, wanted + 1] if wanted else [1]))
    else:
        args = c.arguments(expr, max(wanted, 1))
        if not wanted:
            title = f"`{field.name}` takes no brackets"
            c.fault("E303", title, expr.span, "this field has only one value")
    keys = []
    for arg, kind, (first, size) in zip(args, field.key_kinds, field.keys, strict=False):
        if kind:
            keys.append(c.thing(arg, scope, kind))
        else:
            keys.append(c.number(arg, scope))
            c.fits(keys[-1], model.Int(first, first + size - 1), arg.span)
    read = slot(field, owner, tuple(keys), expr.span)
    return read if len(args) == wanted else _count_of(c, read, args[-1], expr.span, scope)


def _count_in(c: ExpressionChecker, of: model.Expr, expr: ast.Call, scope: Scope) -> model.Expr:
    (sort,) = c.arguments(expr, 1)
    return _count_of(c, of, sort, expr.span, scope)


def _count_of(c: ExpressionChecker, of: model.Expr, sort: ast.Expr, span: Span, scope: Scope) -> model.Expr:
    """Return the number of pieces of one sort in a bag or row.

    If the argument is a player, count the sort that belongs to that player.
    """
    held = of.field.type if isinstance(of, model.Slot) else of.type
    if not model.reads_as_bag(held):
        written = span.text.split("(")[0]
        c.fault("E303", "this cannot be followed by brackets", span, f"`{written}` is {describe(of.type)}")
    which, kind = _sort_named(c, sort, scope), c.names.table.kinds[held.kind]
    owned = isinstance(which.type, model.Ref) and which.type.kind == kind.owner_kind != ""
    if owned and kind.size == c.names.players and held.kind != PLAYER:
        which = sort_of_owner(c, kind, which)
    else:
        c.fits(which, model.Ref(held.kind), sort.span)
    most = pieces_of_a_sort(kind)
    low = -most if isinstance(held, model.Bag) and not isinstance(of, model.Slot) else 0
    if isinstance(of, model.FactValue):
        low, most = _range_of_facts(of.field)
    return model.CountOf(of, which, type=model.Int(low, most), span=span)


def _sort_named(c: ExpressionChecker, sort: ast.Expr, scope: Scope) -> model.Expr:
    """Return the sort of pieces that an expression names.

    An expression may name a kind instead, if the kind has a single sort.
    """
    if isinstance(sort, ast.Name) and scope.find(sort.text) is None:
        kind = c.names.table.kinds.get(sort.text)
        if kind is not None and kind.fungible and kind.size == 1:
            c.names.note_shared(sort.span, sort.text)
            return model.Const(kind.first, type=model.Ref(kind.name), span=sort.span)
    return c.check(sort, scope)


def _count_in_common(c: ExpressionChecker, word: str, expr: ast.Call, scope: Scope) -> model.Expr:
    """Check `supply(Flax)` and `box(Flax)`."""
    (sort,) = c.arguments(expr, 1)
    which = _sort_named(c, sort, scope)
    kind = which.type.kind if isinstance(which.type, model.Ref) else ""
    if not kind or not c.names.table.kinds[kind].fungible:
        c.wrong_type("E316", f"the {word} can count only the pieces of one sort", sort.span, which.type)
    field = common(c, word, kind, expr.span)
    return _count_of(c, slot(field, None, (), expr.span), sort, expr.span, scope)


def call_value(
    c: ExpressionChecker, value: ValueName, args: tuple[ast.Expr, ...], span: Span, scope: Scope
) -> model.Expr:
    """Check a call of a value. Raises `ErrorReported`."""
    if value.decl.name.text in c.names.faulty_values:
        raise ErrorReported
    name = value.decl.name
    if len(args) != len(value.params):
        c.wrong_count(name.text, value.decl.params, len(args), span, name.span)
    checked = []
    for arg, type_ in zip(args, value.params, strict=True):
        checked.append(fitted(c, c.check(arg, scope), type_))
        c.fits(checked[-1], type_, arg.span, narrow=True)
    return model.CallValue(name.text, tuple(checked), type=value.type, span=span)


def _number_in_row(
    c: ExpressionChecker, fact: model.StaticField, columns: tuple[int, int], of: model.Expr, expr: ast.Call,
    scope: Scope,
) -> model.Expr:  # fmt: skip
    """Check `a.f(3)`, a number in a row of the board file."""
    decl = next(each for each in c.names.table.declared[fact.kind].fields if each.name.text == fact.name)
    column = _column(c, fact.name, columns, decl.span, expr, scope)
    assert isinstance(fact.type, model.Many)
    if isinstance(of, model.Const) and isinstance(column, model.Const):
        row = fact.values[of.value - c.names.table.kinds[fact.kind].first]
        assert isinstance(row, tuple)
        value = row[column.value - columns[0]]
        return model.Const(value, type=model.Int(value, value), span=expr.span)
    return model.FactValue(fact, of, column, type=fact.type.of, span=expr.span)


def _column(
    c: ExpressionChecker, name: str, columns: tuple[int, int], row: Span, expr: ast.Call, scope: Scope
) -> model.Expr:
    """Check the number in brackets, which selects a column of a row of numbers."""
    (arg,) = c.arguments(expr, 1)
    column = c.number(arg, scope)
    first, last = columns[0], columns[0] + columns[1] - 1
    low, high = bounds(column)
    if low < first or high > last:
        label = f"this is {describe(column.type)}; the columns run from {first} to {last}"
        hint = f"`clamp({arg.span.text}, {first}, {last})` limits the number to these columns"
        title = f"`{name}` may have no column for this number"
        c.fault("E308", title, arg.span, label, related=[(row, "the row")], hint=hint)
    return column


def _table_row(c: ExpressionChecker, row: TableRow, expr: ast.Call, scope: Scope) -> model.Expr:
    key = _column(c, row.name, (row.first, len(row.values)), row.span, expr, scope)
    if isinstance(key, model.Const):
        value = row.values[key.value - row.first]
        return model.Const(value, (row.name, *key.sources), type=model.Int(value, value), span=expr.span)
    type_ = model.Int(min(row.values), max(row.values))
    return model.Lookup(row.name, row.first, row.values, key, type=type_, span=expr.span)


def _of_kind(c: ExpressionChecker, name: str, expr: ast.Call, scope: Scope) -> model.Expr:
    """Check `Route(a, b)`, an edge, or `Token(player)`, the sort that belongs to a player."""
    kind = c.names.table.kinds[name]
    if kind.between and len(expr.args) == 2:
        left, right = (c.thing(arg, scope, kind.between) for arg in expr.args)
        return model.EdgeBetween(name, left, right, type=model.Ref(name, True), span=expr.span)
    numbered = c.names.table.static(name, "number") if len(expr.args) == 1 else None
    if numbered is not None and isinstance(c.check(expr.args[0], scope).type, model.Int):
        return _by_number(c, kind, numbered, expr, scope)
    if kind.owner_kind and kind.owner is not None and len(expr.args) == 1 and kind.size == len(set(kind.owner)):
        return sort_of_owner(c, kind, c.thing(expr.args[0], scope, kind.owner_kind), expr.span)
    hint = f"write `{name}(a, b)` only for a kind `between` places, and `{name}(3)` only for a numbered kind"
    c.fault("E303", f"`{name}` is a kind of thing", expr.span, "brackets cannot select one of its things", hint=hint)


def _by_number(
    c: ExpressionChecker, kind: model.Kind, fact: model.StaticField, expr: ast.Call, scope: Scope
) -> model.Expr:
    """Check `Cell(3)`, the thing with the number 3.

    Raises:
        ErrorReported: Raised if the numbers of the kind's things have gaps or duplicates.
    """
    at = kind.first - c.names.table.kinds[fact.kind].first
    numbers = [number for number in fact.values[at : at + kind.size] if isinstance(number, int)]
    ordered = sorted(range(len(numbers)), key=numbers.__getitem__)
    if not numbers or sorted(numbers) != list(range(min(numbers), min(numbers) + kind.size)):
        title, label = f"which {kind.name}?", "the numbers have gaps or duplicates, so they do not identify the things"
        hint = f"`first(x in {kind.name} where x.number = …)` finds a thing by its number"
        c.fault("E303", title, expr.span, label, hint=hint)
    things = tuple(kind.first + place for place in ordered)
    found = _table_row(c, TableRow(kind.name, min(numbers), things, kind.span or expr.span), expr, scope)
    if isinstance(found, model.Const):
        return model.Const(found.value, type=model.Ref(kind.name), span=expr.span)
    return replace(found, type=model.Ref(kind.name))


def _range_of_facts(fact: model.StaticField) -> tuple[int, int]:
    """Return the smallest and the largest count in a fact that has one count per sort."""
    counts = [count for value in fact.values if isinstance(value, tuple) for count in value] or [0]
    return min(counts), max(counts)
