"""The content of a report without its layout: a summary, and parts made of sections.

A section contains sentences, tables and figures.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mercatoria.study.findings import Findings
from mercatoria.study.intervals import Estimate
from mercatoria.study.question import LineUp


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under a heading; the first cell of each row is its label."""

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of a figure: its label, and the estimate for each rule set."""

    label: str
    estimates: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """Estimates with their intervals.

    If `share` is True, they are shown as percentages. `even` is the share that each seat would have if all were equal,
    or None if the figure shows no shares of a whole.
    """

    title: str
    series: tuple[str, ...]
    bars: tuple[Bar, ...]
    share: bool = False
    even: float | None = None


@dataclass(frozen=True, slots=True)
class Lengths:
    """Curves that show the lengths of the games under each rule set."""

    title: str
    series: tuple[str, ...]
    decisions: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Curves:
    """Curves with intervals, one per rule set, that show a share after each of the equal parts of the game."""

    title: str
    series: tuple[str, ...]
    points: tuple[tuple[Estimate, ...], ...]
    even: float


Drawn = Figure | Lengths | Curves


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a report. All its parts except the title may be empty."""

    title: str
    sentences: tuple[str, ...] = ()
    figures: tuple[Drawn, ...] = ()
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A group of sections, such as those about one table.

    If there is only one table, the title is empty.
    """

    title: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The findings for one line-up."""

    line_up: LineUp
    found: Findings


@dataclass(frozen=True, slots=True)
class Studied:
    """The subject of a study, and how to repeat the study."""

    title: str
    """Title of the game."""
    seats: tuple[tuple[str, ...], ...]
    """The kinds of player at each table."""
    amendments: dict[str, str]
    """The text of each variant, or of the rule that is removed, by the name of the rule set."""
    command: str
    seed: int
    fingerprints: dict[int, dict[str, str]]
    """Fingerprints of the rule sets, by the number of players."""
    citations: dict[str, str] = field(default_factory=dict)
    """The paraphrase of each printed clause, by its number."""
    standing: frozenset[str] = frozenset()
    """Clauses that always apply, whatever happens in play, such as the number of pieces."""


@dataclass(frozen=True, slots=True)
class Report:
    """The whole report, beginning with what is most important."""

    studied: Studied
    summary: tuple[str, ...]
    parts: tuple[Part, ...]
