"""Tests that the picture of the ratios shows the numbers of the page."""

from __future__ import annotations

from bench.plot import PAGE, PICTURE, Ratio, ratios


def test_the_ratios_of_other_engines_are_read() -> None:
    page = (
        "| | decisions/s | games/s | relative |\n| **Pig, two players** | | | |\n| ours, native | 9 | 9 | 1.00 |\n"
        "| exported C | 1,200 | 8 | 0.66 |\n| OpenSpiel, its core | 1,398 | 102 | 2.16 |\n\n"
        "### More\n| other | 1 | 1 | 5.00 |\n"
    )  # fmt: skip
    assert [*ratios(page)] == [Ratio("Pig, two players", "OpenSpiel, its core", 2.16)]


def test_the_picture_is_of_the_present_table() -> None:
    picture = PICTURE.read_text(encoding="utf-8")
    found = [*ratios(PAGE.read_text(encoding="utf-8"))]
    assert len(found) > 8
    for each in found:
        shown = f"{each.times:.2f}" if each.times < 10 else f"{each.times:.0f}"
        assert f"{each.game.partition(',')[0]}: {each.engine}" in picture and f">{shown}</text>" in picture
