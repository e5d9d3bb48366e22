"""The grammar says which words can follow the beginning of a block."""

from __future__ import annotations

import pytest

from dsl.syntax import words_after


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("action roll\n    ", {"accepts", "costs", "limit", "needs", "says", "then"}),
        ("action roll\n    then\n        raise pot ", {"by", "DOT", "LPAR"}),
        ("phase roll\n    player ", {"chooses", "discards", "may", "must", "pays", "secretly", "walks", "DOT", "LPAR"}),
        ("phase roll\n    player may ", {"choose", "NAME", "TITLE"}),
        ("phase roll\n    do ", {"NAME", "TITLE"}),
    ],
)
def test_exactly_these_words(text: str, words: set[str]) -> None:
    assert words_after(text) == words


def test_headings_begin_a_file() -> None:
    assert {"kind", "each", "action", "rulebook", "scenario"} <= words_after("")


def test_a_statement_begins_with_a_keyword_or_a_name() -> None:
    assert {"raise", "set", "let", "if", "NAME"} <= words_after("rule pay\n    ")


@pytest.mark.parametrize("text", ["action roll\n    needs ): ", "rule pay\n    do x\n  ", "kind 4 "])
def test_nothing_after_a_text_that_cannot_be_read(text: str) -> None:
    assert words_after(text) == frozenset()
