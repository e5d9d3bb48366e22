"""Tests grading on answers by people who did not know how slips are found.

`answers/EXERCISE/NAME.rules` are answers to the exercises of the lessons. `answers/expected.yaml` says of each answer
whether it is right and, if it is wrong, which lines its pupil has to change, and the kind of the slip.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import yaml

from mercatoria.teaching import Grader, Verdict, read_exercise
from tests.mercatoria.teaching.answer_cases import EXERCISES, WRONG

ANSWERS = Path(__file__).with_name("answers")
HELD_OUT = Path(__file__).with_name("held_out")
"""Answers that were written after the grader had been improved for `ANSWERS`, and graded without a further change."""

LINES, KINDS = 0.8, 0.6
"""Minimum shares of wrong answers for which the line and the kind of the slip must be right."""


@dataclass
class Result:
    """The number of answers of a table, and the answers that were not graded as the table says."""

    wrong: int = 0
    not_wrong: list[str] = field(default_factory=list)
    called_wrong: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)

    def share(self, missed: list[str]) -> float:
        return 1 - len(missed) / max(1, self.wrong)

    def __str__(self) -> str:
        shares = f"lines {self.share(self.lines):.0%}, kinds {self.share(self.kinds):.0%} of {self.wrong} wrong answers"
        return "\n".join([shares, *self.called_wrong, *self.not_wrong, *self.lines, *self.kinds])


def result_of(folder: Path, every: int = 1) -> Result:
    """Grade every n-th answer of a table."""
    rows = yaml.safe_load((folder / "expected.yaml").read_text(encoding="utf-8"))["answers"][::every]
    result, graders = Result(), dict[str, Grader]()
    for row in rows:
        exercise = row["answer"].partition("/")[0]
        grader = graders.setdefault(exercise, Grader(read_exercise(EXERCISES / exercise)))
        grade = grader.grade(folder / row["answer"])
        told = f"{row['answer']}: {grade.verdict}"
        if row["verdict"] == "right" and grade.verdict in (Verdict.WRONG, Verdict.UNREADABLE):
            result.called_wrong.append(told)
        if row["verdict"] != "wrong":
            continue
        result.wrong += 1
        kind, line = (str(grade.slip.kind), grade.slip.line) if grade.slip is not None else ("", 0)
        if grade.verdict is not Verdict.WRONG:
            result.not_wrong.append(told)
        first, _, last = str(row["line"]).partition("-")
        if not int(first) <= line <= int(last or first):
            result.lines.append(f"{told}, line {line}, not {row['line']}")
        wanted = row["kind"] if isinstance(row["kind"], list) else [row["kind"]]
        if kind not in wanted:
            result.kinds.append(f"{told}, {kind or 'no kind'}, not {' or '.join(wanted)}")
    return result


@pytest.mark.parametrize(
    ("folder", "every"),
    [
        pytest.param(ANSWERS, 12, marks=pytest.mark.slow, id="some answers"),
        pytest.param(ANSWERS, 1, marks=pytest.mark.slow, id="all answers"),
        pytest.param(HELD_OUT, 1, marks=pytest.mark.slow, id="answers held out"),
    ],
)
def test_answers_of_people_who_did_not_know_the_operators(folder: Path, every: int) -> None:
    result = result_of(folder, every)
    print(result)
    assert result.called_wrong == []
    assert result.share(result.lines) >= LINES, result
    assert result.share(result.kinds) >= KINDS, result


def test_a_table_counts_every_row_that_was_missed(tmp_path: Path) -> None:
    cases = [case for case in WRONG if case.exercise == "1a"][:2]
    (tmp_path / "1a_three").mkdir()
    shutil.copy(EXERCISES / "1a_three" / "accepted" / "first.rules", tmp_path / "1a_three" / "right.rules")
    rows = ["answers:", "- {answer: 1a_three/right.rules, verdict: right}",
            "- {answer: 1a_three/right.rules, verdict: wrong, line: 1, kind: time}"]  # fmt: skip
    for number, case in enumerate(cases):
        (tmp_path / "1a_three" / f"{number}.rules").write_text(case.text, encoding="utf-8")
        line, kind = (case.line_number, case.kind) if number else (f"1-{case.line_number - 1}", "[time, seen]")
        rows.append(f"- {{answer: 1a_three/{number}.rules, verdict: wrong, line: {line}, kind: {kind}}}")
        rows.append(f"- {{answer: 1a_three/{number}.rules, verdict: right}}")
    (tmp_path / "expected.yaml").write_text("\n".join(rows), encoding="utf-8")
    result = result_of(tmp_path)
    assert (result.wrong, len(result.not_wrong), len(result.called_wrong)) == (3, 1, 2)
    assert (len(result.lines), len(result.kinds)) == (2, 2)
    assert result.share(result.lines) == pytest.approx(1 / 3)
