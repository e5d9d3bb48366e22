"""Renders the HTML pages of the web application.

A page shows a table to one seat, the options of a new game, or the answer to a question. A page contains only
information that the seat may see. The package does not depend on requests, cookies or event streams.
"""

from mercatoria.web.pages.answers import hint_page, refusal, what_it_did, why_not
from mercatoria.web.pages.changes import changes_page, faults_page
from mercatoria.web.pages.class_page import ClassTable, class_page, class_table
from mercatoria.web.pages.coach import Note, begins, notes
from mercatoria.web.pages.course import SeatCourse, course_json
from mercatoria.web.pages.fork import BOTS, FRIENDS, other_rules
from mercatoria.web.pages.front import TableLine, board_picture, front_page, table_line
from mercatoria.web.pages.glance import Glances
from mercatoria.web.pages.last_page import last_page
from mercatoria.web.pages.plan import plan_data
from mercatoria.web.pages.rules_page import rules_page
from mercatoria.web.pages.scenario import NoScenario, as_scenario, scenario_name
from mercatoria.web.pages.set_up import links_page, set_up_page, take_page
from mercatoria.web.pages.table_page import (
    base_at,
    base_of,
    digest,
    ground,
    log_of,
    log_page,
    sheet_of,
    table_page,
    title_of,
)
from mercatoria.web.pages.templates import filled, script_texts

__all__ = [
    "BOTS", "FRIENDS", "ClassTable", "Glances", "NoScenario", "Note", "SeatCourse", "TableLine", "as_scenario",
    "base_at", "base_of", "begins", "board_picture", "changes_page", "class_page", "class_table", "course_json",
    "digest", "faults_page", "filled", "front_page", "ground", "hint_page", "last_page", "links_page", "log_of",
    "log_page", "notes", "other_rules", "plan_data", "refusal", "rules_page", "scenario_name",
    "script_texts", "set_up_page", "sheet_of", "table_line", "table_page", "take_page", "title_of", "what_it_did",
    "why_not",
]  # fmt: skip
