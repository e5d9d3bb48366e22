"""Content of a report: a summary, and parts with sections of sentences, tables and figures, without layout."""

from __future__ import annotations

from dataclasses import dataclass, field

from mercatoria.study.findings import Findings
from mercatoria.study.intervals import Estimate
from mercatoria.study.question import LineUp


@dataclass(frozen=True, slots=True)
class Table:
    """Cells in rows, with a separate heading; the first column labels the row."""

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of a figure: its label, and the estimate for each rule set."""

    label: str
    estimates: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """Estimates with intervals. `share`: shown as percentages. `even`: value of an even share, if any."""

    title: str
    series: tuple[str, ...]
    bars: tuple[Bar, ...]
    share: bool = False
    even: float | None = None


@dataclass(frozen=True, slots=True)
class Lengths:
    """Curves of the game lengths of each rule set."""

    title: str
    series: tuple[str, ...]
    decisions: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Curves:
    """Curves with intervals, one per rule set, of a share after equal parts of the game."""

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
    """Sections that belong together, such as those of one table; the title is empty for a single table."""

    title: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The findings for one line-up."""

    line_up: LineUp
    found: Findings


@dataclass(frozen=True, slots=True)
class Studied:
    """Subject of a study, and how to repeat it."""

    title: str
    """Title of the game."""
    seats: tuple[tuple[str, ...], ...]
    """The kinds of player at each table."""
    amendments: dict[str, str]
    """The text of each variant or removed rule, by the name of its rule set."""
    command: str
    seed: int
    fingerprints: dict[int, dict[str, str]]
    """Fingerprints of the rule sets, by the number of players."""
    citations: dict[str, str] = field(default_factory=dict)
    """The paraphrase of each printed clause."""
    standing: frozenset[str] = frozenset()
    """Clauses that always apply, such as the number of pieces: no event is needed."""


@dataclass(frozen=True, slots=True)
class Report:
    """The whole report, the most important first."""

    studied: Studied
    summary: tuple[str, ...]
    parts: tuple[Part, ...]
