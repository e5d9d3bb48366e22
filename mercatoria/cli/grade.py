"""The command `grade EXERCISE ANSWER…`, which grades answers to an exercise by what their rules do."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mercatoria.console import arguments, errors, output
from mercatoria.teaching import (
    HEADS,
    LEVELS,
    Exercise,
    ExerciseError,
    Grade,
    Grader,
    Verdict,
    grade_as_data,
    hints,
    notes,
    read_exercise,
)

RULEBOOK = "rulebook.rules"
COLOURS = {
    Verdict.RIGHT: "green", Verdict.WRONG: "red", Verdict.UNREADABLE: "red", Verdict.UNDECIDED: "yellow",
}  # fmt: skip


def grade(
    exercise: Annotated[Path, typer.Argument(metavar="EXERCISE", help="Folder of an exercise.")],
    answers: Annotated[
        list[Path],
        typer.Argument(metavar="ANSWER…", help="Files with rules, folders of games, or folders with several answers."),
    ],
    level: Annotated[
        int, arguments.number("--hints", min=0, max=LEVELS, help="Levels of hints: 1 the game, 2 the line, 3 the edit.")
    ] = 0,
    as_json: arguments.Json = False,
) -> int:
    """Grade answers to an exercise by what their rules do.

    The exit code is 0 for a right answer, 1 for a wrong one, 2 if an answer cannot be read, and 3 if no difference was
    found but the game is too large to be searched whole. For several answers, it is the highest of their codes.
    """
    try:
        read = read_exercise(exercise)
    except ExerciseError as fault:
        raise errors.misuse(str(fault)) from None
    files = [file for path in answers for file in _answers(path)]
    grader = Grader(read)
    grades = [grader.grade(file) for file in files]
    if as_json:
        data = [grade_as_data(read, each) for each in grades]
        output.as_json({"exercise": read.name, "title": read.title, "answers": data})
    elif len(grades) == 1:
        _show(read, grades[0], level, output.out())
    else:
        _table(grades, output.out())
    return max(each.exit_code for each in grades)


def _answers(path: Path) -> list[Path]:
    """Return the answers that a path names: itself, or all answers in a folder."""
    if path.is_file() or (path / RULEBOOK).is_file():
        return [path]
    if not path.is_dir():
        raise errors.misuse(f"there is no answer `{path}`; name a file with rules, or a folder")
    found = sorted(each for each in path.iterdir() if each.suffix == ".rules" or (each / RULEBOOK).is_file())
    if not found:
        raise errors.misuse(f"`{path}` contains no answers; an answer is a file `NAME.rules`, or the folder of a game")
    return found


def _show(exercise: Exercise, graded: Grade, level: int, console: Console) -> None:
    console.print(Text.assemble(f"{graded.answer}: ", (HEADS[graded.verdict], COLOURS[graded.verdict])), soft_wrap=True)
    if graded.verdict is Verdict.UNREADABLE:
        output.diagnostics([fault for fault in graded.faults if fault.severity == "error"], console)
    if graded.verdict is Verdict.RIGHT and graded.reading is not None:
        console.print(f"   {graded.reading.why}", markup=False, soft_wrap=True)
    for line in notes(graded):
        console.print(f"   {line}", markup=False, soft_wrap=True)
    if graded.verdict is not Verdict.WRONG:
        return
    for number, lines in enumerate(hints(exercise, graded)[:level], 1):
        console.print(f"hint {number}", style="bold")
        for line in lines:
            console.print(f"   {line}", markup=False, soft_wrap=True)
    if level < LEVELS:
        console.print(f"   `--hints {level + 1}` gives {'a' if level == 0 else 'a further'} hint", soft_wrap=True)


def _table(grades: list[Grade], console: Console) -> None:
    table = Table(box=None, pad_edge=False)
    for heading in ("answer", "verdict", "line", "kind of slip", "rule"):
        table.add_column(heading)
    for each in grades:
        slip = each.slip
        named = (str(slip.line), str(slip.kind), slip.rule) if slip is not None else ("", "", "")
        verdict = Text(str(each.verdict), COLOURS[each.verdict])
        table.add_row(Text(Path(each.answer).name), verdict, *map(Text, named))
    console.print(table)
    counts = Counter(str(each.verdict) for each in grades)
    console.print(", ".join(f"{number} {verdict}" for verdict, number in counts.items()), markup=False)
