"""Checks the display names of things: `called` in the heading of a kind, and in the rows of a board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dsl import ast, model
from dsl.board import CALLED, BoardData
from dsl.checking.declarations.fields import OWN_THING, own_facts
from dsl.checking.names import Names, Scope
from dsl.checking.statements.sayings import phrase_parts
from dsl.checking.statements.statement_checker import StatementChecker
from dsl.diagnostics import ErrorReported


def called_kinds(declarations: Sequence[ast.Declaration], c: StatementChecker) -> Mapping[str, model.Called]:
    """Return the display names of the things of each kind that has `called`. Report faulty ones, and leave them out."""
    found = {}
    for decl in declarations:
        if not isinstance(decl, ast.Kind) or decl.called is None or decl.name.text not in c.names.table.kinds:
            continue
        this = c.names.new_var(OWN_THING, model.Ref(decl.name.text), decl.name.span)
        scope = Scope()
        own_facts(c.expressions, decl.name.text, this, scope)
        scope.names.setdefault(OWN_THING, this)
        try:
            found[decl.name.text] = model.Called(this, tuple(phrase_parts(c, decl.called.parts, scope)))
        except ErrorReported:
            continue
    return found


def called_things(board: BoardData | None, names: Names) -> Mapping[str, str]:
    """Return the display names that the rows of a board give to their things.

    If the rulebook declares a fact `called` for the kind, the row gives that fact instead.
    """
    found = {}
    for kind, row in board.rows() if board is not None else ():
        title = row.values[CALLED].value if CALLED in row.values else None
        if isinstance(title, str) and kind in names.table.kinds and names.table.static(kind, CALLED) is None:
            found[row.name] = title.strip()
    return found
