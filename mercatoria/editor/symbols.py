"""Lists what a file declares, and the parts of it that an editor may fold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dsl import ast
from dsl.source import Span
from mercatoria.editor.documents import Block
from mercatoria.editor.positions import Json, location, range_of
from mercatoria.editor.workspace import View

MODULE, CLASS, METHOD, FIELD, ENUM, FUNCTION, CONSTANT, OBJECT, KEY, EVENT = 2, 5, 6, 8, 10, 12, 14, 19, 20, 24
"""The numbers that the protocol has for kinds of symbols."""


def document_symbols(view: View, _: Mapping[str, Json]) -> Sequence[Json]:
    """Return the declarations of a file, each with its lines."""
    document = view.game.document(view.file)
    return [_symbol(block) for block in document.blocks if block.tree is not None] if document is not None else []


def workspace_symbols(view: View, params: Mapping[str, Json]) -> Sequence[Json]:
    """Return the declarations of all files whose names contain the words of the query."""
    query = str(params.get("query", "")).casefold()
    return [
        {"name": block.tree.name.text, "kind": kind_of(block.tree), "location": location(block.tree.name.span)}
        for document in view.game.desk.reader.documents.values()
        for block in document.blocks
        if block.tree is not None and query in block.tree.name.text.casefold()
    ]


def _symbol(block: Block) -> Json:
    tree = block.tree
    assert tree is not None
    source = tree.span.source
    whole = Span(source, 0, len(source.text.rstrip()))
    return {
        "name": _name(tree, block), "detail": tree.title, "kind": kind_of(tree), "range": range_of(whole),
        "selectionRange": range_of(tree.name.span),
        "children": [
            {"name": part.name.text, "detail": part.title, "kind": kind_of(part), "range": range_of(part.span),
             "selectionRange": range_of(part.name.span)}
            for part in _parts(tree)
            if _within(part.name.span, part.span)
        ],
    }  # fmt: skip


def _within(inner: Span, outer: Span) -> bool:
    return outer.source is inner.source and outer.start <= inner.start and inner.end <= outer.end


def _name(tree: ast.Declaration, block: Block) -> str:
    """Return the name of a declaration; those without names are called by their first words."""
    if isinstance(tree, (ast.State, ast.Setup, ast.Round, ast.Scoring, ast.Ranking)):
        return block.heading
    return tree.name.text


def _parts(tree: ast.Declaration) -> Sequence[ast.Declaration]:
    match tree:
        case ast.Action(needs=needs, costs=costs):
            return sorted([*needs, *costs], key=lambda part: part.span.start)
        case ast.State(fields=parts) | ast.Kind(fields=parts):
            return parts
        case ast.Table(rows=rows):
            return rows
        case ast.Value(exceptions=cases):
            return cases
        case ast.Scoring(lines=lines):
            return lines
    return ()


def kind_of(decl: ast.Declaration) -> int:
    """Return the kind of symbol that the protocol has for a declaration."""
    match decl:
        case ast.Rulebook() | ast.Variant() | ast.Scenario():
            return MODULE
        case ast.Kind():
            return CLASS
        case ast.Action() | ast.Group() | ast.Payment():
            return METHOD
        case ast.Field() | ast.State():
            return FIELD
        case ast.Value() | ast.Rule() | ast.Phase() | ast.Setup() | ast.Round():
            return FUNCTION
        case ast.Number() | ast.Option() | ast.Ruling() | ast.TableRow():
            return CONSTANT
        case ast.Trigger() | ast.End():
            return EVENT
        case ast.Table():
            return ENUM
    return KEY if isinstance(decl, (ast.Need, ast.Cost, ast.Accept)) else OBJECT


def folding(view: View, _: Mapping[str, Json]) -> Sequence[Json]:
    """Return the parts of a file that have indented lines below them, and the comments of several lines."""
    lines = view.text.split("\n")
    return [*_indented(lines), *_comments(lines)]


def _indented(lines: Sequence[str]) -> Iterator[Json]:
    open_: list[tuple[int, int]] = []
    last = 0
    for at, line in enumerate([*lines, "end"]):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        depth = len(line) - len(line.lstrip())
        while open_ and open_[-1][1] >= depth:
            start, _ = open_.pop()
            if last > start:
                yield {"startLine": start, "endLine": last}
        open_.append((at, depth))
        last = at


def _comments(lines: Sequence[str]) -> Iterator[Json]:
    start: int | None = None
    for at, line in enumerate([*lines, ""]):
        is_comment = line.lstrip().startswith("#")
        if is_comment and start is None:
            start = at
        elif not is_comment and start is not None:
            if at - start > 1:
                yield {"startLine": start, "endLine": at - 1, "kind": "comment"}
            start = None
