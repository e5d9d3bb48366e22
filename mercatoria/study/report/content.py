"""What a report tells, as a value: a summary, and parts of sections of sentences, tables and figures. How it looks is
left to those who write it down.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mercatoria.study.findings import Findings
from mercatoria.study.intervals import Estimate
from mercatoria.study.question import LineUp


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
    """Estimates with their intervals side by side; `share`: they are told in per cent. `even` is marked, if there is
    something even."""

    title: str
    series: tuple[str, ...]
    bars: tuple[Bar, ...]
    share: bool = False
    even: float | None = None


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long the games of each rule set were, as curves."""

    title: str
    series: tuple[str, ...]
    decisions: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Curves:
    """Shares that grow in the course of the game, after equal parts of it, with their intervals; a curve for each rule
    set."""

    title: str
    series: tuple[str, ...]
    points: tuple[tuple[Estimate, ...], ...]
    even: float


Drawn = Figure | Lengths | Curves


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a report; each of its parts may be missing."""

    title: str
    sentences: tuple[str, ...] = ()
    figures: tuple[Drawn, ...] = ()
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """Sections that belong together, as all of one table; without a title where there is nothing to tell it from."""

    title: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """What was found of one line-up."""

    line_up: LineUp
    found: Findings


@dataclass(frozen=True, slots=True)
class Studied:
    """What was studied, and how it can be done again."""

    title: str
    """Of the game."""
    seats: tuple[tuple[str, ...], ...]
    """The kinds of player at each table."""
    amendments: dict[str, str]
    """The text of each variant or of what was taken out, by the name of its rule set."""
    command: str
    seed: int
    fingerprints: dict[int, dict[str, str]]
    """Of the rules of each rule set, by the number of players."""
    citations: dict[str, str] = field(default_factory=dict)
    """Our words for each printed clause."""
    standing: frozenset[str] = frozenset()
    """Clauses of what always bears, such as what there is of each thing: nothing has to happen for them."""


@dataclass(frozen=True, slots=True)
class Report:
    """All that is told, the most important first."""

    studied: Studied
    summary: tuple[str, ...]
    parts: tuple[Part, ...]
