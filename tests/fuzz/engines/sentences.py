"""Sentences of moves and display names of things, made by chance."""

from __future__ import annotations

from collections.abc import Mapping

from tests.fuzz.engines.expressions import Scope
from tests.fuzz.engines.things import Terms
from tests.fuzz.engines.world import F, N, Type

VERBS = ("open", "try", "put", "take", "stop", "lay out", "Bring")
NOUNS = ("crate", "ox|oxen", "penny||nothing", "fee|fees|no fee", "slow ship")
SIGNS = '{}[]:|"'
"""Characters that no value in a blank may have."""
KINDS = ("Good", "Card", "Town")
"""The kinds of local things that sentences mention."""
UNKNOWN: Type = ("t", "")
"""Type of a choice from a holder, whose kind the generator does not know."""


class Sentences(Terms):
    """Writes sentences, which may use the parameters of their move and constants."""

    BLANKS = ("value", "counted", "several", "either", "stretch", "computed", "text")
    IN_LOG = (*BLANKS, "actor", "possessive")

    def says(self, names: Mapping[str, Type], likely: float = 0.4) -> list[str]:
        """Return the line `says` of an action, or no line."""
        return [f"says {self.sentence(names)}"] if self.c.chance(likely) else []

    def said(self, name: str, type: Type, around: Scope, likely: float = 0.35) -> str:
        """Return the sentence behind a choice, or an empty string."""
        return f", says {self.sentence({**_local(around), name: type})}" if self.c.chance(likely) else ""

    def passing(self, around: Scope | None = None, likely: float = 0.3) -> str:
        """Return the sentence for a pass, or an empty string."""
        named = _local(around) if around is not None else {}
        return f", pass {self.sentence(named)}" if self.c.chance(likely) else ""

    def display_name(self, kind: str) -> str:
        """Return the name for the things of a kind in quotes. It may use `this` and constants."""
        s = Scope({"this": ("t", kind)}, fixed=True)
        return f'"the {self.c.one(("thing", "old thing"))}{self._phrase(s, self.BLANKS)}"'

    def sentence(self, names: Mapping[str, Type]) -> str:
        """Return a sentence in quotes, perhaps with its log line."""
        s = Scope(dict(names), fixed=True)
        imperative = f'"{self._start(s)}{self._phrase(s, self.BLANKS)}"'
        if self.c.chance(0.4):
            return f'{imperative} / "{self.c.one(("", "{you} ", "{your} piece: "))}did{self._phrase(s, self.IN_LOG)}"'
        return imperative

    def _start(self, s: Scope) -> str:
        if self.c.chance(0.15):
            return f"{{{self._inside(F, s)}: raise|lower}}"
        return self.c.rare("verb", VERBS)

    def _phrase(self, s: Scope, forms: tuple[str, ...]) -> str:
        return "".join(f" {self._blank(s, forms)}" for _ in range(self.c.number(0, 3)))

    def _blank(self, s: Scope, forms: tuple[str, ...]) -> str:
        match self.c.rare("blank", forms):
            case "value":
                return f"{{{self._named(s) or self._inside(N, s)}}}"
            case "counted":
                return f"{{{self._inside(N, s)} {self.c.rare('noun', NOUNS)}}}"
            case "several":
                return f"{{{', '.join(self._one(s) for _ in range(self.c.number(2, 3)))}}}"
            case "either":
                return f"{{{self._inside(F, s)}: {self.c.one(('yes|no', 'up high|', '|down'))}}}"
            case "stretch":
                inner = self._blank(s, ("value", "counted", "several", "computed"))
                more = f" {self._blank(s, ('either', 'text', 'value'))}" if self.c.chance(0.4) else ""
                return f"[for {inner}{more}]"
            case "computed":
                kind = self.c.one(("Good", "Card", "Player"))
                type = self.c.one((N, ("t", kind), ("o", kind), ("s", kind), ("b", "Good")))
                return f"{{{self._inside(type, s)}}}"
            case "actor":
                return "{you}"
            case "possessive":
                return "{your}"
        return "and more"

    def _one(self, s: Scope) -> str:
        """Return one of several values of a blank, perhaps with its noun."""
        name = self._named(s)
        if name and self.c.chance(0.6):
            return name
        return f"{self._inside(N, s)} {self.c.rare('noun', NOUNS)}" if self.c.chance(0.6) else self._inside(N, s)

    def _named(self, s: Scope) -> str:
        return self.c.one(list(s.names)) if s.names else ""

    def _inside(self, type: Type, s: Scope) -> str:
        """Return a value for a blank. It contains no braces, and spaces in round brackets only."""
        known = [name for name, of in s.names.items() if of == type]
        if known and self.c.chance(0.6):
            return self.c.one(known)
        scope = Scope({name: of for name, of in s.names.items() if of != UNKNOWN}, fixed=True)
        for _ in range(6):
            made = self.of(type, scope, 2)
            if not any(sign in made for sign in SIGNS):
                return f"({made})" if " " in made else made
        return "yes" if type == F else "2"


def _local(s: Scope) -> dict[str, Type]:
    """Return the names that the sentence of a choice may mention. It must not mention its player."""
    return {name: type for name, type in s.names.items() if type in (N, F) or (type[0] == "t" and type[1] in KINDS)}
