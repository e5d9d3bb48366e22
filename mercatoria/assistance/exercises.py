"""The tool that grades an answer to an exercise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from mercatoria.assistance.answers import Answer, Fault, listed, sentences
from mercatoria.assistance.premises import Premises
from mercatoria.assistance.schemas import Refused, Says
from mercatoria.teaching import HEADS, LEVELS, Grader, Verdict, hints, notes, read_exercise


@dataclass(frozen=True, slots=True)
class GradeRequest:
    """Input of `grade`."""

    exercise: Annotated[str, Says("The folder of an exercise inside the named folder.", 200, 1)]
    answer: Annotated[str, Says("A file of rules, or the folder of a game, inside the named folder.", 200, 1)]
    hints: Annotated[int, Says("Levels of hints: 1 the shortest game, 2 the line, 3 the edit.", LEVELS, 0)] = 0


@dataclass(frozen=True, slots=True)
class Graded(Answer):
    """The grade of an answer. The score is 1 for a right answer, and 0 for any other."""

    verdict: str
    score: int
    line: int
    kind: str
    faults: tuple[Fault, ...]


def grade(premises: Premises, asked: GradeRequest) -> Graded:
    """Grade an answer to an exercise by what its rules do."""
    exercise, answer = premises.inside(asked.exercise), premises.inside(asked.answer)
    if not answer.exists():
        raise Refused(f"there is no answer `{asked.answer}`; write it to a file first")
    read = read_exercise(exercise)
    found = Grader(read).grade(answer)
    faults_said, faults = listed([each for each in found.faults if each.severity == "error"])
    says = [f"{asked.answer}: {HEADS[found.verdict]}.", *faults_said, *notes(found)]
    if found.verdict is Verdict.RIGHT and found.reading is not None:
        says.append(found.reading.why)
    says += [line for level in hints(read, found)[: asked.hints] for line in level]
    slip = found.slip if asked.hints > 1 else None
    return Graded(sentences(says), str(found.verdict), int(found.verdict is Verdict.RIGHT),
                  slip.line if slip is not None else 0, str(slip.kind) if slip is not None else "", faults)  # fmt: skip
