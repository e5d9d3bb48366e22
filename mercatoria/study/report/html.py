"""A report as one page of HTML that needs no network: styles and figures stand in it."""

from __future__ import annotations

from importlib.resources import files
from importlib.util import find_spec

from mercatoria.study.report.content import Report
from mercatoria.study.report.plots import as_svg

TEMPLATE = "page.html.jinja"
LIBRARIES = ("jinja2", "matplotlib")


def missing_libraries() -> str:
    """The libraries that a page needs and that are not installed, in words; "" if all are there."""
    return " and ".join(name for name in LIBRARIES if find_spec(name) is None)


def as_html(told: Report) -> str:
    """Raises `ImportError` where `missing_libraries` names any."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string((files(__package__) / TEMPLATE).read_text(encoding="utf-8"))
    sections = [(section, [(figure, as_svg(figure)) for figure in section.figures]) for section in told.sections]
    return template.render(studied=told.studied, summary=told.summary, sections=sections)
