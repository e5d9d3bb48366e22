"""Grades an answer to an exercise: compares it with every accepted reading, and names the slip if it is wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from dsl import ast
from dsl.diagnostics import Diagnostic, RulebookError
from dsl.folder import GameFolder
from interpreter.testing import run_scenario
from mercatoria.teaching.alignment import Alignment, in_words_of, rules_of
from mercatoria.teaching.beginnings import Beginning, RuleSet, stressed, teachers
from mercatoria.teaching.exercise import Exercise, Reading, read_answer
from mercatoria.teaching.kinds import Kind
from mercatoria.teaching.naming import Naming, Slip, unplayed
from mercatoria.teaching.own_scenarios import Missing, missing_in
from mercatoria.teaching.pair_search import MOST_PAIRS, PART, Difference, search
from mercatoria.teaching.position_graph import PIECES, FieldName

STRESS_PAIRS = 8_000
CONFLICTS = ("E401", "E403")
"""Codes of conflicts between variants: each can be read, but they do not say which of them takes precedence."""


class Verdict(StrEnum):
    """The verdict on an answer."""

    RIGHT = "right"
    WRONG = "wrong"
    UNREADABLE = "unreadable"
    UNDECIDED = "undecided"


EXIT_CODES = {Verdict.RIGHT: 0, Verdict.WRONG: 1, Verdict.UNREADABLE: 2, Verdict.UNDECIDED: 3}


@dataclass(frozen=True, slots=True)
class Grade:
    """The grade of one answer.

    `reading` is the accepted reading that the answer equals or, for a wrong answer, the nearest one. `difference` is
    the shortest game that tells them apart. If the verdict is `right`, a difference occurs only in positions that no
    play reaches.
    """

    answer: str
    verdict: Verdict
    reading: Reading | None = None
    difference: Difference | None = None
    slip: Slip | None = None
    pairs: int = 0
    faults: tuple[Diagnostic, ...] = ()
    missed_goals: tuple[str, ...] = ()
    """Titles of goals that fail. A right answer may miss a goal that names a rule which the pupil named otherwise."""
    missing: Missing | None = None
    """The gaps that the answer leaves, if it consists of scenarios."""

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.verdict]


@dataclass(slots=True)
class Grader:
    """Grades answers to one exercise. What the readings do in a position is computed only once for all answers."""

    exercise: Exercise
    names: tuple[FieldName, ...] = field(init=False)
    readings: list[tuple[Reading, RuleSet]] = field(init=False)
    beginnings: tuple[Beginning, ...] = field(init=False)
    stress: tuple[Beginning, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.names = _fields(self.exercise.begin)
        self.readings = [(each, RuleSet(each.folder, self.names)) for each in self.exercise.readings]
        self.beginnings = teachers(self.exercise)
        scenarios = self.exercise.asks_for_scenarios
        self.stress = () if scenarios else tuple(stressed(self.readings[0][1], self.beginnings))

    def grade(self, path: Path) -> Grade:
        """Grade the answer in a file or in the folder of a game."""
        try:
            return self.grade_rules(str(path), read_answer(self.exercise, path))
        except RulebookError as fault:
            return Grade(str(path), Verdict.UNREADABLE, faults=fault.diagnostics)

    def grade_rules(self, name: str, answer: GameFolder) -> Grade:
        """Grade an answer that has been read. Raises `RulebookError` if its rules have errors."""
        if self.exercise.asks_for_scenarios:
            missing = missing_in(answer)
            verdict = Verdict.WRONG if missing.lines else Verdict.RIGHT
            return Grade(name, verdict, self.readings[0][0], slip=self._gap(answer, missing), missing=missing)
        try:
            return self._played(name, answer, RuleSet(answer, self.names))
        except RulebookError as fault:
            if any(each.code not in CONFLICTS for each in fault.diagnostics):
                raise
            nearest = min(self.exercise.readings, key=lambda each: _distance(answer, each.folder))
            slip = unplayed(answer, nearest.folder)
            return Grade(name, Verdict.WRONG, nearest, slip=slip, faults=fault.diagnostics)

    def _played(self, name: str, answer: GameFolder, rules: RuleSet) -> Grade:
        """Grade an answer by playing it. Raises `RulebookError` if its rules have errors."""
        missed = tuple(goal.title for goal in self.exercise.goals if not run_scenario(answer, goal).passed)
        found = [self._compared(reading, wanted, rules, not missed) for reading, wanted in self.readings]
        best = min(found, key=lambda each: each.rank)
        slip = None
        if best.verdict is Verdict.WRONG:
            best = min(found, key=lambda each: _distance(answer, each.reading.folder))
            slip = self._slip(answer, best)
        return Grade(name, best.verdict, best.reading, best.difference, slip, best.pairs, (), missed)

    def _gap(self, answer: GameFolder, missing: Missing) -> Slip | None:
        """Return the place of the first line that fails in the pupil's scenarios, or of scenarios that are too few."""
        for fault in missing.faults:
            return Slip(Kind.OTHER, fault.span, "", "", "")
        own = [each for each in answer.scenarios if each not in self.exercise.begin.scenarios]
        return Slip(Kind.LEFT_OUT, own[0].span, "", "", "") if own and missing.lines else None

    def _slip(self, answer: GameFolder, found: _Compared) -> Slip | None:
        assert found.difference is not None
        form = found.difference.beginning.form
        beginnings = (*self.beginnings, *self.stress) if form == "stress" else self.beginnings
        return Naming(answer, found.wanted, found.difference, beginnings, self._exact).slip()

    @property
    def _exact(self) -> bool:
        return self.exercise.settings.scores == "exact"

    def _compared(self, reading: Reading, wanted: RuleSet, rules: RuleSet, passed: bool) -> _Compared:
        """Compare an answer with a reading.

        Args:
            passed: True if the answer passes all goals. Then a field that decides nothing may differ.
        """
        if not Alignment.of(rules_of(rules.folder), rules_of(reading.folder)).edits:
            return _Compared(reading, wanted, Verdict.RIGHT, None, 0)
        part = self.exercise.settings.search == "part"
        first = search(wanted, rules, self.beginnings, self._exact, PART if part else MOST_PAIRS)
        shown, ignored = first.difference, set[FieldName]()
        while passed and first.difference is not None and first.difference.book_keeping:
            ignored.update(first.difference.fields)
            first = search(wanted, rules, self.beginnings, self._exact, PART if part else MOST_PAIRS, None, ignored)
        if first.difference is not None:
            return _Compared(reading, wanted, Verdict.WRONG, shown, first.pairs)
        second = search(wanted, rules, self.stress, self._exact, STRESS_PAIRS, first, ignored)
        pairs = first.pairs + second.pairs
        if second.difference is not None and self.exercise.settings.unreachable == "fail":
            return _Compared(reading, wanted, Verdict.WRONG, second.difference, pairs)
        verdict = Verdict.RIGHT if first.whole or part else Verdict.UNDECIDED
        return _Compared(reading, wanted, verdict, second.difference, pairs)


RANKS = (Verdict.RIGHT, Verdict.UNDECIDED, Verdict.WRONG)


@dataclass(frozen=True, slots=True)
class _Compared:
    """The comparison of an answer with one reading."""

    reading: Reading
    wanted: RuleSet
    verdict: Verdict
    difference: Difference | None
    pairs: int

    @property
    def rank(self) -> tuple[int, bool]:
        return RANKS.index(self.verdict), self.difference is not None


def _distance(answer: GameFolder, reading: GameFolder) -> int:
    """Return how many edits lead from an answer to a reading."""
    mine, theirs = rules_of(answer), rules_of(reading)
    return len(Alignment.of(mine, in_words_of(mine, theirs)).edits)


def _fields(begin: GameFolder) -> tuple[FieldName, ...]:
    """Return the fields of the text with which pupils begin, and the pieces outside of its fields."""
    states = [decl for decl in begin.declarations if isinstance(decl, ast.State)]
    named = [(decl.kind.text if decl.kind is not None else "", each.name.text) for decl in states
             for each in decl.fields]  # fmt: skip
    pieces = [decl.name.text for decl in begin.declarations if isinstance(decl, ast.Kind) and decl.pieces]
    return (*named, *(("", f"{form}{kind}") for kind in pieces for form in PIECES))
