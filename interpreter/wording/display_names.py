"""Gives the things of a game the names that players read.

Notation, records and JSON use the names of the rulebook. The words for players use, in this order:

1. the name that a row of the board gives to the thing with `called`,
2. the name that the heading of its kind gives with `called`, filled in with the facts of the thing,
3. a name that follows from the name in the rulebook: `Punt3` is `punt 3`, `Ship_Red` is `Red’s ship`,
   `Fen_NE` is `north-east of Fen` if Fen is a thing too, and `SlowBoat` is `Slow Boat`. A name given with `called`
   reaches this name with `{this}`.

If two things would share a name, both keep the third one, so that no two buttons read the same. A thing also keeps it
if a value in its name cannot be computed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from dsl import model as m
from dsl.locale import Locale
from dsl.phrases import plural as plural_of
from dsl.phrases import with_article, without_article
from interpreter.position import PLAYER, PlayFault, once
from interpreter.table import CompiledGame, Plain, spaced
from interpreter.wording.filling import MOST_WORK, BlankValue, Filling

COMPASS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""Endings of the names of corners and edges in a grid."""
TOWARDS = re.compile(rf"(.+)_({'|'.join(COMPASS)})")
SECOND_ARTICLE = re.compile(r"\b(the|an?) (?:the|an?) ")
SIDE = re.compile(rf"(.+)_side_({'|'.join(COMPASS)})")


class DisplayNames:
    """The display names of all things of a game, each computed on first use."""

    def __init__(self, table: CompiledGame) -> None:
        self.table, self.model = table, table.flow.model
        smallest = sorted(self.model.kinds.values(), key=lambda kind: -kind.size)
        self._kinds = {name: kind for kind in smallest for name in kind.things}
        """The smallest kind of each thing."""
        self._words: dict[str, str] = {}
        self._naming: set[str] = set()
        """The root kinds whose names are being computed, to stop a name that contains itself."""

    def thing(self, name: str) -> str:
        """Return the display name of a thing for the middle of a sentence, or any other name with spaces."""
        if name not in self._words:
            kind = self._kinds.get(name)
            if kind is None or kind.root in self._naming:
                return self._default(name) if kind is not None else spaced(name)
            self._naming.add(kind.root)
            try:
                self._words |= self._of_root(self.model.kinds[kind.root])
            finally:
                self._naming.discard(kind.root)
        return self._words[name]

    def bare(self, name: str) -> str:
        """Return the display name of a thing without its article, for a list or a cell of a table."""
        words = self.thing(name)
        return without_article(words) if self.locale.is_english else words

    def title(self, name: str) -> str:
        """Return the display name of a thing without its article and with a capital, for a heading."""
        words = self.bare(name)
        return f"{words[:1].upper()}{words[1:]}"

    def has_own(self, name: str) -> bool:
        """Return True if the rulebook or the board gives this thing its display name."""
        kind = self._kinds.get(name)
        return kind is not None and self.thing(name) != self._default(name)

    def value(self, value: object) -> str:
        """Return a value as text, such as `2 Flax and 1 Ore`, `the crossing`, `yes` or `nothing`."""
        said = self.locale
        match value:
            case None:
                return said("nothing")
            case bool():
                return said("yes" if value else "no")
            case dict():
                return said.listed([self.counted(name, number) for name, number in value.items()]) or said("nothing")
            case list():
                return said.listed([self.thing(str(each)) for each in value]) or said("nothing")
        return self.thing(str(value))

    @property
    def locale(self) -> Locale:
        return self.table.locale

    def counted(self, name: str, number: object) -> str:
        """Return some pieces of one sort as text, such as `2 Flax`, or `2 kites` for pieces called `a kite`.

        The name of a numbered sort follows its number of pieces only from two on: `disc 3`, but `disc 3 × 2`.
        """
        if self._is_numbered(name):
            return self.bare(name) if number == 1 else f"{self.bare(name)} × {number}"
        return f"{number} {self.counted_noun(name, number)}"

    def counted_noun(self, name: str, number: object) -> str:
        """Return the word for some pieces of one sort, to follow their number.

        Only a name that the rulebook gives with a plural, or with `a` or `an`, has a plural.
        """
        kind = self._kinds.get(name)
        if kind is not None and (owner := self._sole_owner(kind, name)) is not None:
            piece = self._own_noun(kind, plural=number != 1)
            return self.locale("piece_of", piece=piece, player=self.thing(owner))
        if number == 1:
            return self.bare(name)
        if (noun := self.model.thing_nouns.get(name)) is not None:
            return noun.other
        bare = self.bare(name)
        is_one_of_many = self.locale.is_english and self.thing(name) == with_article(bare)
        return plural_of(bare) if is_one_of_many else bare

    def _is_numbered(self, name: str) -> bool:
        """Return True if players know a thing by the word for its kind and its number, as in `disc 3`."""
        kind = self._kinds.get(name)
        return kind is not None and bool(_number_in(kind, name)) and not self.has_own(name)

    def kind(self, name: str, plural: bool = False) -> str:
        """Return the word for a thing of a kind in the middle of a sentence, or for several of them."""
        if (noun := self.model.kind_nouns.get(name)) is not None:
            return noun.other if plural else noun.one
        word = self._noun_called(name) or spaced(name).lower()
        return plural_of(word) if plural else word

    def _noun_called(self, name: str) -> str:
        """Return the noun in the display name of a kind, if only an article or an owner comes before it."""
        called = self.model.called.get(name) if self.locale.is_english else None
        match called.name if called is not None else ():
            case (m.PhraseText(words),):
                return without_article(words)
            case (m.PhraseBlank(), m.PhraseText(words)) if words.startswith("’s "):
                return words.removeprefix("’s ")
        return ""

    def kind_title(self, name: str) -> str:
        """Return the word for a kind for a heading."""
        noun = self.model.kind_nouns.get(name)
        return noun.one if noun is not None else spaced(name)

    # ------------------------------------------------------------ names of a kind

    def _of_root(self, root: m.Kind) -> dict[str, str]:
        default = {name: self._default(name) for name in root.things}
        words = {name: self._given(root, at) or default[name] for at, name in enumerate(root.things)}
        while shared := _shared(words, default):
            words |= {name: default[name] for name in shared}
        return words

    def _given(self, root: m.Kind, at: int) -> str:
        """Return the name that the board or the rulebook gives to a thing.

        Return an empty string if there is none, or if a value in it cannot be computed.
        """
        name = root.things[at]
        if (noun := self.model.thing_nouns.get(name)) is not None:
            return noun.one
        if title := self.model.thing_titles.get(name):
            return title
        named = (self.model.kinds[kind] for kind in self.model.called)
        above = (kind for kind in named if kind.root == root.name and kind.first <= at < kind.first + kind.size)
        kind = min(above, key=lambda each: each.size, default=None)
        if kind is None:
            return ""
        called = self.model.called[kind.name]
        try:
            with self.table.walker.evaluator.work.counted(MOST_WORK):
                return self._one_article(" ".join(_OfThing(self, called.this, at).text(called.name).split()))
        except PlayFault:
            return ""

    def _one_article(self, words: str) -> str:
        """Mend the articles of a filled-in name: `an` before a vowel, and no second one after `the`, `a` or `an`."""
        if not self.locale.is_english:
            return words
        words = SECOND_ARTICLE.sub(r"\1 ", words)
        return with_article(without_article(words)) if words.partition(" ")[0] in ("a", "an") else words

    def _default(self, name: str) -> str:
        kind = self._kinds[name]
        if kind.root == PLAYER:
            return name
        if number := _number_in(kind, name):
            return f"{self._own_noun(kind)} {number}"
        if (owner := self._sole_owner(kind, name)) is not None:
            return self.locale("thing_of", owner=self.thing(owner), thing=self._own_noun(kind))
        return self._on_grid(kind, name) or spaced(name)

    def _own_noun(self, kind: m.Kind, plural: bool = False) -> str:
        """Return the word for a thing of a kind, or its name in the rulebook if a related kind has the same word."""
        word = self.kind(kind.name)
        related = (each for each in self.model.kinds.values() if each.root == kind.root and each is not kind)
        if all(self.kind(each.name) != word for each in related):
            return self.kind(kind.name, plural)
        word = spaced(kind.name).lower()
        return plural_of(word) if plural else word

    def _on_grid(self, kind: m.Kind, name: str) -> str:
        """Return words for the name of a corner or an edge that a grid has named, or an empty string."""
        if kind.ends is not None:
            if (side := SIDE.fullmatch(name)) is not None and side[1] in self._kinds:
                return self.locale("on_side", direction=self.locale(side[2]), thing=self.thing(side[1]))
            words = name.split("_")
            for at in range(1, len(words)):
                one, other = "_".join(words[:at]), "_".join(words[at:])
                if one in self._kinds and other in self._kinds:
                    return self.locale("between", one=self.thing(one), other=self.thing(other))
        if (towards := TOWARDS.fullmatch(name)) is not None and towards[1] in self._kinds:
            return self.locale("towards", direction=self.locale(towards[2]), thing=self.thing(towards[1]))
        return ""

    def _sole_owner(self, kind: m.Kind, name: str) -> str | None:
        """Return the owner of the only thing, or the only sort of pieces, of a kind that belongs to them, or None."""
        if kind.owner is None or not name.startswith(f"{kind.name}_"):
            return None
        return self.model.thing_name(kind.owner_kind, kind.owner[kind.things.index(name)])


def _number_in(kind: m.Kind, name: str) -> str:
    """Return the number in the name of a thing, such as `3` in `Disc3`, or an empty string."""
    rest = name.removeprefix(kind.name)
    return rest if rest != name and rest.isdecimal() else ""


def _shared(words: Mapping[str, str], default: Mapping[str, str]) -> list[str]:
    """Return the things that share their names with others and can still change to the default."""
    number = Counter(words.values())
    return [name for name, said in words.items() if number[said] > 1 and said != default[name]]


class _OfThing(Filling):
    """Fills in the display name of one thing."""

    def __init__(self, names: DisplayNames, this: m.Var, thing: int) -> None:
        self.names, self.this, self.thing = names, this, thing

    def value(self, expr: m.Expr) -> BlankValue:
        table = self.names.table
        evaluator, env = table.walker.evaluator, {self.this.uid: self.thing}
        match expr.type:
            case m.Many():
                found: object = evaluator.members(expr, [], env)
            case m.Bag():
                found = evaluator.amounts(expr, [], env)
            case _:
                found = evaluator.value(expr, [], env)
        return BlankValue(table.notation.plain(found, expr.type), expr.type)

    def in_words(self, value: Plain) -> str:
        return self.names.value(value)

    @property
    def locale(self) -> Locale:
        return self.names.locale

    def noun(self, kind: str, plural: bool) -> str:
        return self.names.kind(kind, plural)

    def actor(self, possessive: bool) -> str:
        raise AssertionError("the name of a thing mentions no player who acts")


def display_names(table: CompiledGame) -> DisplayNames:
    """Return the display names of a game, computed once."""
    return once(table, DisplayNames)
