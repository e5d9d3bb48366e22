"""Turns all declarations of an effective rulebook into the plain forms that the checker knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from dsl import ast
from dsl.desugaring.cases import spell_out_cases
from dsl.desugaring.decks import refill_decks
from dsl.desugaring.endings import spell_out_endings
from dsl.desugaring.groups import spell_out_groups
from dsl.desugaring.kept import Kept
from dsl.desugaring.offers import spell_out_offers
from dsl.desugaring.payments import spell_out_payments
from dsl.desugaring.triggers import Within, inline_triggers
from dsl.diagnostics import Sink

Plain = Kept[ast.Declaration]
Several = Kept[Sequence[ast.Declaration]]


@dataclass(slots=True)
class Desugaring:
    """The steps of desugaring, each with its results for the declarations that it saw last."""

    decks: Plain = field(default_factory=Kept)
    endings: Several = field(default_factory=Kept)
    anchors: Kept[Within] = field(default_factory=Kept)
    triggers: Plain = field(default_factory=Kept)
    offered: Kept[frozenset[str]] = field(default_factory=Kept)
    groups: Plain = field(default_factory=Kept)
    payments: Plain = field(default_factory=Kept)
    cases: Plain = field(default_factory=Kept)
    offers: Several = field(default_factory=Kept)

    def plain(self, declarations: Sequence[ast.Declaration], sink: Sink) -> list[ast.Declaration]:
        """Return the plain forms of all declarations. A declaration that did not change keeps its plain form."""
        plain = spell_out_endings(refill_decks(declarations, sink, self.decks), self.endings)
        plain = inline_triggers(plain, sink, self.anchors, self.triggers)
        plain = spell_out_groups(plain, sink, self.offered, self.groups)
        plain = spell_out_cases(spell_out_payments(plain, sink, self.payments), sink, self.cases)
        return spell_out_offers(plain, sink, self.offers)
