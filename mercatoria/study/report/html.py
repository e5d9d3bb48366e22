"""Reports as HTML with inline styles and figures, without network access: a page, or a fragment for a notebook."""

from __future__ import annotations

import re
from html import escape
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from mercatoria.study.report.content import Report
from mercatoria.study.report.markdown import as_markdown
from mercatoria.study.report.plots import as_svg

PAGE, FRAGMENT = "page.html.jinja", "study.html.jinja"
LIBRARIES = ("jinja2", "matplotlib")


def missing_libraries() -> str:
    """Return the missing libraries of an HTML page, joined by "and"; "" if all are installed."""
    return " and ".join(name for name in LIBRARIES if find_spec(name) is None)


def as_html(told: Report) -> str:
    """Return a whole page. Raises `ImportError` if `missing_libraries` names any."""
    return _written(PAGE, told)


def as_fragment(told: Report) -> str:
    """Return a fragment for use in another page; as plain text if libraries are missing."""
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
    return environment.get_template(name).render(studied=told.studied, summary=told.summary, parts=told.parts)


def _template(name: str) -> str:
    return (files(__package__) / name).read_text(encoding="utf-8")


def _code(sentence: str) -> Any:
    """Return a sentence as HTML, with the text between backticks as code."""
    from markupsafe import Markup

    return Markup(re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(sentence)))
