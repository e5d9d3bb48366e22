"""The syntax nodes of the words for players: the sentences of moves, the names of things and the labels of fields."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.ast.expressions import Expr
from dsl.ast.nodes import Node


@dataclass(frozen=True, slots=True)
class PhraseText(Node):
    text: str


@dataclass(frozen=True, slots=True)
class PhraseItem(Node):
    """A value in a blank. `forms` holds the forms of the noun that is counted, as `dsl.phrases.Item` describes."""

    value: Expr
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PhraseBlank(Node):
    items: tuple[PhraseItem, ...]


@dataclass(frozen=True, slots=True)
class PhraseEither(Node):
    """The text `yes` if the flag holds, otherwise `no`."""

    flag: Expr
    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class PhraseStretch(Node):
    """Parts that are left out if a value in them is missing."""

    parts: tuple[PhraseText | PhraseBlank | PhraseEither, ...]


PhrasePart = PhraseText | PhraseBlank | PhraseEither | PhraseStretch


@dataclass(frozen=True, slots=True)
class Phrase(Node):
    """A sentence with blanks. `text` is the sentence as the rulebook writes it, without quotes."""

    text: str
    parts: tuple[PhrasePart, ...]


@dataclass(frozen=True, slots=True)
class Saying(Node):
    """The sentence of a move: the imperative, and the log line if the rulebook gives one."""

    imperative: Phrase
    log: Phrase | None


@dataclass(frozen=True, slots=True)
class Label(Node):
    """The words for a field, exactly like in the rulebook.

    The words of a flag say that it is set, and `negation` says that it is not. Other fields have a noun, perhaps with a
    plural after a slash, and no negation.
    """

    words: str
    negation: str | None
