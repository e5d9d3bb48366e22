"""Tests that the figures of a report are legible on light and on dark pages."""

from __future__ import annotations

import re

import pytest

from mercatoria.study.report.content import Band, Lengths, Tracks
from mercatoria.study.report.html import FRAGMENT, PAGE, _template
from mercatoria.study.report.plots import COLOURS, INK, as_svg

LEAST_CONTRAST = 3.0
"""Contrast that the guidelines for accessible pages ask of figures (WCAG 2.2, 1.4.11)."""

BAND = Band("plain", (0.0, 4.0, 8.0), (0.0, 2.0, 4.0), (0.0, 0.0, 0.0))


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_colours_stand_out_on_each_page() -> None:
    backgrounds = set(re.findall(r"background: (#[0-9a-f]{6})", _template(PAGE)))
    assert len(backgrounds) == 2
    assert backgrounds <= set(re.findall(r"#[0-9a-f]{6}", _template(FRAGMENT)))
    for colour in COLOURS:
        assert min(contrast(colour, background) for background in backgrounds) >= LEAST_CONTRAST, colour


@pytest.mark.parametrize("figure", [Tracks("Points", (BAND, BAND)), Lengths("Length", ("plain",), ((3, 5, 8),))])
def test_text_and_axes_have_the_colour_of_the_page(figure: Tracks | Lengths) -> None:
    pytest.importorskip("matplotlib")
    svg = as_svg(figure)
    assert "currentColor" in svg
    assert INK not in svg
    assert not {"#000000", "#ffffff"} & set(re.findall(r"#[0-9a-f]{6}", svg))
    assert as_svg(figure) == svg
