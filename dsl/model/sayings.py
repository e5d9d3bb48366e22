"""The words for players: sentences that name moves, display names of things, and labels of fields.

Every value in them is resolved.

The values in a sentence depend on the move alone: on its parameters, and on what is fixed before the game begins. A
sentence therefore reads the same whenever it is printed, and reveals nothing that the move itself does not reveal.
"""

from __future__ import annotations

from dataclasses import dataclass

from dsl.locale import Locale
from dsl.model.base import Expr, Var
from dsl.phrases import Blank, Text


@dataclass(frozen=True, slots=True)
class PhraseText:
    text: str


@dataclass(frozen=True, slots=True)
class PhraseItem:
    """A value, and the forms of the noun that is counted, as `dsl.phrases.Item` describes them."""

    value: Expr
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PhraseBlank:
    """Values that are joined with `and`. Empty values are left out if there are several."""

    items: tuple[PhraseItem, ...]


@dataclass(frozen=True, slots=True)
class PhraseEither:
    flag: Expr
    yes: str
    no: str


@dataclass(frozen=True, slots=True)
class PhraseActor:
    """The player who makes the move, in the genitive if `possessive` is True. Only log lines mention the player."""

    possessive: bool


@dataclass(frozen=True, slots=True)
class PhraseVerb:
    """A verb in the present tense, whose subject is a player, such as `offers`. It is `offer` after `you`."""

    verb: str
    of: Expr


@dataclass(frozen=True, slots=True)
class PhraseStretch:
    """Parts that are left out if a value in them is missing, zero or `none`."""

    parts: tuple[PhrasePart, ...]


@dataclass(frozen=True, slots=True)
class PhraseTerm:
    """A labelled value, such as `pay 3`. If `may_lack` is True, an empty value is left out together with its label."""

    label: str
    value: Expr
    may_lack: bool


@dataclass(frozen=True, slots=True)
class PhraseTerms:
    """Labelled values after some parts, separated by commas. If there are none, these parts are left out as well.

    Only sentences made from a title have this part.
    """

    before: Phrase
    terms: tuple[PhraseTerm, ...]


PhrasePart = PhraseText | PhraseBlank | PhraseEither | PhraseActor | PhraseVerb | PhraseStretch | PhraseTerms

Phrase = tuple[PhrasePart, ...]


@dataclass(frozen=True, slots=True)
class Saying:
    """The sentence of a move, such as `open the gate`, and its log line, such as `Red opened the gate`.

    `around` are the local names outside the move that the sentence mentions, such as the gate of a loop.
    """

    imperative: Phrase
    log: Phrase
    around: tuple[Var, ...] = ()


@dataclass(frozen=True, slots=True)
class Called:
    """The display name of each thing of a kind. The name may use `this`, the thing."""

    this: Var
    name: Phrase


@dataclass(frozen=True, slots=True)
class Label:
    """The words for a field.

    For a flag, `one` says that it is set and `other` that it is not, as in `has a letter` and `has no letter`. For any
    other field, the words are the singular and the plural of a noun. If both are equal, the noun is not counted.
    """

    one: str
    other: str


def program_phrase(locale: Locale, key: str, **values: Phrase) -> Phrase:
    """Return one of the program's own texts as a sentence of a move. The blank `{you}` means the player."""
    text, found = locale.texts[key], list[PhrasePart]()
    for part in locale.parts[key]:
        match part:
            case Text(words):
                found.append(PhraseText(words))
            case Blank((item, *_)):
                name = text[item.start : item.end]
                found += (PhraseActor(False),) if name == "you" else values[name]
    return tuple(found)
