"""Explains the word below the pointer: a clause, a name with its value and its clauses, or a word of the language.

The value of a number is the one at the chosen table, with the variant that made it so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from dsl import ast
from dsl.diagnostics import CATALOGUE
from dsl.syntax import AGGREGATES, FUNCTIONS, HOLDINGS, VALUES, Form
from mercatoria.editor.definitions import clause_at
from mercatoria.editor.effective import Effective
from mercatoria.editor.names import NameUse
from mercatoria.editor.positions import Json, range_of
from mercatoria.editor.workspace import View

WORD = re.compile(r"[^\W\d]\w*")
MOST_CLAUSES = 6
"""Maximum number of printed clauses in one hover."""


def hover(view: View, params: Mapping[str, Json]) -> Json:
    """Return what is known about the word at a place, as Markdown, or None."""
    line, column = view.place(params)
    text = view.line(line)
    parts = list(_faults(view, line, column))
    if clause := clause_at(text, column):
        parts += _clause(view, clause)
    elif (use := view.game.name_at(view.file, line, column)) is not None:
        parts += _name(view, use)
        return _told(parts, range_of(use.span))
    elif (word := _word_at(text, column)) and not text[:column].count('"') % 2:
        parts += (f"`{form.written}`: {form.meaning}" for form in forms_of_word(word))
    return _told(parts, None)


def _told(parts: list[str], place: Json) -> Json:
    if not parts:
        return None
    found: dict[str, Json] = {"contents": {"kind": "markdown", "value": "\n\n".join(parts)}}
    return found | ({"range": place} if place is not None else {})


def _word_at(line: str, column: int) -> str:
    return next((m[0] for m in WORD.finditer(line) if m.start() < column <= m.end() + 1), "")


def _faults(view: View, line: int, column: int) -> Iterator[str]:
    """Yield the explanation of each kind of fault at a place."""
    here = (fault for fault in view.game.desk.first.found if fault.span.source.path == view.path)
    for fault in here:
        first, last = fault.span.source.position(fault.span.start), fault.span.source.position(fault.span.end)
        if first <= (line, column) <= last and fault.code in CATALOGUE:
            entry = CATALOGUE[fault.code]
            yield f"**{entry.code}: {entry.title}.** {entry.explanation}\n\n*What to do:* {entry.fix}"


def _clause(view: View, name: str) -> Iterator[str]:
    """Yield the printed clause, or the ruling, with this number."""
    clause = view.game.clauses.get(name)
    if clause is not None:
        section = f" ({clause.section})" if clause.section else ""
        yield f"**{name}**{section}: {clause.rule}" + (f" *{clause.reason}*" if clause.reason else "")
    elif ruling := view.game.rulings.get(name):
        yield f"**{name}** (ruling): {ruling}"


def _name(view: View, use: NameUse) -> Iterator[str]:
    declared = view.game.names().declaration(use) or use
    source, line = declared.span.source, declared.span.line
    name = declared.span.text
    language = "yaml" if source.path.endswith(".yaml") else "rules"
    yield f"```{language}\n{source.line_text(line).strip()}\n```"
    tree = _declaration(view, declared)
    effective = Effective.of(view.game)
    if told := effective.told(name) if tree is None or not isinstance(tree, ast.Field) else "":
        yield f"At this table: **{told}**"
    elif causes := effective.causes(name):
        yield f"At this table: {causes}"
    cites = tree.cites if tree is not None else ()
    for cite in dict.fromkeys(cite.clause for cite in cites[:MOST_CLAUSES]):
        yield from _clause(view, cite)


def _declaration(view: View, declared: NameUse) -> ast.Declaration | None:
    """Return the declaration or the line of a rule that a name belongs to."""
    for document in view.game.desk.reader.documents.values():
        for block in document.blocks if document.path == declared.span.source.path else ():
            for node in ast.walk(block.tree) if block.tree is not None else ():
                if isinstance(node, ast.Declaration) and node.name.span == declared.span:
                    return node
    return None


def forms_of_word(word: str) -> list[Form]:
    """Return the forms of a word of the language. The list is empty for any other word."""
    forms: list[Form] = []
    forms += FUNCTIONS[word].forms if word in FUNCTIONS else ()
    forms += AGGREGATES[word].forms if word in AGGREGATES else ()
    forms += (form for each in (HOLDINGS, VALUES) for name, form in each.items() if name == word)
    return forms
