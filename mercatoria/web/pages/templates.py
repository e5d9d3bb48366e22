"""Renders the HTML templates of the pages. Inserted values are always escaped, so they cannot contain HTML."""

from __future__ import annotations

import json
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from dsl.locale import ENGLISH, Locale, locale_of

SCRIPT = ("unreachable", "with_thing", "all_my_moves", "move_with", "moves_with", "copy", "copied", "the_link", "sure",
          "less", "more", "on_board", "list_moves", "as_you_saw_it", "as_it_was_seen", "back_to_now", "beginning",
          "course_of_game", "earlier_positions", "move_number", "step_of", "close", "possible", "hints_shown",
          "seconds", "saved", "notes_not_saved", "lines_above", "plan_ahead")  # fmt: skip
"""Keys of the texts that the script of the pages shows."""


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("mercatoria.web.pages"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, auto_reload=False,
    )  # fmt: skip


def filled(template: str, **values: object) -> str:
    """Fill in a template and return the HTML. The texts of the page are those of `said`, by default in English."""
    return _environment().get_template(template).render({"said": locale_of(ENGLISH)} | values)


def script_texts(said: Locale) -> str:
    """Return the texts of the script as JSON."""
    return json.dumps({key: said.texts[key] for key in SCRIPT}, ensure_ascii=False)
