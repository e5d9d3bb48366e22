"""Converts lark's parse tree to syntax nodes, and provides the readers that several grammars use.

Each rule of the grammar has a reader function. A reader receives the `TreeReader`, the position of the rule in the
text, and the converted parts of the rule. `node`, `sentence` and `with_lines` create readers for rules whose parts are
the fields of a node.

This module does not use lark's `Transformer` with `v_args`. A `Transformer` takes twice as long, which matters because
a rulebook calls readers about ten thousand times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from lark import Token, Tree

from dsl import ast as a
from dsl.diagnostics import Sink
from dsl.source import Source, Span

RuleReader = Callable[..., Any]
"""A function that reads one grammar rule, given the `TreeReader`, the rule's position and its converted parts."""

EMPTY: Mapping[str, Any] = {
    "title": "", "cites": (), "params": (), "args": (), "keys": (), "bound": "", "once": "", "lifetime": "",
}  # fmt: skip
"""Default values for fields that a rulebook omits.

All other omitted fields become None.
"""


@dataclass(frozen=True, slots=True)
class TreeReader:
    """Converts the parse tree of one block of `source`. Report faults to `sink`.

    Attributes:
        rules: The reader of each grammar rule, by the name of the rule.
        expression_at: Parses the expression between two offsets of the source, and returns None after a fault.
    """

    source: Source
    sink: Sink
    rules: Mapping[str, RuleReader]
    expression_at: Callable[[int, int], a.Expr | None]

    def read(self, tree: Tree[Token]) -> Any:
        """Convert a tree, its parts first."""
        parts = [self.read(part) if isinstance(part, Tree) else part for part in tree.children]
        return self.rules[tree.data](self, tree.meta, *parts)

    def at(self, meta: Any) -> Span:
        """Return the span of a rule, not including the white space around it."""
        start, end = getattr(meta, "start_pos", 0), getattr(meta, "end_pos", 0)
        text = self.source.text
        end = min(end, len(text))  # the last line may lack a line break
        while end > start + 1 and text[end - 1].isspace():
            end -= 1
        while start < end - 1 and text[start].isspace():
            start += 1
        return Span(self.source, start, end)

    def word(self, token: Token) -> a.Word:
        """Return a name together with its span."""
        start = token.start_pos or 0
        return a.Word(Span(self.source, start, start + len(token)), str(token))

    def value(self, name: str, part: Any) -> Any:
        """Convert a part of a rule to the value of a node's field."""
        if part is None:
            return EMPTY.get(name)
        if isinstance(part, Token):
            return unquoted(part) if part.type == "STRING" else self.word(part)
        return part

    def cells(self, parts: Iterable[Any]) -> tuple[a.Cell, ...]:
        """Convert the tokens of a table row to cells."""
        return tuple(part if isinstance(part, a.Cell) else self._cell(part) for part in parts)

    def _cell(self, token: Token) -> a.Cell:
        return a.Cell(self.word(token).span, int(token) if token.type == "INT" else str(token))


def unquoted(token: Token | None) -> str:
    """Return a quoted token without its quotes, or an empty string for None."""
    return str(token)[1:-1] if token is not None else ""


def as_domain(domain: a.Domain | a.Expr) -> a.Domain:
    """Return a domain unchanged, and turn a set expression into the domain of its members."""
    return domain if isinstance(domain, a.Domain) else a.Domain(domain.span, "members", domain)


# ---------------------------------------------------------------- readers of rules


def node(cls: type[a.Node], *names: str, **fixed: Any) -> RuleReader:
    """Return a reader for rules whose parts are the fields `names` of a node, in this order.

    The reader also sets the `fixed` fields.
    """

    def read(r: TreeReader, meta: Any, *parts: Any) -> a.Node:
        values = {name: r.value(name, part) for name, part in zip(names, parts, strict=True)}
        return cls(r.at(meta), **values, **fixed)

    return read


def sentence(cls: type[a.Statement], *names: str, **fixed: Any) -> RuleReader:
    """Return a reader for a statement that is a single sentence.

    The citations come after the sentence, so the reader returns a function that adds them.
    """

    def read(r: TreeReader, meta: Any, *parts: Any) -> Callable[[tuple[a.Cite, ...]], a.Statement]:
        values = {name: r.value(name, part) for name, part in zip(names, parts, strict=True)}
        span = r.at(meta)
        return lambda cites: cls(span, cites, **values, **fixed)

    return read


def with_lines(cls: type[a.Node], *names: str, lines: str = "body", **fixed: Any) -> RuleReader:
    """Return a reader for a node that has inner lines in the field `lines`.

    The node takes over the citations of these lines.
    """

    def read(r: TreeReader, meta: Any, *parts: Any) -> a.Node:
        values = {name: r.value(name, part) for name, part in zip(names, parts, strict=True)}
        values["cites"] = values[lines].cites
        return cls(r.at(meta), **values, **fixed)

    return read


def constant(value: object) -> RuleReader:
    """Return a reader that always returns the same value, for rules such as a single keyword."""
    return lambda r, meta: value


def words_of_language(*names: str) -> dict[str, RuleReader]:
    """Return readers for keywords, each named after its grammar rule."""
    return {name: constant(name) for name in names}


def only(r: TreeReader, meta: Any, part: Any) -> Any:
    """Return the only part of a rule that is not a keyword. For example, `at most 3` becomes 3."""
    return r.value("", part)


def several(r: TreeReader, meta: Any, *parts: Any) -> tuple[Any, ...]:
    """Return the parts of a rule as a tuple."""
    return tuple(r.value("", part) for part in parts)
