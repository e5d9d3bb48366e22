"""Content of a report without its layout: a summary, then parts made of sections.

A section contains sentences, tables and figures.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from mercatoria.simulation import Estimate
from mercatoria.study.deals import rotations
from mercatoria.study.findings import Findings
from mercatoria.study.question import LineUp

DETAILS = "In detail; the true value is very likely between the values in brackets"
"""Heading of the intervals behind a verdict."""


@dataclass(frozen=True, slots=True)
class Table:
    """Table with column headings, in which the first cell of each row is the row's label."""

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of a figure: its label, and the estimate for each rule set."""

    label: str
    estimates: tuple[Estimate, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """Plot of estimates with their intervals.

    If `share` is True, the estimates are shown as percentages. `even` is the share that each seat would have if all
    were equal, or None if the figure does not show such shares.
    """

    title: str
    series: tuple[str, ...]
    bars: tuple[Bar, ...]
    share: bool = False
    even: float | None = None


@dataclass(frozen=True, slots=True)
class Lengths:
    """Curves of the game lengths, one per rule set."""

    title: str
    series: tuple[str, ...]
    decisions: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Curves:
    """Curves of a share over the course of the game, one per rule set, with intervals."""

    title: str
    series: tuple[str, ...]
    points: tuple[tuple[Estimate, ...], ...]
    even: float


@dataclass(frozen=True, slots=True)
class Band:
    """Highest, average and lowest points of the seats under one rule set, from the start to the end of the game."""

    name: str
    highest: tuple[float, ...]
    average: tuple[float, ...]
    lowest: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Tracks:
    """Points over time, with a band for each rule set."""

    title: str
    bands: tuple[Band, ...]


Drawn = Figure | Lengths | Curves | Tracks


@dataclass(frozen=True, slots=True)
class Section:
    """Section of a report, in which everything except the title may be empty."""

    title: str
    sentences: tuple[str, ...] = ()
    figures: tuple[Drawn, ...] = ()
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """Group of sections, such as those about one table.

    In a report on a single table, the title is empty.
    """

    title: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """Findings for one line-up."""

    line_up: LineUp
    found: Findings
    seconds: float | None = None
    """Seconds that a deal takes at present, or None if no deal was timed."""

    @property
    def progress(self) -> Progress:
        return Progress(self.found.deals, len(rotations(self.line_up.seats)), self.seconds)


@dataclass(frozen=True, slots=True)
class Progress:
    """Number of deals played, games per rule set of each deal, and seconds per deal, or None if not timed."""

    deals: int
    games_per_deal: int = 1
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Studied:
    """Description of a study: its game, its rule sets, and the command line that repeats it."""

    title: str
    """Title of the game."""
    seats: tuple[tuple[str, ...], ...]
    """Kinds of player at each table."""
    amendments: dict[str, str]
    """The text that each rule set adds or removes, keyed by the rule set's name."""
    command: str
    seed: int
    fingerprints: dict[int, dict[str, str]]
    """Rule-set fingerprints, keyed by the number of players."""
    citations: dict[str, str] = field(default_factory=dict)
    """Paraphrase of each printed clause, keyed by clause id."""
    standing: frozenset[str] = frozenset()
    """Clauses that always hold, whatever happens in play, such as the number of pieces."""


@dataclass(frozen=True, slots=True)
class Group:
    """Sentences of a verdict under one label."""

    label: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """The verdict on a variant as text."""

    title: str
    judgement: str
    """The verdict in a few words, such as `works`."""
    short: str
    """The verdict in one sentence or two."""
    groups: tuple[Group, ...]
    """Groups about the rule itself, and about changed, unchanged and unknown measures."""
    details: tuple[str, ...]
    """Sentences with the interval of each effect."""


@dataclass(frozen=True, slots=True)
class Report:
    """Whole report, with the most important findings first."""

    studied: Studied
    verdicts: tuple[Told, ...]
    summary: tuple[str, ...]
    parts: tuple[Part, ...]

    @property
    def tracks(self) -> list[Tracks]:
        """The plots of points over time, one for each table."""
        figures = (figure for part in self.parts for section in part.sections for figure in section.figures)
        return [figure for figure in figures if isinstance(figure, Tracks)]
