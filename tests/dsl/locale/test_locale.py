"""Tests the program's own texts: the same keys and blanks in every language, each of them in use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsl.locale import ENGLISH, LANGUAGES, locale_of

ROOT = Path(__file__).resolve().parents[3]
BLANK = re.compile(r"\{(\w+)")
OTHERS = [language for language in LANGUAGES if language != ENGLISH]
GRAMMAR = {"many"}
"""Blanks for the form of a verb, which English does not need in the past tense."""
MADE = ("used_in_", "theme_", "zoom_", "call_", "page_study_", "do", "choose", "pass")
"""Keys, or their first parts, from which the code builds other keys."""


def code() -> str:
    files = [*ROOT.glob("dsl/**/*.py"), *ROOT.glob("interpreter/**/*.py"), *ROOT.glob("mercatoria/**/*.py")]
    files += [*ROOT.glob("mercatoria/web/pages/templates/**/*.html"), *ROOT.glob("mercatoria/web/static/*.js")]
    files += [*ROOT.glob("mercatoria/page/static/*.mjs"), *ROOT.glob("mercatoria/page/**/*.html")]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_texts_with_the_same_blanks(language: str) -> None:
    english, other = locale_of(ENGLISH).texts, locale_of(language).texts
    assert [*other] == [*english]
    for key, text in english.items():
        assert {*BLANK.findall(other[key])} - GRAMMAR <= {*BLANK.findall(text)} or not other[key], key
        assert {*BLANK.findall(text)} <= {*BLANK.findall(other[key])} or not other[key], key


@pytest.mark.parametrize("language", [ENGLISH, *OTHERS])
def test_no_text_has_two_words_for_one_key(language: str) -> None:
    """YAML would take the last one without a word."""
    written = (ROOT / "dsl" / "locale" / f"{language}.yaml").read_text(encoding="utf-8")
    keys = re.findall(r"^(\w+):", written, re.MULTILINE)
    assert [key for key in keys if keys.count(key) > 1] == []


def test_every_text_is_in_use() -> None:
    written = code()
    asked = {*re.findall(r"[\"']([A-Za-z_]+)[\"']", written)}
    unused = [key for key in locale_of(ENGLISH).texts if key not in asked and not key.startswith(MADE)]
    assert unused == []


def test_blanks_are_filled_in() -> None:
    said = locale_of(ENGLISH)
    assert said("round", number=3) == "Round 3"
    assert [said("unavailable", number=number) for number in (1, 2)] == ["Unavailable: 1 move", "Unavailable: 2 moves"]
    assert [said("decide", many=many) for many in (True, False)] == ["decide", "decides"]
    ends = [said("the_game_ends", title=title) for title in ("", "Peace")]
    assert ends == ["the game ends.", "the game ends: “Peace”."]
    assert [said.listed(words) for words in ([], ["A"], ["A", "B", "C"])] == ["", "A", "A, B and C"]
    assert locale_of("de").listed(["A", "B"]) == "A und B"


def test_an_unknown_language_has_no_texts() -> None:
    with pytest.raises(KeyError):
        locale_of("xx")


def test_each_language_writes_places_in_an_order() -> None:
    assert [locale_of("en")("ordinal", number=place) for place in (1, 2, 12)] == ["1st", "2nd", "12th"]
    assert locale_of("de")("ordinal", number=3) == "3."
