"""The templates of the pages. Every inserted value is treated as text and escaped."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("mercatoria.web.pages"), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True, auto_reload=False,
    )  # fmt: skip


def filled(template: str, **values: object) -> str:
    """Return the HTML of a template with its values filled in."""
    return _environment().get_template(template).render(values)
