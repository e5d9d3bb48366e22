"""Goes from a name to its declaration and to its uses, and from a citation to the printed clause."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from mercatoria.editor.positions import Json, location, range_of
from mercatoria.editor.workspace import View

CLAUSE = re.compile(r"\b[A-Z]{2,6}-[A-Z]?[0-9]+\b")


def clause_at(line: str, column: int) -> str:
    """Return the clause that is cited at a column of a line, or an empty string."""
    return next((m[0] for m in CLAUSE.finditer(line) if m.start() < column <= m.end() + 1), "")


def definition(view: View, params: Mapping[str, Json]) -> Json:
    """Return the declaration of a name, or the place of a clause."""
    line, column = view.place(params)
    clause = view.game.clauses.get(clause_at(view.line(line), column))
    if clause is not None:
        return location(clause.span)
    use = view.game.name_at(view.file, line, column)
    declared = view.game.names().declaration(use) if use is not None else None
    return location(declared.span) if declared is not None else None


def references(view: View, params: Mapping[str, Json]) -> Sequence[Json]:
    """Return all uses of a name: in the rules, the variants and the scenarios."""
    index = view.game.every_name()
    use = index.at(view.path, *view.place(params))
    context = params.get("context")
    with_declaration = not isinstance(context, dict) or bool(context.get("includeDeclaration", True))
    found = index.uses[use.declared] if use is not None else ()
    return [location(each.span) for each in found if with_declaration or not each.declares]


def highlights(view: View, params: Mapping[str, Json]) -> Sequence[Json]:
    """Return all uses of a name in the same file."""
    use = view.game.name_at(view.file, *view.place(params))
    if use is None:
        return []
    found = view.game.names().uses.get(use.declared, ())
    return [
        {"range": range_of(each.span), "kind": 3 if each.declares else 2}
        for each in found
        if each.span.source.path == view.path
    ]
