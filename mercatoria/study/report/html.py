"""Renders reports as HTML, either as a whole page or as a fragment for a notebook.

Styles and figures are inline, so the page needs no network access.
"""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from mercatoria.study.report.content import DETAILS, Report
from mercatoria.study.report.markdown import as_markdown
from mercatoria.study.report.plots import as_svg

PAGE, FRAGMENT = "page.html.jinja", "study.html.jinja"
LIBRARIES = ("jinja2", "matplotlib")


def missing_libraries() -> str:
    """Return the names of missing libraries that an HTML page needs, joined by "and".

    Returns "" if every library is installed.
    """
    return " and ".join(name for name in LIBRARIES if find_spec(name) is None)


def as_html(told: Report) -> str:
    """Return a report as a complete HTML page.

    Raises `ImportError` if a library listed by `missing_libraries` is not installed.
    """
    return _written(PAGE, told)


def as_fragment(told: Report) -> str:
    """Return a report as an HTML fragment for another page.

    If libraries are missing, the fragment contains plain text.
    """
    return f"<pre>{escape(as_markdown(told))}</pre>" if missing_libraries() else _written(FRAGMENT, told)


def _written(name: str, told: Report) -> str:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    environment = Environment(
        loader=FunctionLoader(_template),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"svg": as_svg, "code": _code}
    return environment.get_template(name).render(report=told, studied=told.studied, details_heading=DETAILS)


def _template(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


def _code(sentence: str) -> Any:
    """Return a sentence as HTML, with the text between backticks marked as code."""
    from markupsafe import Markup

    return Markup(re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(sentence)))
