"""Renders the rules page of a table in reading order: the game in one minute, the turn, the end, and set-up last.

The page also shows what the house rules change, and the rulebook itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape
from pygments import highlight
from pygments.formatters import HtmlFormatter

from dsl.amendments import EffectivePart, in_words, parts
from dsl.diagnostics import Sink
from dsl.folder import GameFolder
from interpreter.position import once
from interpreter.table import called, one_line
from interpreter.testing import Clause, read_clauses
from mercatoria import CompiledGame, State
from mercatoria.highlight import RulesLexer
from mercatoria.web.pages import summary
from mercatoria.web.pages.house_rules import house_rules
from mercatoria.web.pages.steps import MOST_STEPS, steps
from mercatoria.web.pages.templates import filled

LATE = ("example", "variant", "setup", "component")
"""Kinds of clauses that newcomers need last. A section of one of these kinds follows the sections about play."""
VERBS = {
    "set": "house_set", "except": "house_except", "replace": "house_replace", "suspend": "house_suspend",
    "new": "house_new", "add rule": "house_new", "add scoring": "house_new",
}  # fmt: skip
"""Keys of the texts about amendments, by verb. All other verbs add a line to a rule."""
CLOSE = 3
"""Number of shared words that show as clearly as one citation that a section is about a phase."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule in use at the table."""

    key: str
    name: str
    code: Markup
    cites: tuple[str, ...]
    changes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Changed:
    """A rule that a variant changed: the title of the variant, the rule, and the key of the text about the change."""

    house: str
    key: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Printed:
    """A clause of the printed rules in our words, with the rules in the rulebook that implement it.

    `words` links the clauses that the text mentions, and `changes` says what house rules do to the clause.
    """

    id: str
    words: Markup
    parts: tuple[Rule, ...]
    changes: tuple[Changed, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the printed rules. `key` is its id on the page."""

    key: str
    heading: str
    clauses: tuple[Printed, ...]


@dataclass(frozen=True, slots=True)
class Contents:
    """The parts of the page that are the same in every position."""

    sections: tuple[Section, ...]
    rules: tuple[Rule, ...]
    house: Mapping[str, tuple[Changed, ...]]
    """The changes that each variant at the table makes, by the title of the variant."""
    options: tuple[tuple[str, str], ...]


def rules_page(state: State, seat: int | None, base: str, back: str, names: State) -> str:
    """Render the rules page.

    Args:
        state: The position. Most of the page is the same in every position, so it is cached with the game.
        seat: The seat, or None for a spectator.
        base: Address of the rules page without `/rules`.
        back: Address of the page to which the reader returns.
        names: The same position in the language of the reader.
    """
    found, said = once(state.table, _contents), names.table.locale
    return filled(
        "rules.html", said=said, base=base, back=back, title=names.edition.title, players=state.players,
        contents=found, here=_here(state, seat, found.sections), goal=[of.words for of in summary.points(names)],
        turn=turn_in_words(state, names), ends=[of.words for of in summary.ends(names, seat)],
        questions=[ruling for ruling in state.table.flow.model.rulings if ruling.question],
    )  # fmt: skip


def turn_in_words(state: State, names: State) -> list[str]:
    """Return the steps of a turn that no house rule suspends, or the titles of the actions if there are no steps.

    `names` is the same position in the language of the reader.
    """
    changed = (change for changes in once(state.table, _contents).house.values() for change in changes)
    suspended = {change.title for change in changed if change.text == VERBS["suspend"]}
    pairs = zip(steps(state), steps(names), strict=True)
    found = [step.title for known, step in pairs if known.title not in suspended]
    if not found:
        actions = [called(action.about) for action in names.table.flow.model.actions.values()]
        found = list(dict.fromkeys(actions)) if len(actions) <= MOST_STEPS else []
    return found


def _here(state: State, seat: int | None, sections: Sequence[Section]) -> str:
    """Return the key of the section about the current phase, or an empty string.

    The phase cites clauses of the section, and often their titles share words.
    """
    if state.is_over:
        return ""
    view = state.view(seat)
    cited, title = frozenset(view["cites"]), _words(view["phase_title"])
    best = max(sections, key=lambda section: _closeness(section, cited, title), default=None)
    return best.key if best is not None and _closeness(best, cited, title) >= CLOSE else ""


def _closeness(section: Section, cited: frozenset[str], title: frozenset[str]) -> int:
    """Return how well a section fits a phase with these citations and the words of this title."""
    return CLOSE * sum(clause.id in cited for clause in section.clauses) + len(title & _words(section.heading))


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))


def _contents(table: CompiledGame) -> Contents:
    edition, folder = table.edition, table.edition.folder
    amended = folder.effective(table.flow.model.players, edition.variants, edition.options, Sink())
    found = parts(amended)
    rules = tuple(_rule(part, folder) for part in found)
    titles = house_rules(table)
    changed = {part.key: tuple(_changes(part, titles, table)) for part in found}
    house = {
        title: tuple(change for each in changed.values() for change in each[:1] if change.house == title)
        for title in titles.values()
    }
    options = sorted((name.replace("_", " "), str(value)) for name, value in edition.option_words.items())
    return Contents(tuple(_sections(folder, rules, changed)), rules, house, tuple(options))


def _sections(folder: GameFolder, rules: Iterable[Rule], changed: Mapping[str, tuple[Changed, ...]]) -> list[Section]:
    """Return the sections of the printed rules in reading order."""
    clauses, by_cite, by_section = read_clauses(folder, Sink()), dict[str, list[Rule]](), dict[str, list[Clause]]()
    for rule in rules:
        for cite in rule.cites:
            by_cite.setdefault(cite, []).append(rule)
    for clause in clauses.values():
        by_section.setdefault(clause.section, []).append(clause)
    found = []
    for number, heading in enumerate(sorted(by_section, key=lambda heading: _lateness(by_section[heading]))):
        printed = []
        for clause in by_section[heading]:
            here = tuple(by_cite.get(clause.id, ()))
            changes = tuple(dict.fromkeys(change for rule in here for change in changed[rule.key]))
            printed.append(Printed(clause.id, linked(clause, clauses), here, changes))
        found.append(Section(f"part-{number + 1}", heading, tuple(printed)))
    return found


def _lateness(clauses: Sequence[Clause]) -> int:
    """Return the place of a section in the reading order: play first, set-up and components last."""
    kinds = Counter(clause.kind for clause in clauses)
    return max((place for place, kind in enumerate(LATE, 1) if 2 * kinds[kind] >= len(clauses)), default=0)


def linked(clause: Clause, clauses: Mapping[str, Clause]) -> Markup:
    """Return the text of a clause. A number of another clause becomes a link with the heading of its section."""
    words = Markup("")
    for part in re.split(r"([A-Z]+-[A-Z]?[0-9]+)", one_line(clause.rule)):
        of = clauses.get(part)
        words += escape(part) if of is None else Markup('<a href="#clause-{}">{}</a>').format(of.id, of.section)
    return words


def _rule(part: EffectivePart, folder: GameFolder) -> Rule:
    lines = "\n".join(line.rstrip() for line in part.text.split("\n"))
    coloured = highlight(lines, RulesLexer(), HtmlFormatter(nowrap=True))
    changes = tuple(in_words(change, folder.shown) for change in part.changes)
    return Rule(part.key, _name(part), Markup(coloured), tuple(part.cites), changes)


def _name(part: EffectivePart) -> str:
    return part.key.replace("_", " ")


def _changes(part: EffectivePart, titles: Mapping[str, str], table: CompiledGame) -> Iterable[Changed]:
    """Yield what the variants at the table did to a rule. The fields of a new kind belong to the kind."""
    form, _, name = part.key.partition(" ")
    model = table.flow.model
    rule = model.routines.get(name) or model.actions.get(name)
    title = called(rule.about) if rule is not None else _name(part)
    for change in part.changes if form != "field" else ():
        house = titles.get(change.variant, change.variant)
        yield Changed(house, part.key, title, VERBS.get(change.verb, "house_add"))
