"""Lists the exercises of a page, and grades answers to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from mercatoria.editor import Json, Refused
from mercatoria.teaching import HEADS, Grader, Verdict, grade_as_data, hints, notes, read_exercise

ANSWER, RULEBOOK = "answer.rules", "rulebook.rules"


def listed_exercises(path: Path) -> list[tuple[str, str, str, str]]:
    """Return the name, the title, the task and the first rulebook of each exercise in a folder."""
    found = [read_exercise(each) for each in sorted(path.iterdir()) if (each / RULEBOOK).is_file()]
    return [(each.name, each.title, each.text, (each.path / RULEBOOK).read_text(encoding="utf-8")) for each in found]


@dataclass(slots=True)
class Exercises:
    """The exercises in a folder. The grader of the exercise that was answered last is kept."""

    path: Path
    _grader: Grader | None = None

    def grade(self, params: Mapping[str, Json]) -> Json:
        """Grade an answer, and return the verdict, notes, and hints in three levels."""
        folder = self.path / str(params["name"])
        if folder.parent != self.path or not (folder / RULEBOOK).is_file():
            raise Refused(f"there is no exercise `{params['name']}`")
        if self._grader is None or self._grader.exercise.path != folder:
            self._grader = Grader(read_exercise(folder))
        grader = self._grader
        with TemporaryDirectory() as place:
            file = Path(place) / ANSWER
            file.write_text(str(params["answer"]), encoding="utf-8")
            graded = grader.grade(file)
        faults = [fault for fault in graded.faults if fault.severity == "error"]
        is_right = graded.verdict is Verdict.RIGHT and graded.reading is not None
        return {
            "verdict": str(graded.verdict), "head": HEADS[graded.verdict], "notes": notes(graded),
            "why": graded.reading.why if is_right and graded.reading is not None else "",
            "hints": [list(each) for each in hints(grader.exercise, graded)],
            "faults": [{"line": fault.span.line, "title": fault.title} for fault in faults],
            "data": grade_as_data(grader.exercise, graded),
        }  # fmt: skip
