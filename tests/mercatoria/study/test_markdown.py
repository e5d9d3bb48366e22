"""Tests that a Markdown report escapes Markdown characters in titles."""

from __future__ import annotations

import pytest

from mercatoria.study.report.markdown import escaped, prose


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("Salt & <b>Silver</b>", "Salt &amp; \\<b\\>Silver\\</b\\>"),
        ("a | b", "a \\| b"),
        ("*rich* [link](x) _y_", "\\*rich\\* \\[link\\](x) \\_y\\_"),
        ("# one", "\\# one"),
        ("1. one", "1\\. one"),
        ("two\nlines", "two lines"),
        ("back\\slash `code`", "back\\\\slash \\`code\\`"),
        ("12.5 of 20", "12.5 of 20"),
        ("-3.5", "-3.5"),
    ],
)
def test_signs_of_markdown_are_escaped(title: str, written: str) -> None:
    assert escaped(title) == written


def test_sentences_keep_their_own_code() -> None:
    assert prose("`greedy_one` wins under <x>.") == "`greedy_one` wins under \\<x\\>."
