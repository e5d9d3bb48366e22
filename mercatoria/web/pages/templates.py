"""Renders the HTML templates of the pages. Inserted values are always escaped, so they cannot contain HTML."""

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
    """Fill in a template and return the HTML."""
    return _environment().get_template(template).render(values)
