"""Colours names by what they mean: kinds, things, actions, values, constants, fields and local names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from dsl import ast
from mercatoria.editor.names import NameUse, Place, place_of
from mercatoria.editor.open_game import OpenGame, Table
from mercatoria.editor.positions import Json, units
from mercatoria.editor.workspace import View

Form = Literal["class", "enumMember", "method", "function", "variable", "property", "parameter", "label"]
FORMS: tuple[Form, ...] = ("class", "enumMember", "method", "function", "variable", "property", "parameter", "label")
MODIFIERS = ("declaration", "readonly")
LEGEND: Mapping[str, Json] = {"tokenTypes": list(FORMS), "tokenModifiers": list(MODIFIERS)}


def semantic_tokens(view: View, _: Mapping[str, Json]) -> Json:
    """Return the names of a file with their meanings, each relative to the one before it."""
    game = view.game
    members, data = _members(game), list[int]()
    line_before, start_before = 1, 0
    for use in game.names().of_file(view.path):
        line, column = place_of(use.span)[1:]
        start = units(use.span.source.line_text(line)[: column - 1])
        form, readonly = _form(game, use, members)
        data += [
            line - line_before, start - (start_before if line == line_before else 0), units(use.span.text),
            FORMS.index(form), int(use.declares) + 2 * readonly,
        ]  # fmt: skip
        line_before, start_before = line, start
    return {"data": data}


def _members(game: OpenGame) -> Mapping[Place, Form]:
    """Return the places that declare fields and the lines of rules."""
    found: dict[Place, Form] = {}
    for document in game.desk.reader.documents.values():
        for tree in document.declarations:
            for node in ast.walk(tree):
                if isinstance(node, ast.Field):
                    found[place_of(node.name.span)] = "property"
                elif isinstance(node, (ast.Need, ast.Cost, ast.Accept, ast.ValueException, ast.ScoreLine)):
                    found[place_of(node.name.span)] = "label"
    return found


def _form(game: OpenGame, use: NameUse, members: Mapping[Place, Form]) -> tuple[Form, bool]:
    """Return the form of a name, and whether it is a constant."""
    front, name = game.memo(Table()).front, use.span.text
    if use.declared in members:
        return members[use.declared], False
    names = front.names if front is not None else None
    shared = names is not None and name in names.declared_at and place_of(names.declared_at[name]) == use.declared
    if names is None or not shared:
        return "parameter", False
    if name in names.table.kinds:
        return "class", False
    if name in names.table.things:
        return "enumMember", True
    if name in names.constants or name in names.rows:
        return "variable", True
    return ("function" if name in names.values else "method"), False
