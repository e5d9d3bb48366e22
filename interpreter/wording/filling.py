"""Fills in texts with blanks: the sentences of moves and the display names of things."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass

from dsl import model as m
from dsl.locale import Locale
from dsl.phrases import ORDINAL, plural, third_person, with_article
from interpreter.log import UNTOLD
from interpreter.position import PLAYER
from interpreter.table import LEFT_OPEN, Plain

GAP = "…"
"""Text for an argument that is still open."""
MOST_WORK = 10_000
"""Budget for a value in a text, in units of `StepBudget`. A page fills in many texts at once."""


class Missing(Exception):
    """Raised in a stretch that is left out, because a value in it is missing or hidden."""


@dataclass(frozen=True, slots=True)
class BlankValue:
    """A value in a blank, as a plain value, or as `UNTOLD` or `LEFT_OPEN`."""

    plain: Plain
    type: m.Type

    @property
    def is_missing(self) -> bool:
        return self.plain is None or self.plain == {} or self.plain == [] or self.plain == 0


class Filling(ABC):
    """Fills in a text with blanks. Subclasses supply the language, the values, the words for values, and the actor."""

    @property
    @abstractmethod
    def locale(self) -> Locale:
        """The program's texts in the language of the text."""

    @abstractmethod
    def noun(self, kind: str, plural: bool) -> str:
        """Return the word for a thing, or for several things, of a kind."""

    @abstractmethod
    def value(self, expr: m.Expr) -> BlankValue:
        """Return the value of an expression. It is untold or open if a part of it is."""

    @abstractmethod
    def in_words(self, value: Plain) -> str:
        """Return a value as text."""

    @abstractmethod
    def actor(self, possessive: bool) -> str:
        """Return the player who makes the move, in the genitive if `possessive` is True."""

    def is_reader(self, value: BlankValue) -> bool:
        """Return True if a value is the player who reads the text and is called `you` in it."""
        return False

    def text(self, phrase: m.Phrase) -> str:
        return "".join(self._part(part, False) for part in phrase)

    def _part(self, part: m.PhrasePart, may_lack: bool) -> str:
        match part:
            case m.PhraseText(text):
                return text
            case m.PhraseActor(possessive):
                return self.actor(possessive)
            case m.PhraseEither(flag, yes, no):
                return self._either(self.value(flag), yes, no, may_lack)
            case m.PhraseBlank((item,)):
                value = self.value(item.value)
                if may_lack and (value.is_missing or value.plain == UNTOLD):
                    raise Missing
                return self._item(value, item.forms)
            case m.PhraseBlank(items):
                return self._joined(items, may_lack)
            case m.PhraseVerb(verb, of):
                return verb if self.is_reader(self.value(of)) else third_person(verb)
            case m.PhraseStretch(parts):
                try:
                    return "".join(self._part(each, True) for each in parts)
                except Missing:
                    return ""
            case m.PhraseTerms(before, terms):
                texts = list(filter(None, map(self._term, terms)))
                return f"{self.text(before)}{', '.join(texts)}" if texts else ""

    def _term(self, term: m.PhraseTerm) -> str:
        value = self.value(term.value)
        if term.may_lack and value.is_missing:
            return ""
        if isinstance(term.value.type, m.Flag) and isinstance(value.plain, bool):
            return term.label if value.plain else self.locale("not", words=term.label)
        text = self._item(value, ())
        return f"{term.label} {text}" if term.label else text

    def _joined(self, items: tuple[m.PhraseItem, ...], may_lack: bool) -> str:
        values = [(self.value(item.value), item.forms) for item in items]
        there = [(value, forms) for value, forms in values if not value.is_missing]
        if may_lack and (not there or any(value.plain == UNTOLD for value, _ in there)):
            raise Missing
        texts = [text for value, forms in there for text in self._items(value, forms)]
        is_open = all(value.plain == LEFT_OPEN for value, _ in there) and there
        return GAP if is_open else self.locale.listed(texts) or self.locale("nothing")

    def _items(self, value: BlankValue, forms: tuple[str, ...]) -> Iterator[str]:
        """Yield the words of a value, a bag or a set member by member, so that one list can hold several values."""
        match value.plain:
            case dict(amounts):
                yield from (self.in_words({name: number}) for name, number in amounts.items())
            case list(members):
                of = value.type.of if isinstance(value.type, m.Many) else value.type
                yield from (self._item(BlankValue(member, of), ()) for member in members)
            case _:
                yield self._item(value, forms)

    def _item(self, value: BlankValue, forms: tuple[str, ...]) -> str:
        if forms == ORDINAL and isinstance(value.plain, int):
            return self.locale("ordinal", number=value.plain)
        if self.is_reader(value):
            return self.locale("you").lower()
        if value.plain == LEFT_OPEN:
            return f"{GAP} {many(forms)}" if forms else GAP
        if value.plain == UNTOLD:
            return self._untold(value.type, forms)
        if not forms:
            return self.in_words(value.plain)
        if value.plain == 0 and forms[2:] and forms[2]:
            return forms[2]
        return f"{value.plain} {forms[0] if value.plain == 1 else many(forms)}"

    def _either(self, flag: BlankValue, yes: str, no: str, may_lack: bool) -> str:
        if flag.plain in (UNTOLD, LEFT_OPEN):
            if may_lack:
                raise Missing
            return self.locale("or", one=yes, other=no)
        return yes if flag.plain else no

    def _untold(self, of: m.Type, forms: tuple[str, ...]) -> str:
        """Return words for a hidden value: its kind, and nothing that depends on the value."""
        match of:
            case m.Ref(kind) if kind == PLAYER:
                return self.locale("somebody")
            case m.Ref(kind) if kind:
                noun = self.noun(kind, plural=False)
                return self.locale("a_thing", thing=with_article(noun) if self.locale.is_english else noun)
            case m.Bag(kind) | m.Many(m.Ref(kind)) if kind:
                return self.locale("some_things", things=self.noun(kind, plural=True))
        if forms and forms != ORDINAL:
            return self.locale("some_things", things=many(forms))
        return self.locale("an_amount")


def many(forms: tuple[str, ...]) -> str:
    """Return the plural of a noun, which is given or follows from the singular."""
    return forms[1] if forms[1:] and forms[1] else plural(forms[0])
