"""Runs a study for one line-up of players after another, and can report its findings at any time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mercatoria.simulation import BATCH_SECONDS, Workers
from mercatoria.study.deals import Deal
from mercatoria.study.findings import as_data, findings
from mercatoria.study.native_study import engine_of
from mercatoria.study.question import LineUp, Question
from mercatoria.study.report import Chapter, Report, Studied, as_fragment, report, summary, verdicts_told
from mercatoria.study.runner import Results
from mercatoria.study.study import study
from mercatoria.study.verdict import verdicts
from mercatoria.study.verdict_data import verdict_as_data

LEAST_TIMED = 10 * BATCH_SECONDS
"""Seconds from which the pace is known. Deals arrive in batches, and some are played before the first one is timed."""


class AlreadyThere(Exception):
    """Raised instead of overwriting a file that contains deals.

    The message gives the name of the file.
    """


@dataclass(slots=True)
class Inquiry:
    """A study in progress.

    Its report covers the deals played so far. A notebook displays the report as a page.
    """

    question: Question
    dealt: dict[LineUp, list[Deal]] = field(default_factory=dict)
    kept: dict[LineUp, Results] = field(default_factory=dict)
    seconds: dict[LineUp, float] = field(default_factory=dict)
    """Seconds that a deal of each line-up takes; only deals that were neither saved nor examined count."""
    files: tuple[str, ...] = ()
    """Report files, as named on the command line."""

    @property
    def deals(self) -> int:
        """Maximum number of deals to play."""
        return sum(self.question.extent.deals(self.question.design(each)) for each in self.question.line_ups)

    @property
    def played(self) -> int:
        """Number of deals played so far."""
        return sum(map(len, self.dealt.values()))

    def keep(self, file: Path, go_on: bool) -> None:
        """Store deals in a file.

        If `go_on` is True, resume the study that the file already contains. If the study has several line-ups, each
        gets a separate file, named after the line-up.

        Raises:
            AlreadyThere: The file already contains deals, and `go_on` is False.
            OSError: A file cannot be read or written.
        """
        line_ups = self.question.line_ups
        for each in line_ups:
            place = file if len(line_ups) == 1 else file.with_name(f"{file.stem}.{each.mark}{file.suffix}")
            self.kept[each] = Results(place, self._heading(each))
            if not self.kept[each].is_new and not go_on:
                raise AlreadyThere(f"{place} contains the deals of an earlier study")
        for results in self.kept.values():
            if results.is_new:
                results.begin()
            else:
                results.cut_off()

    def play(self, workers: Workers) -> Iterator[Deal]:
        """Play the deals that are not stored yet, and yield each one once it is finished.

        Raises the same exceptions as `study`.
        """
        for each in self.question.line_ups:
            dealt = self.dealt[each] = []
            results, design = self.kept.get(each), self.question.design(each)
            known = results.number if results is not None else 0
            plain = max(design.looked_into, design.weighed, known + 1)
            begun = time.monotonic()
            for deal in study(design, self.question.extent, workers, results):
                dealt.append(deal)
                if len(dealt) == plain:  # later deals are new and not examined, and the engine has started
                    begun = time.monotonic()
                elif len(dealt) > plain and (timed := time.monotonic() - begun) >= LEAST_TIMED:
                    self.seconds[each] = timed / (len(dealt) - plain)
                yield deal

    @property
    def chapters(self) -> list[Chapter]:
        """Findings so far for each line-up, without the pace."""
        return self._chapters(paced=False)

    def _chapters(self, paced: bool) -> list[Chapter]:
        question, seconds = self.question, self.seconds if paced else {}
        return [
            Chapter(each, findings(question.design(each), self.dealt.get(each, [])), seconds.get(each))
            for each in question.line_ups
        ]  # fmt: skip

    @property
    def so_far(self) -> list[str]:
        """Interim findings as sentences. The first sentence gives the number of deals."""
        begun = [chapter for chapter in self._chapters(paced=True) if chapter.found.base.games]
        told = [f"{each.title}: {each.short}" for each in verdicts_told(begun)]
        return [f"after {sum(chapter.found.deals for chapter in begun):,} deals:", *told, *summary(begun)]

    def report(self, paced: bool = False) -> Report:
        """Return the report of the deals played so far.

        If `paced` is True, the report says how long further games would take. Without this, the same deals always give
        the same report.
        """
        compared, question = self.question.compared, self.question
        studied = Studied(
            compared.base.title, tuple(each.seats for each in question.line_ups if not each.rung),
            compared.titled_texts, question.command(self.files), question.seed,
            {each.players: compared.fingerprints(each.players) for each in question.line_ups},
            compared.citations(), compared.standing(),
        )  # fmt: skip
        return report(self._chapters(paced), studied)

    def as_data(self) -> dict[str, Any]:
        """Return the JSON data that `study --json` prints.

        If only one table was studied, the data of that table is the outermost object.
        """
        tables: list[dict[str, Any]] = []
        rungs: list[dict[str, Any]] = []
        for chapter in self.chapters:
            told = as_data(chapter.found, self._about(chapter.line_up))
            for each in verdicts(chapter.found):
                told["variants"][each.name]["verdict"] = verdict_as_data(each)
            (rungs if chapter.line_up.rung else tables).append(told)
        ladder = {"ladder": rungs} if rungs else {}
        if len(tables) == 1:
            return tables[0] | ladder
        whole = {name: tables[0][name] for name in ("game", "seed", "asked", "engine")}
        sums = {name: sum(each[name] for each in tables) for name in ("deals", "games")}
        return whole | sums | {"players": [each["players"] for each in tables], "tables": tables} | ladder

    @property
    def failed(self) -> bool:
        """True if a rule failed in any deal."""
        return any(each.failed for chapter in self.chapters for each in chapter.found.rule_sets)

    def _about(self, line_up: LineUp) -> dict[str, Any]:
        question = self.question
        engine = engine_of(line_up.seats, question.extent.games, question.engine)
        return {
            "game": question.compared.base.slug, "players": line_up.players, "seats": list(line_up.seats),
            "seed": question.seed, "asked": question.extent.games, "engine": engine,
            "rules": question.compared.fingerprints(line_up.players),
        }  # fmt: skip

    def _heading(self, line_up: LineUp) -> dict[str, Any]:
        design = self.question.design(line_up)
        return {
            "rules": self.question.compared.fingerprints(line_up.players), "seats": list(line_up.seats),
            "seed": design.seed, "clauses": design.looked_into, "decisions": design.weighed,
        }  # fmt: skip

    def _repr_html_(self) -> str:
        return as_fragment(self.report())
