"""What all readers of parsed trees share: the way through a tree, places and words.

The walk is our own because it is called some ten thousand times for a rulebook: lark's `Transformer` with `v_args`
takes twice as long for the same calls.
"""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from dsl import ast as a
from dsl.diagnostics import Sink
from dsl.source import Source, Span


def unquoted(token: Token | None) -> str:
    """The text in quotes that a token holds, "" where there is none."""
    return str(token)[1:-1] if token is not None else ""


class TreeReader:
    """Reads the parse of one block of `source`; misreadings go to `sink`.

    The method of a grammar rule is called with the rule's place and what its parts became."""

    def __init__(self, source: Source, sink: Sink) -> None:
        self.source, self.sink = source, sink

    def transform(self, tree: Tree[Token]) -> Any:
        """What a tree says: its parts first, then the method named as its rule is."""
        parts = [self.transform(part) if isinstance(part, Tree) else part for part in tree.children]
        return getattr(self, tree.data)(tree.meta, *parts)

    def at(self, meta: Any) -> Span:
        start, end = getattr(meta, "start_pos", 0), getattr(meta, "end_pos", 0)
        text = self.source.text
        end = min(end, len(text))  # the last line may have no line break
        while end > start + 1 and text[end - 1].isspace():
            end -= 1
        while start < end - 1 and text[start].isspace():
            start += 1
        return Span(self.source, start, end)

    def word(self, token: Token) -> a.Word:
        start = token.start_pos or 0
        return a.Word(Span(self.source, start, start + len(token)), str(token))

    def cites(self, meta: Any, *tokens: Token) -> tuple[a.Cite, ...]:
        return tuple(a.Cite(self.word(token).span, str(token)) for token in tokens)

    def _domain(self, domain: Any) -> a.Domain:
        return domain if isinstance(domain, a.Domain) else a.Domain(domain.span, "members", domain)

    def _cells(self, parts: Any) -> tuple[a.Cell, ...]:
        return tuple(part if isinstance(part, a.Cell) else self._cell(part) for part in parts)

    def _cell(self, token: Token) -> a.Cell:
        return a.Cell(self.word(token).span, int(token) if token.type == "INT" else str(token))
