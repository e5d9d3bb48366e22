"""Tests that the generated reference pages cover the public interface. The tests do not need Sphinx."""

from __future__ import annotations

import mercatoria
from docs.site import reference


def test_every_public_name_is_on_the_page_about_python() -> None:
    page = reference.python()
    assert [name for name in mercatoria.__all__ if f"mercatoria.{name}" not in page] == []


def test_inherited_methods_are_on_the_page_about_python() -> None:
    page = reference.described("State")
    assert [name for name in ("moves", "scores", "resolve", "apply", "why_not") if f"}} {name}" not in page] == []
