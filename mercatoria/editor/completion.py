"""Completes the word before the pointer: with the members of the thing before a dot, with names, and with keywords.

The grammar says which keywords can follow. The rest of the line need not be readable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from dsl import model
from dsl.checking import Names, Scope, expression_checker
from dsl.diagnostics import ErrorReported, Sink
from dsl.source import Source
from dsl.syntax import AGGREGATES, FUNCTIONS, HOLDINGS, VALUES, parse_expression, words_after
from mercatoria.editor.documents import Block
from mercatoria.editor.positions import Json
from mercatoria.editor.scopes import block_at, scope_at
from mercatoria.editor.workspace import View

PARTIAL = re.compile(r"\w*$")
BEFORE_DOT = re.compile(r"((?:\w+(?:\((?:[^()]|\([^()]*\))*\))?\.)*\w+(?:\((?:[^()]|\([^()]*\))*\))?)\.$")
"""Pattern of an expression before a dot: names and calls, joined by dots."""
CITATION = re.compile(r"\[[A-Z0-9, -]*$")
RULE, ACTION = re.compile(r"\bdo (?:[\w(), ]*, )?$"), re.compile(r"\b(?:may|must)\b[^:#]*$")
METHOD, FUNCTION, FIELD, VARIABLE, CLASS, VALUE, KEYWORD, REFERENCE, CONSTANT, THING = 2, 3, 5, 6, 7, 12, 14, 18, 21, 20
"""The numbers that the protocol has for kinds of completions."""


def completion(view: View, params: Mapping[str, Json]) -> Sequence[Json]:
    """Return the words that can be typed at a place."""
    line, column = view.place(params)
    before = view.line(line)[: column - 1]
    if "#" in before:
        return []
    if CITATION.search(before):
        return [_item(clause.id, REFERENCE, clause.rule) for clause in view.game.clauses.values()]
    if before.count('"') % 2:
        return []
    block = block_at(view.game, view.file, line)
    front = view.game.memo(view.game.table).front
    names = front.names if front is not None else None
    head = before[: len(before) - len(PARTIAL.findall(before)[0])]
    depth = len(head) - len(head.lstrip())
    scope = scope_at(view.game, block, line, depth) if block is not None else Scope()
    if owner := BEFORE_DOT.search(head):
        return list(_members(names, owner[1], scope)) if names is not None else []
    words = _words(block, view, line, head)
    found = [_item(word, KEYWORD) for word in sorted(words) if word.islower()]
    if names is not None and (not words or words & {"NAME", "TITLE"}):
        found += _names(names, scope, head)
    return found


def _item(label: str, kind: int, detail: str = "") -> Json:
    return {"label": label, "kind": kind} | ({"detail": detail} if detail else {})


def _words(block: Block | None, view: View, line: int, head: str) -> frozenset[str]:
    """Return the words and tokens that the grammar allows after the text of a line.

    If the lines above cannot be read, leave out all but those to which the line belongs.
    """
    if block is None or not head:
        return words_after(head)
    above = [view.line(number) for number in range(block.place.first_line, line)]
    return words_after("\n".join([*above, head])) or words_after("\n".join([*_outer(above, head), head]))


def _outer(above: Sequence[str], head: str) -> list[str]:
    """Return the lines to which a line belongs: each is indented less than the one below it."""
    depth, found = len(head) - len(head.lstrip()), list[str]()
    for text in reversed(above):
        indent = len(text) - len(text.lstrip())
        if text.strip() and indent < depth:
            found.insert(0, text)
            depth = indent
    return found


def _members(names: Names, owner: str, scope: Scope) -> Iterator[Json]:
    """Yield the facts and fields of the thing before a dot."""
    found = _type(names, owner, scope)
    match found:
        case model.Ref(kind) if kind:
            for name in dict.fromkeys(names.members_of(kind)):
                field = names.state_field(kind, name)
                yield _item(name, FIELD, f"{'fact' if field is None else 'field'} of {kind}")
            if names.table.kinds[kind].between:
                yield _item("ends", FIELD, f"the places that the {kind} joins")
        case model.Holder() | model.Many() | model.Bag():
            yield _item("size", FIELD, "the number of members")


def _type(names: Names, text: str, scope: Scope) -> model.Type | None:
    """Return the type of an expression, or None if it is faulty."""
    sink = Sink()
    parsed = parse_expression(Source("here", text), sink)
    if parsed is None:
        return None
    before, names.sink = names.sink, sink
    try:
        with suppress(ErrorReported):
            found = expression_checker(names).check(parsed, scope)
            return found.field.type if isinstance(found, model.Slot) else found.type
    finally:
        names.sink = before
    return None


def _names(names: Names, scope: Scope, head: str) -> Iterator[Json]:
    """Yield the names that fit after the text of a line."""
    if RULE.search(head):
        yield from (_item(name, METHOD, routine.decl.title) for name, routine in names.routines.items())
        return
    if ACTION.search(head):
        yield from (_item(name, METHOD, action.decl.title) for name, action in names.actions.items())
        return
    yield from (_item(name, VARIABLE, "local name") for name in dict.fromkeys(scope.visible()))
    kinds = (names.table.kinds, CLASS), (names.table.things, THING), (names.constants, CONSTANT), (names.rows, CONSTANT)
    for listed, kind in kinds:
        yield from (_item(name, kind) for name in listed)
    yield from (_item(name, FUNCTION, value.decl.title) for name, value in names.values.items())
    yield from (_item(field.name, FIELD, "field of the game") for (kind, _), field in names.fields.items()
                if not kind and not field.builtin)  # fmt: skip
    for functions in (FUNCTIONS, AGGREGATES):
        yield from (_item(name, FUNCTION, of.forms[0].meaning) for name, of in functions.items())
    for words in (HOLDINGS, VALUES):
        yield from (_item(name, VALUE, form.meaning) for name, form in words.items())
