"""Renders the rules page of a table, with the rulebook, the printed clauses and the changes made by variants."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter

from dsl.amendments import EffectivePart, in_words, parts
from dsl.diagnostics import Sink
from dsl.folder import GameFolder
from interpreter.position import once
from interpreter.table import one_line
from interpreter.testing import read_clauses
from mercatoria import CompiledGame, State
from mercatoria.highlight import RulesLexer
from mercatoria.web.pages.house_rules import house_rules
from mercatoria.web.pages.templates import filled


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule in use at the table."""

    key: str
    name: str
    code: Markup
    cites: tuple[str, ...]
    changes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Printed:
    """A clause of the printed rules, and the rules in the rulebook that implement it."""

    id: str
    rule: str
    section: str
    parts: tuple[Rule, ...]

    @property
    def changed(self) -> bool:
        return any(part.changes for part in self.parts)


@dataclass(frozen=True, slots=True)
class Amended:
    """A rule that a variant changed, and how the variant changed it."""

    key: str
    name: str
    how: str


@dataclass(frozen=True, slots=True)
class House:
    """A variant used at the table, and the rules that it changed."""

    title: str
    parts: tuple[Amended, ...]


def rules_page(state: State, base: str) -> str:
    """Render the rules page. The contents of the rules page are the same for all seats, so they are cached with the
    game.
    """
    values = once(state.table, _values)
    return filled("rules.html", base=base, title=state.edition.title, players=state.players, **values)


def _values(table: CompiledGame) -> dict[str, object]:
    edition, folder = table.edition, table.edition.folder
    amended = folder.effective(table.flow.model.players, edition.variants, edition.options, Sink())
    found = parts(amended)
    rules = [_rule(part, folder) for part in found]
    by_cite: dict[str, list[Rule]] = {}
    for rule in rules:
        for cite in rule.cites:
            by_cite.setdefault(cite, []).append(rule)
    clauses = [
        Printed(each.id, one_line(each.rule), each.section, tuple(by_cite.get(each.id, ())))
        for each in read_clauses(folder, Sink()).values()
    ]  # fmt: skip
    sections = [(section, list(each)) for section, each in groupby(clauses, lambda clause: clause.section)]
    house = [House(title, tuple(_amended(name, found, folder))) for name, title in house_rules(table).items()]
    options = sorted((name.replace("_", " "), value) for name, value in edition.option_words.items())
    return {"house": house, "sections": sections, "parts": rules, "options": options}


def _rule(part: EffectivePart, folder: GameFolder) -> Rule:
    lines = "\n".join(line.rstrip() for line in part.text.split("\n"))
    coloured = highlight(lines, RulesLexer(), HtmlFormatter(nowrap=True))
    changes = tuple(in_words(change, folder.shown) for change in part.changes)
    return Rule(part.key, part.key.replace("_", " "), Markup(coloured), tuple(part.cites), changes)


def _amended(variant: str, found: Iterable[EffectivePart], folder: GameFolder) -> Iterable[Amended]:
    for part in found:
        for change in part.changes:
            if change.variant == variant:
                yield Amended(part.key, part.key.replace("_", " "), in_words(change, folder.shown))
                break
