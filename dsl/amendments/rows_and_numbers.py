"""Applies `set` amendments to numbers, options, rulings and tables."""

from __future__ import annotations

from dataclasses import replace

from dsl import ast
from dsl.amendments.context import AmendmentContext
from dsl.diagnostics import did_you_mean
from dsl.printing import plain


def set_value(
    c: AmendmentContext, part: ast.Amendment, target: ast.Target, decl: ast.Declaration
) -> ast.Declaration | None:
    """Return a declaration with a new value, or a table with new cells.

    Return None if `set` does not apply to this type of declaration.
    """
    value = valued(part).value
    if isinstance(decl, (ast.Number, ast.Option, ast.Ruling)) and value is not None:
        return replace(decl, value=value)
    if isinstance(decl, ast.Table):
        rows = tuple(_row(c, part, target, decl, row) for row in decl.rows)
        return replace(decl, rows=rows)
    return None


def _cell(part: ast.Amendment) -> ast.Expr | None:
    if len(part.cells) != 1:
        return None
    cell = part.cells[0]
    if isinstance(cell.value, str):
        return ast.Name(cell.span, cell.value)
    number = ast.Integer(cell.span, abs(cell.value))
    return number if cell.value >= 0 else ast.Negative(cell.span, number)


def _row(
    c: AmendmentContext, part: ast.Amendment, target: ast.Target, table: ast.Table, row: ast.TableRow
) -> ast.TableRow:
    if row.name.text != target.path[0].text:
        return row
    if not target.args:
        part = _worked_out(c, part)
        if len(part.cells) != len(row.cells):
            title = f"row `{row.name.text}` has {len(row.cells)} columns"
            c.fault("E405", title, part.span, f"{len(part.cells)} given")
        return replace(row, cells=part.cells)
    part = _worked_out(c, part)
    key = target.args[0]
    number = ast.constant_value(key, {})
    for index, column in enumerate(table.columns):
        named = ast.column_text(column) == plain(key)
        if (named or number in ast.column_numbers(column)) and len(part.cells) == 1:
            return replace(row, cells=(*row.cells[:index], part.cells[0], *row.cells[index + 1 :]))
    if len(part.cells) != 1:
        c.fault("E405", "a table cell contains only one value", part.span, f"{len(part.cells)} given")
    columns = [ast.column_text(column) for column in table.columns]
    hint = did_you_mean(plain(key), columns) or f"the columns are {', '.join(columns)}"
    c.fault("E402", f"row `{row.name.text}` has no column {plain(key)}", key.span, "unknown column", hint)


def _worked_out(c: AmendmentContext, part: ast.Amendment) -> ast.Amendment:
    """Compute the arithmetic in an amended table cell."""
    if part.value is None or part.cells:
        return part
    known = ast.plain_numbers(d for d in c.result.declarations if isinstance(d, ast.Number))
    number = ast.constant_value(part.value, known)
    if number is None:
        label = "this expression cannot be computed in a table cell"
        c.fault("E405", "a table cell must be a constant number", part.value.span, label)
    return replace(part, cells=(ast.Cell(part.value.span, number),), value=None)


def valued(part: ast.Amendment) -> ast.Amendment:
    """Return the amendment with its new value as an expression, even if the parser read the value as a table cell."""
    return part if part.value is not None else replace(part, value=_cell(part))
