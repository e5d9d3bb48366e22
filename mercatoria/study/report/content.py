"""What a report tells, as a value: a heading, and sections of sentences, tables and figures. How it looks is left to
those who write it down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from mercatoria.study.findings import RISK, Findings, RuleSetFindings
from mercatoria.study.intervals import Estimate
from mercatoria.study.measures import COURSE
from mercatoria.study.report import words

RARE = 0.1
"""The share of looked-into games in which a clause is called rare."""


@dataclass(frozen=True, slots=True)
class Table:
    """Cells in rows, the heading apart; the first column names its row."""

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of a figure: what it is of, and for each rule set the estimate."""

    label: str
    estimates: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """Estimates with their intervals side by side; `share`: they are told in per cent."""

    title: str
    series: tuple[str, ...]
    bars: tuple[Bar, ...]
    share: bool = False


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long the games of each rule set were, as curves."""

    title: str
    series: tuple[str, ...]
    decisions: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the report; each of its parts may be missing."""

    title: str
    sentences: tuple[str, ...] = ()
    figures: tuple[Figure | Lengths, ...] = ()
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class Studied:
    """What was studied, and how it can be done again."""

    title: str
    """Of the game."""
    players: tuple[str, ...]
    """The kinds of player."""
    amendments: dict[str, str]
    """The text of each variant or of what was taken out, by the name of its rule set."""
    command: str
    seed: int
    fingerprints: dict[str, str]
    """Of the rules of each rule set."""
    citations: dict[str, str] = field(default_factory=dict)
    """Our words for each printed clause."""
    standing: frozenset[str] = frozenset()
    """Clauses of what always bears, such as what there is of each thing: nothing has to happen for them."""


@dataclass(frozen=True, slots=True)
class Report:
    studied: Studied
    summary: tuple[str, ...]
    sections: tuple[Section, ...]


def report(found: Findings, studied: Studied) -> Report:
    """Everything that is told, the most important first."""
    sections = (
        _who_wins(found), _course(found), _points(found), _what_is_done(found), _clauses(found, studied),
        _how_to_read(studied),
    )  # fmt: skip
    return Report(studied, tuple(_summary(found)), tuple(each for each in sections if each is not None))


# ---------------------------------------------------------------- the summary


def _summary(found: Findings) -> Iterator[str]:
    for each in found.rule_sets:
        if each.failed:
            yield f"A rule failed in play under {each.name}: {each.failed[0]}. These deals are left out."
    if not found.base.games:
        yield "No deal was played to its end, so nothing can be told."
        return
    if len(found.rule_sets) == 1:
        yield from _of_the_base(found.base)
        return
    for each in found.rule_sets[1:]:
        said = [words.verdict(name, estimate) for name, estimate in each.differences.items() if estimate.tells]
        least = max((e.radius for name, e in each.differences.items() if name.startswith("win.")), default=1.0)
        if said:
            yield f"Under {each.name}: {' '.join(said[:6])}"
        else:
            yield f"Under {each.name} no difference can be told in anything that was measured."
        if not any(name.startswith("win") and e.tells for name, e in each.differences.items()):
            yield (
                f"If {each.name} changes who wins, then by less than {words.number(least, True)} of the games for any "
                "seat: that is how far these deals can see."
            )


def _of_the_base(base: RuleSetFindings) -> Iterator[str]:
    wins = {name.partition(".")[2]: e for name, e in base.estimates.items() if name.startswith("win.")}
    even = 1 / len(wins)
    uneven = [name for name, e in wins.items() if e.low > even or e.high < even]
    if uneven:
        told = "; ".join(f"{name} wins {words.value(wins[name], True)}" for name in uneven)
        yield f"The seats are not alike: {told}. An even share is {words.number(even, True)}."
    else:
        most = max(e.radius for e in wins.values())
        yield f"No seat is known to have an advantage; each share is known to within {words.number(most, True)}."
    kinds = {name.partition(".")[2]: e for name, e in base.estimates.items() if name.startswith("win_by.")}
    ahead = [(a, b) for a in kinds for b in kinds if kinds[a].low > kinds[b].high]
    for better, worse in ahead:
        yield f"The player `{better}` wins more than `{worse}`, seat for seat."
    length = base.estimates["length"]
    yield f"A game has {words.value(length, False)} decisions; one in twenty has more than {_tail(base):,}."
    settled = base.estimates["settled"]
    yield f"The winner takes the lead for good after {words.value(settled, True)} of the game."


def _tail(each: RuleSetFindings) -> int:
    """The length that one game in twenty exceeds."""
    return each.lengths[int(0.95 * (len(each.lengths) - 1))] if each.lengths else 0


# ---------------------------------------------------------------- sections


def _table(found: Findings, names: Sequence[str], first: str) -> Table:
    """A row for each measure: the base, then each variant with its difference."""
    heading = [first, found.base.name]
    for each in found.rule_sets[1:]:
        heading += [each.name, "difference"]
    rows = []
    for name in names:
        told = words.wording(name)
        row = [told.label, words.value(found.base.estimates[name], told.share)]
        for each in found.rule_sets[1:]:
            row += [
                words.value(each.estimates[name], told.share),
                words.change(each.differences[name], told.share) + (" ✓" if each.differences[name].tells else ""),
            ]
        rows.append(tuple(row))
    return Table(tuple(heading), tuple(rows))


def _figure(found: Findings, title: str, names: Sequence[str], labels: Sequence[str], share: bool) -> Figure:
    bars = (
        Bar(label, tuple(e.estimates[name] for e in found.rule_sets)) for name, label in zip(names, labels, strict=True)
    )
    return Figure(title, tuple(each.name for each in found.rule_sets), tuple(bars), share)


def _named(found: Findings, *groups: str) -> list[str]:
    return [measure.name for measure in found.measures if measure.name.partition(".")[0] in groups]


def _who_wins(found: Findings) -> Section | None:
    if not found.base.games:
        return None
    names = _named(found, "win", "win_by")
    labels = [name.partition(".")[2] for name in names]
    return Section(
        "Who wins",
        (f"{found.deals:,} deals, {found.base.games:,} games under each set of rules. A shared win counts in parts.",),
        (_figure(found, "Share of wins", names, labels, share=True),),
        (_table(found, names, "share"),),
    )


def _course(found: Findings) -> Section | None:
    if not found.base.games:
        return None
    names = tuple(each.name for each in found.rule_sets)
    tail = ("decisions that one game in twenty exceeds", *(f"{_tail(each):,}" for each in found.rule_sets))
    endings = dict.fromkeys(ending for each in found.rule_sets for ending in each.endings)
    shares = (
        (f"games that end by {ending.replace('_', ' ')}", *(_ended(each, ending) for each in found.rule_sets))
        for ending in endings
    )
    lengths = Lengths("Length of the games", names, tuple(each.lengths for each in found.rule_sets))
    table = _table(found, [measure.name for measure in COURSE], "")
    return Section("The course of the game", (), (lengths,), (table, Table(("", *names), (tail, *shares))))


def _ended(each: RuleSetFindings, ending: str) -> str:
    return words.number(each.endings.get(ending, 0) / each.games, share=True)


def _points(found: Findings) -> Section | None:
    if not found.base.games:
        return None
    names = _named(found, "score")
    labels = [name.partition(".")[2] for name in names]
    return Section(
        "Points", (), (_figure(found, "Points", names, labels, share=False),), (_table(found, names, "points"),)
    )


def _what_is_done(found: Findings) -> Section | None:
    if not found.base.games:
        return None
    sentences = [
        f"Never done under {each.name}: {', '.join(name.replace('_', ' ') for name in each.never_done)}."
        for each in found.rule_sets
        if each.never_done
    ]
    return Section("What is done", tuple(sentences), (), (_table(found, _named(found, "done"), "how often in a game"),))


def _clauses(found: Findings, studied: Studied) -> Section | None:
    looked = [each for each in found.rule_sets if each.looked_into]
    if not looked:
        return None
    names = sorted({clause for each in looked for clause in each.clauses} | studied.citations.keys() - studied.standing)
    rows, never = [], []
    for name in names:
        shares = [each.clauses.get(name, 0) / each.looked_into for each in looked]
        if not any(shares):
            never.append(name)
        elif min(shares) < RARE:
            told = [f"{each.clauses.get(name, 0)} of {each.looked_into}" for each in looked]
            rows.append((f"{name} {studied.citations.get(name, '')}".strip(), *told))
    looked_into = f"{looked[0].looked_into} games of each set of rules were looked into clause by clause."
    sentences = [f"{looked_into} That tells no share exactly, but what hardly ever happens."]
    if never:
        sentences.append(f"In none of them came to bear: {', '.join(never)}.")
    tables = (Table(("hardly ever", *(each.name for each in looked)), tuple(rows)),) if rows else ()
    return Section("The printed rules", tuple(sentences), (), tables)


def _how_to_read(studied: Studied) -> Section:
    marks = "; ".join(f"{name} {mark}" for name, mark in studied.fingerprints.items())
    intervals = (
        "In brackets stands the interval in which the true mean lies. Each group of intervals is right as a whole with "
        f"probability {1 - RISK:.0%}, whenever one stops. ✓ marks a difference that is there."
    )
    pairs = (
        "All sets of rules were played with the same deals: the same dice, draws and seats, as far as the rules ask "
        "for them alike. A difference is of one deal under two sets of rules."
    )
    people = "These are games of computer players. What people do may be different."
    again = f"Again: `{studied.command}`. Seed {studied.seed}. Rules: {marks}."
    return Section("How to read this, and how to repeat it", (intervals, pairs, people, again))
