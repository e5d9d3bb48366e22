"""Checks that interchangeable pieces are declared consistently across related kinds.

Either a kind declares pieces for all its sub-kinds, or each sub-kind declares its own, or none of them has pieces. If
rules count pieces of a kind without pieces, the checker reports the kind once, and then treats it as if it had pieces.
Otherwise, the checker would report every line that uses the kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from dsl import ast
from dsl.diagnostics import Sink
from dsl.source import Span


def with_pieces(declarations: Sequence[ast.Declaration], sink: Sink) -> list[ast.Kind]:
    """Return the kinds of a rulebook, and add pieces where rules require them."""
    found = [decl for decl in declarations if isinstance(decl, ast.Kind)]
    kinds = {decl.name.text: decl for decl in reversed(found)}  # if two kinds share a name, the first one counts
    lacking: set[str] = set()
    for root, fault in _faults(declarations, kinds):
        if root not in lacking:
            lacking.add(root)
            title, span, label = fault
            hint = (
                f"give the number of pieces after `kind {root}`, as in `with 5 pieces each`; "
                f"or, if the things are unique, hold them in a `pile of {root}`"
            )
            sink.add("E316", title, span, label, hint=hint)
    return [_with_some(decl) if decl.name.text in lacking else decl for decl in found]


def _with_some(decl: ast.Kind) -> ast.Kind:
    return replace(decl, pieces="counted", piece_count=ast.Integer(decl.span, 9))


def _faults(
    declarations: Sequence[ast.Declaration], kinds: Mapping[str, ast.Kind]
) -> Iterator[tuple[str, tuple[str, Span, str]]]:
    """Yield each root kind that lacks required pieces, with the title, span and label of a message."""
    held = [node for decl in declarations for node in ast.walk(decl) if isinstance(node, ast.Domain)]
    counted = {root_of(decl.name.text, kinds) for decl in kinds.values() if decl.pieces}
    single = {root_of(name, kinds) for name in _held(held, lambda traits: traits.single_things)}
    for node in held:
        name = next(_held([node], lambda traits: traits.counted), "")
        root = root_of(name, kinds) if name in kinds else ""
        if root and root not in counted | single:
            title = f"a {node.form} holds equal pieces, but each {name} is unique"
            yield root, (title, node.span, "")


def _held(domains: Sequence[ast.Domain], suits: Callable[[ast.HolderTraits], bool]) -> Iterator[str]:
    """Yield the names of the kinds that holders with certain traits contain."""
    forms = [form for form, traits in ast.HOLDER_FORMS.items() if suits(traits)]
    return (node.of.text for node in domains if node.form in forms and isinstance(node.of, ast.Name))


def root_of(name: str, kinds: Mapping[str, ast.Kind]) -> str:
    """Return the topmost ancestor of a kind."""
    seen = {name}
    while name in kinds and (parent := kinds[name].parent) is not None and parent.text not in seen:
        name = parent.text
        seen.add(name)
    return name
