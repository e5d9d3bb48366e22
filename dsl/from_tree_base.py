"""What all readers of parsed trees share: places and words."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer, v_args

from dsl import ast as a
from dsl.diagnostics import Sink
from dsl.source import Source, Span


def unquoted(token: Token | None) -> str:
    """The text in quotes that a token holds, "" where there is none."""
    return str(token)[1:-1] if token is not None else ""


@v_args(meta=True, inline=True)
class TreeReader(Transformer):  # type: ignore[type-arg]
    """Reads the parse of one block of `source`; misreadings go to `sink`."""

    def __init__(self, source: Source, sink: Sink) -> None:
        super().__init__(visit_tokens=False)
        self.source, self.sink = source, sink

    def at(self, meta: Any) -> Span:
        start, end = getattr(meta, "start_pos", 0), getattr(meta, "end_pos", 0)
        text = self.source.text
        while end > start + 1 and text[end - 1].isspace():
            end -= 1
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
