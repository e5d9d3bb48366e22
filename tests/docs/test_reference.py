"""The generated reference covers the public interface. These tests need no Sphinx."""

from __future__ import annotations

import pytest

import mercatoria
from docs.site import reference


@pytest.mark.xfail(strict=True, raises=TypeError, reason="a type alias is taken for a class")
def test_every_public_name_is_on_the_page_about_python() -> None:
    page = reference.python()
    assert [name for name in mercatoria.__all__ if f"mercatoria.{name}" not in page] == []
