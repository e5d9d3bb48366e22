"""Checks a game while its author types, answers the questions of an editor about it, and grades answers to exercises.

The input is a game's folder, the texts of an editor, and requests as JSON of the language server protocol; or an
exercise's folder and a pupil's answer. The output is diagnostics, those of one table at once, those of all tables and
files when there is time, answers as JSON, and a grade: whether the answer is right, the shortest game that shows
otherwise, the kind and the line of the slip, and hints. This package prints nothing, and needs no clock, network or
threads.
"""

from mercatoria.editor.desk import Desk
from mercatoria.editor.desks import Desks, home_of
from mercatoria.editor.documents import Block, Document
from mercatoria.editor.faults import QUICK_FIX, diagnostics
from mercatoria.editor.drills import Question, drill
from mercatoria.editor.grading.exercise import Exercise, Reading, answered, read_exercise, read_rules
from mercatoria.editor.grading.grade import Grade, Grader, Verdict
from mercatoria.editor.grading.hints import HEADS, LEVELS, hints, notes
from mercatoria.editor.grading.hints import as_data as grade_as_data
from mercatoria.editor.grading.kinds import SENTENCES, Kind
from mercatoria.editor.grading.naming import Slip
from mercatoria.editor.grading.settings import SETTINGS_SCHEMA, SLIPS_SCHEMA, ExerciseError
from mercatoria.editor.lenses import RUN
from mercatoria.editor.methods import METHODS, answer
from mercatoria.editor.open_game import OpenGame, Table
from mercatoria.editor.positions import Json
from mercatoria.editor.tokens import LEGEND
from mercatoria.editor.workspace import Refused, View, Workspace

__all__ = [
    "HEADS", "LEGEND", "LEVELS", "METHODS", "QUICK_FIX", "RUN", "SENTENCES", "SETTINGS_SCHEMA", "SLIPS_SCHEMA",
    "Block", "Desk", "Desks", "Document", "Exercise", "ExerciseError", "Grade", "Grader", "Json", "Kind", "OpenGame",
    "Question", "Reading", "Refused", "Slip", "Table", "Verdict", "View", "Workspace", "answer", "answered", "diagnostics",
    "drill", "grade_as_data", "hints", "home_of", "notes", "read_exercise", "read_rules",
]  # fmt: skip
