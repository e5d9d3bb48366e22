"""The question that a study answers, and the command line that repeats the study.

A question consists of the rule sets, the players at each table, and the number of games.
"""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from mercatoria.study.deals import Design
from mercatoria.study.rule_sets import Compared
from mercatoria.study.study import Extent


@dataclass(frozen=True, slots=True)
class LineUp:
    """Players at one table.

    If `rung` is True, the line-up is a step of the skill ladder: one supposedly better player meets opponents of a
    single weaker kind.
    """

    seats: tuple[str, ...]
    rung: bool = False

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def name(self) -> str:
        """Name of the line-up, such as `3 players` or `medium against 2 of greedy`."""
        if self.rung:
            others = "" if self.players == 2 else f"{self.players - 1} of "
            return f"{self.seats[0]} against {others}{self.seats[1]}"
        return f"{self.players} players" if self.players > 1 else "1 player"

    @property
    def mark(self) -> str:
        """The line-up's name in a form that is safe in file names."""
        return f"{self.players}-{self.seats[0]}-{self.seats[1]}" if self.rung else str(self.players)


def ladder(kinds: Sequence[str], players: int) -> list[LineUp]:
    """Return the line-ups of a skill ladder, in which each kind of player meets the next weaker kind."""
    return [LineUp((better, *[worse] * (players - 1)), rung=True) for worse, better in pairwise(kinds)]


@dataclass(frozen=True, slots=True)
class Question:
    """The question that a study answers. Every line-up plays the same number of games."""

    compared: Compared
    line_ups: tuple[LineUp, ...]
    """Line-ups to play, at least one; ladder line-ups come last."""
    extent: Extent
    seed: int = 0
    looked_into: int = 0
    """Number of deals in which the applied rules are recorded; 0 in ladder line-ups."""
    weighed: int = 0
    """Number of deals in which some decisions are evaluated; 0 in ladder line-ups."""
    engine: str | None = None
    """Name of the requested engine, or None for the fastest one available."""

    def design(self, line_up: LineUp) -> Design:
        """Return the design of the deals for a line-up."""
        depth = (0, 0) if line_up.rung else (self.looked_into, self.weighed)
        return Design(self.compared.sets, line_up.seats, self.seed, *depth, self.engine)

    def command(self, files: Sequence[str] = ()) -> str:
        """Return the command line that repeats this study and writes its report into these files."""
        asked, tables = self.compared.asked, [each for each in self.line_ups if not each.rung]
        counts = sorted({each.players for each in self.line_ups})
        words = ["mercatoria", "study", asked.game]
        words += [word for name in asked.variants for word in ("--variant", name)]
        words += [word for name, value in asked.options.items() for word in ("--option", f"{name}={value}")]
        words += [word for names in asked.with_ for word in ("--with", names)]
        words += [word for rule in asked.without for word in ("--without", rule)]
        words += ["--players", ",".join(map(str, counts)), "--seat-players", ",".join(_shortest(tables[-1].seats))]
        if rungs := [each for each in self.line_ups if each.rung and each.players == counts[0]]:
            words += ["--ladder", ",".join([rungs[0].seats[1], *(each.seats[0] for each in rungs)])]
        words += ["--games", str(self.extent.games)]
        if self.extent.within is not None:
            words += ["--until", f"{100 * self.extent.within:g}%"]
        words += ["--engine", self.engine] if self.engine is not None else []
        words += ["--seed", str(self.seed), "--clauses", str(self.looked_into), "--decisions", str(self.weighed)]
        words += [word for file in files for word in ("-o", file)]
        return shlex.join(words)


def _shortest(seats: Sequence[str]) -> list[str]:
    """Return the kinds of player in a short form for command lines, where the last kind fills all remaining seats."""
    short = list(seats)
    while len(short) > 1 and short[-1] == short[-2]:
        short.pop()
    return short
