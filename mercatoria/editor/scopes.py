"""Says which local names are known at a place of a rule, and what kind of thing each of them is.

The line at the place may be broken. The checker has read the other lines of the rule, and knows the types of the names
that they declare.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dsl import ast, model
from dsl.checking import Scope
from mercatoria.editor.documents import Block
from mercatoria.editor.names import roles_of
from mercatoria.editor.open_game import OpenGame


def block_at(game: OpenGame, file: Path, line: int) -> Block | None:
    """Return the block that contains a line."""
    document, found = game.document(file), None
    for block in document.blocks if document is not None else ():
        if block.place.first_line <= line:
            found = block
    return found


def scope_at(game: OpenGame, block: Block, line: int, depth: int) -> Scope:
    """Return the local names that a line of a block may use.

    Args:
        depth: The indentation of the line.
    """
    scope = Scope()
    types = {var.name: var for var in _variables(game, block)}
    if "you" in types:
        scope.names["you"] = types["you"]
    for word in _declared(block, line, depth):
        if word.text in types:
            scope.names[word.text] = types[word.text]
    return scope


def _variables(game: OpenGame, block: Block) -> Iterator[model.Var]:
    """Yield the local names in the checked bodies of a block."""
    for body in game.memo(game.table).bodies.known.values():
        if body.decl.span.source.place is block.place:
            part = body.part
            rules = (*part.values.values(), *part.actions.values(), *part.routines.values(), *part.wakes,
                     *part.listeners, *part.endings, *part.laws, part.score_var, part.score, part.rank_var)  # fmt: skip
            yield from (each for each in model.parts(rules) if isinstance(each, model.Var))


def _declared(block: Block, line: int, depth: int) -> Iterator[ast.Word]:
    """Yield the words that declare names above a line, in lines that are not indented further."""
    if block.tree is None:
        return
    for node in ast.walk(block.tree):
        for word, role in roles_of(node):
            source = word.span.source
            if role != "declares" or source.place is not block.place or word.span.line > line:
                continue
            text = source.line_text(word.span.line)
            if word.span.line == line or len(text) - len(text.lstrip()) <= depth:
                yield word
