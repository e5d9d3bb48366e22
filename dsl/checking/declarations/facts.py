"""Checks facts, the fixed values of things.

The board file gives a fact for each thing, or the rulebook gives one default for all things of a kind.
"""

from __future__ import annotations

from dsl import ast, model
from dsl.board import BoardData, Datum
from dsl.checking.declarations.labels import label_of
from dsl.checking.kinds import PLAYER, KindTable
from dsl.diagnostics import Sink, wording
from dsl.limits import LONGEST_ROW


def add_facts(table: KindTable, board: BoardData | None, numbers: dict[str, int], sink: Sink) -> None:
    """Add the facts of all kinds to the table of kinds.

    Args:
        numbers: The constants that default values may use, by name.
    """
    for decl in table.declared.values():
        for fact in decl.fields:
            _fact_values(decl, fact, board, table, numbers, sink)


def fact_type(decl: ast.Field, table: KindTable, sink: Sink) -> model.Type | None:
    """Return the type of a fact, or None after reporting a fault in its declaration."""
    domain = decl.domain
    if (row := columns(decl)) is not None:
        return _row_of_numbers(decl, row[1], sink)
    if decl.keys:
        return _number_per_sort(decl, table, sink)
    if domain.form == "flag":
        return model.Flag()
    if domain.form == "money":
        return model.Int(0, model.MONEY_LIMIT)
    if domain.form in ("members", "or none") and (range_ := _plain_range(domain.of)) is not None:
        return model.Int(*range_)
    if isinstance(domain.of, ast.Name):
        name = domain.of.text
        if not _is_known(domain.of, table, sink):
            return None
        if domain.form in ("members", "or none"):
            return model.Ref(name, domain.form == "or none")
        if domain.form == "set":
            return model.Many(model.Ref(name))
        if domain.form == "bag":
            return model.Bag(name)
    sink.add("E307", f"`{decl.name.text}` cannot be a board fact", decl.domain.span,
             "expected a range, `flag`, a kind, or a set or bag of a kind")  # fmt: skip
    return None


def columns(decl: ast.Field) -> tuple[int, int] | None:
    """Return the first column and the number of columns of a row of numbers, or None for any other fact."""
    match decl.keys:
        case (ast.Range(step=None, down=False) as key,) if (range_ := _plain_range(key)) is not None:
            low, high = range_
            return low, high - low + 1
    return None


def _row_of_numbers(decl: ast.Field, size: int, sink: Sink) -> model.Type | None:
    (key,), numbers = decl.keys, _plain_range(decl.domain.of)
    if decl.domain.form != "members" or numbers is None:
        sink.add("E307", f"`{decl.name.text}` cannot be a board fact", decl.domain.span,
                 "expected a range, because a row contains only numbers")  # fmt: skip
    elif not 1 <= size <= LONGEST_ROW:
        label = "the range is empty" if size < 1 else f"there are {size:,} columns; at most {LONGEST_ROW} are allowed"
        sink.add("E307", f"`{decl.name.text}` cannot have these columns", key.span, label)
    else:
        return model.Many(model.Int(*numbers))
    return None


def _number_per_sort(decl: ast.Field, table: KindTable, sink: Sink) -> model.Type | None:
    """Return the type of a fact that has one number for each sort of a kind.

    The declaration mentions this kind in brackets.
    """
    kind, domain = decl.keys[0], decl.domain
    ranged = domain.form in ("members", "or none") and isinstance(domain.of, ast.Range)
    if len(decl.keys) > 1 or not isinstance(kind, ast.Name) or not ranged:
        sink.add("E307", f"`{decl.name.text}` cannot be a board fact", decl.span,
                 "expected one kind or range in brackets, and a range of numbers as values")  # fmt: skip
    elif _is_known(kind, table, sink):
        return model.Bag(kind.text)
    return None


def _is_known(kind: ast.Name, table: KindTable, sink: Sink) -> bool:
    if kind.text in table.declared or kind.text == PLAYER:
        return True
    wording.unknown_kind(sink, kind.text, kind.span, table.known)
    return False


def _plain_range(of: ast.Expr | None) -> tuple[int, int] | None:
    """Return the bounds of a range, or None if they are not plain numbers."""
    if not isinstance(of, ast.Range):
        return None
    low, high = _literal(of.low), _literal(of.high)
    return None if low is None or high is None else (low, high)


def _literal(expr: ast.Expr | None) -> int | None:
    if isinstance(expr, ast.Integer):
        return expr.value
    if isinstance(expr, ast.Negative) and isinstance(expr.of, ast.Integer):
        return -expr.of.value
    return None


def _fact_values(
    decl: ast.Kind, fact: ast.Field, board: BoardData | None, table: KindTable, numbers: dict[str, int], sink: Sink
) -> None:
    kind = table.kinds.get(decl.name.text)
    if kind is None:
        return
    type_ = fact_type(fact, table, sink)
    if type_ is None:
        table.refused.add((kind.name, fact.name.text))
        return
    initial = _default(fact.initial, numbers)
    row = columns(fact) if isinstance(type_, model.Many) else None
    if row is not None and fact.initial is not None:
        initial = [initial] * row[1]
    if fact.initial is not None and not _fits(initial, type_, table):
        sink.add("E324", f"`{fact.name.text}` cannot have this value for every thing", fact.initial.span,
                 "expected one number or thing that its declaration allows",
                 hint=f"give different values in the board file, or compute them: `value {fact.name.text}"
                      f"({decl.name.text.lower()}: {decl.name.text}): …`")  # fmt: skip
    values = []
    for offset, thing in enumerate(kind.things):
        own_kind, _ = table.things.get(thing, (kind.name, kind.first + offset))
        found = board.kinds.get(own_kind, {}).get(thing) if board else None
        datum = found.values.get(fact.name.text) if found else None
        written = datum.value if datum is not None else initial
        values.append(_fact_value(written, type_, table) if row is None else _numbers(written, row[1]))
    table.statics[kind.name, fact.name.text] = model.StaticField(
        fact.name.text, kind.name, type_, tuple(values), label_of(fact, sink), fact.internal, row,
    )  # fmt: skip


def _default(initial: ast.Expr | None, numbers: dict[str, int]) -> object:
    """Return the default of a fact as a Python value, in the form that a board file uses.

    Return `...` if the expression is too complex for a board file.
    """
    match initial:
        case None | ast.NoneLiteral():
            return None
        case ast.BooleanLiteral(_, value) | ast.Integer(_, value):
            return value
        case ast.Name(_, text):
            return numbers.get(text, text)
        case ast.Braces(_, items):
            return [_default(item, numbers) for item in items]
    literal = _literal(initial)
    return ... if literal is None else literal


def _fits(value: object, type_: model.Type, table: KindTable) -> bool:
    match type_:
        case model.Flag():
            return isinstance(value, bool)
        case model.Int(low, high):
            return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
        case model.Ref(kind, optional):
            known = table.things.get(value) if isinstance(value, str) else None
            return optional if value is None else known is not None and table.within(known[0], kind)
        case model.Many(of):
            return isinstance(value, list) and all(_fits(each, of, table) for each in value)
    return value in ([], 0)  # A bag, or a fact with one number per sort, can only be empty by default.


def _fact_value(value: object, type_: model.Type, table: KindTable) -> int | tuple[int, ...]:
    """Return the value of a fact as one number, or as a tuple for a set or a bag.

    If the value in the board file is wrong, return an arbitrary value, because the schema check has already reported
    it.
    """
    if isinstance(type_, model.Ref):
        return table.things[value][1] if isinstance(value, str) and value in table.things else model.NONE
    if isinstance(type_, model.Many):
        names = value if isinstance(value, list) else []
        return tuple(sorted(table.things[name][1] for name in names if isinstance(name, str) and name in table.things))
    if isinstance(type_, model.Bag):
        kind = table.kinds.get(type_.kind)
        counts = value if isinstance(value, dict) else {}
        found = [_plain(counts.get(name)) for name in (kind.things if kind else ())]
        return tuple(found)
    return _plain(value)


def _numbers(value: object, size: int) -> tuple[int, ...]:
    """Return a row with one number in each column, even if the row in the board file has the wrong length."""
    found = [_plain(each) for each in value] if isinstance(value, list) else []
    return tuple([*found, *[0] * size][:size])


def _plain(value: object) -> int:
    if isinstance(value, Datum):
        value = value.value
    return int(value) if isinstance(value, int) else 0
