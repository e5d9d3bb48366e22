"""Grades answers to exercises, and asks questions about the moves of a game.

The input is an exercise's folder and a pupil's answer, or a game. The output is a grade: whether the answer is right,
the shortest game that shows otherwise, the kind and the line of the slip, and hints. For drills it is questions with
their answers and reasons. This package prints nothing, and needs no clock or network.
"""

from mercatoria.teaching.drills import Question, drill
from mercatoria.teaching.exercise import Exercise, Reading, answered, read_exercise, read_rules
from mercatoria.teaching.grade import Grade, Grader, Verdict
from mercatoria.teaching.hints import HEADS, LEVELS, hints, notes
from mercatoria.teaching.hints import as_data as grade_as_data
from mercatoria.teaching.kinds import SENTENCES, Kind
from mercatoria.teaching.naming import Slip
from mercatoria.teaching.settings import SETTINGS_SCHEMA, SLIPS_SCHEMA, ExerciseError

__all__ = [
    "HEADS", "LEVELS", "SENTENCES", "SETTINGS_SCHEMA", "SLIPS_SCHEMA", "Exercise", "ExerciseError", "Grade", "Grader",
    "Kind", "Question", "Reading", "Slip", "Verdict", "answered", "drill", "grade_as_data", "hints", "notes",
    "read_exercise", "read_rules",
]  # fmt: skip
