"""Readers for texts with blanks: the sentences `says "…" / "…"` and `pass "…"` of moves, and names `called "…"`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from lark import Token

from dsl import ast as a
from dsl import phrases
from dsl.source import Span
from dsl.syntax.tree_reader import RuleReader, TreeReader


class _Unreadable(Exception):
    """Raised for a value in a blank that cannot be read. The parser has reported the fault."""


def _saying(r: TreeReader, meta: Any, imperative: Token, log: Token | None) -> a.Saying:
    return a.Saying(r.at(meta), _phrase(r, imperative), _phrase(r, log) if log is not None else None)


def _called(r: TreeReader, meta: Any, token: Token) -> a.Phrase:
    return _phrase(r, token, "in the name of the things of a kind")


def _phrase(r: TreeReader, token: Token, where: str = "in the sentence of a move") -> a.Phrase:
    """Read a quoted text with blanks."""
    start = (token.start_pos or 0) + 1
    return phrase_at(r, Span(r.source, start, start + len(token) - 2), where)


def phrase_at(r: TreeReader, span: Span, where: str) -> a.Phrase:
    """Read the text of a span, without quotes. Report a fault, and then treat the text as plain text."""
    text, start = span.text, span.start
    try:
        return a.Phrase(span, text, tuple(_parts(r, span, phrases.parts_of(text))))
    except phrases.TemplateFault as fault:
        here = Span(r.source, start + fault.start, start + fault.end)
        hint = "write a blank as `{name}`, and optional words in `[ ]`"
        r.sink.add("E019", fault.message, here, where, hint=hint)
    except _Unreadable:
        pass
    return a.Phrase(span, text, (a.PhraseText(span, text),))


def _parts(r: TreeReader, span: Span, parts: Iterable[phrases.Part]) -> Iterable[Any]:
    for part in parts:
        match part:
            case phrases.Text(text):
                yield a.PhraseText(span, text)
            case phrases.Blank(items):
                yield a.PhraseBlank(span, tuple(_item(r, span, item) for item in items))
            case phrases.Either(start, end, yes, no):
                yield a.PhraseEither(span, _value(r, span, start, end), yes, no)
            case phrases.Stretch(inner):
                yield a.PhraseStretch(span, tuple(_parts(r, span, inner)))


def _item(r: TreeReader, span: Span, item: phrases.Item) -> a.PhraseItem:
    return a.PhraseItem(span, _value(r, span, item.start, item.end), item.forms)


def _value(r: TreeReader, span: Span, start: int, end: int) -> a.Expr:
    value = r.expression_at(span.start + start, span.start + end)
    if value is None:
        raise _Unreadable
    return value


SAYINGS: Mapping[str, RuleReader] = {
    "says": _saying, "said": _saying, "passing": _saying, "pass_words": _saying, "called": _called,
}  # fmt: skip
"""Maps each grammar rule to the reader of its node."""
