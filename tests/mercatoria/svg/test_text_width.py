"""Tests that texts keep their width where the font is missing, and that a title keeps its distance."""

from __future__ import annotations

import pytest

from mercatoria.svg.measure import BOLD, width
from mercatoria.svg.words import text


def test_a_text_carries_its_width() -> None:
    wide = width("points lost", 12, BOLD)
    assert f'textLength="{wide:.1f}" lengthAdjust="spacingAndGlyphs"' in text("points lost", 0, 0, 12, "mx-b mx-m")


@pytest.mark.parametrize(("words", "classes"), [("Ω", ""), ("", ""), ("North", "mx-area-name")])
def test_a_text_of_unknown_width_is_not_fitted(words: str, classes: str) -> None:
    assert "textLength" not in text(words, 0, 0, 12, classes)
