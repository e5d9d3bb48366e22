"""Words the grade of an answer for the pupil: hints of three levels, which pupils ask for, and data for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mercatoria.teaching.exercise import Exercise
from mercatoria.teaching.grade import Grade, Verdict
from mercatoria.teaching.kinds import SENTENCES, Kind
from mercatoria.teaching.naming import Slip
from mercatoria.teaching.settings import SlipWords
from mercatoria.teaching.story import scenario, story

LEVELS = 3
UNNAMED = "More than one rule may differ from the text; read the rules that this game uses."

HEADS = {
    Verdict.RIGHT: "right", Verdict.WRONG: "not right yet", Verdict.UNREADABLE: "this cannot be read",
    Verdict.UNDECIDED: "undecided: no difference was found, but the game is too large to be searched whole",
}  # fmt: skip


def hints(exercise: Exercise, grade: Grade) -> tuple[list[str], ...]:
    """Return the sentences of each level: the game, the place and kind of the slip, and the edit.

    The levels are empty if the answer is not wrong.
    """
    if grade.verdict is not Verdict.WRONG:
        return [], [], []
    if grade.missing is not None:
        number = len(grade.missing.lines)
        first = [f"{number} {'thing is' if number == 1 else 'things are'} still untested or wrong."]
        return first, list(grade.missing.lines), [f"The text says: “{clause}”" for clause in grade.missing.clauses]
    clauses = [f"The text says: “{clause}”" for clause in exercise.clauses]
    first = story(grade.difference) if grade.difference is not None else [
        f"Your rules cannot be played with the other rules: {fault.title}." for fault in grade.faults
    ]  # fmt: skip
    slip = grade.slip
    if slip is None:
        return first, [UNNAMED, *clauses], [UNNAMED]
    return first, [_place(exercise, slip), *clauses], _edit(slip)


def notes(grade: Grade) -> list[str]:
    """Return what a pupil or a teacher should know about an answer that is not wrong."""
    found: list[str] = []
    if grade.verdict is Verdict.RIGHT and grade.difference is not None:
        found += story(grade.difference, reachable=False)
    if grade.verdict is Verdict.RIGHT and grade.missed_goals:
        titles = ", ".join(f"“{title}”" for title in grade.missed_goals)
        found.append(f"The rules mean the same, but the scenario {titles} fails, because you named a rule otherwise.")
    return found


def _place(exercise: Exercise, slip: Slip) -> str:
    rule = f", in `{slip.rule}`" if slip.rule else ""
    return f"Line {slip.line}{rule}: {_sentence(exercise.slips, slip)}"


def _sentence(words: Sequence[SlipWords], slip: Slip) -> str:
    """Return the teacher's sentence for a slip, or the usual one."""
    fitting = [each for each in words if each.kind == slip.kind and each.rule in ("", slip.rule)]
    return max(fitting, key=lambda each: each.rule).words if fitting else SENTENCES[slip.kind]


def _edit(slip: Slip) -> list[str]:
    where = f"In line {slip.line}"
    if slip.kind is Kind.PLACE:
        lines = [f"{where}, take `{slip.before}` out, and write {_quoted(slip.after)}."]
    elif not slip.before:
        lines = [f"At line {slip.line}, add `{slip.after}`."]
    elif not slip.after:
        lines = [f"{where}, leave `{slip.before}` out."]
    else:
        lines = [f"{where}, write `{slip.after}` instead of `{slip.before}`."]
    if slip.further:
        lines.append(f"{slip.further} further {'place needs' if slip.further == 1 else 'places need'} an edit.")
    return lines


def _quoted(text: str) -> str:
    said, of, rule = text.partition(" in `")
    return f"`{said}`{of}{rule}" if of else f"`{said}`"


# ---------------------------------------------------------------- data


def as_data(exercise: Exercise, grade: Grade) -> dict[str, Any]:
    """Return a grade as JSON data."""
    found, slip = grade.difference, grade.slip
    game = {
        "form": found.form, "beginning": found.beginning.form, "steps": list(found.steps),
        "scenario": scenario(found), "reached": grade.verdict is Verdict.WRONG,
    } if found is not None else None  # fmt: skip
    named = {
        "kind": str(slip.kind), "line": slip.line, "file": slip.place.source.path, "rule": slip.rule,
        "before": slip.before, "after": slip.after, "further": slip.further,
    } if slip is not None else None  # fmt: skip
    return {
        "answer": grade.answer, "verdict": str(grade.verdict), "exit_code": grade.exit_code,
        "score": 1 if grade.verdict is Verdict.RIGHT else 0,
        "reading": grade.reading.name if grade.reading is not None else "",
        "why": grade.reading.why if grade.reading is not None and grade.verdict is Verdict.RIGHT else "",
        "missed_goals": list(grade.missed_goals), "pairs": grade.pairs, "game": game, "slip": named,
        "clauses": list(exercise.clauses), "hints": [list(level) for level in hints(exercise, grade)],
        "notes": notes(grade), "faults": [fault.as_data() for fault in grade.faults],
    }  # fmt: skip
