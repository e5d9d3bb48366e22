"""Tests of past tenses, third persons and plurals."""

from __future__ import annotations

import pytest

from dsl.phrases import is_sentence, is_verb, ordinal, past_tense, plural, singular, third_person, with_article


@pytest.mark.parametrize(
    ("verb", "past"),
    [
        ("open", "opened"), ("try", "tried"), ("stop", "stopped"), ("buy", "bought"), ("sell", "sold"), ("put", "put"),
        ("move", "moved"), ("play", "played"), ("offer", "offered"), ("bid", "bid"), ("trap", "trapped"),
        ("Add", "Added"), ("visit", "visited"), ("tie", "tied"), ("pay", "paid"), ("lay", "laid"), ("show", "showed"),
        ("dig", "dug"), ("barter", "bartered"), ("live", "lived"),
    ],
)  # fmt: skip
def test_past_tenses(verb: str, past: str) -> None:
    assert past_tense(verb) == past


@pytest.mark.parametrize(("verb", "form"), [("open", "opens"), ("try", "tries"), ("pass", "passes"), ("go", "goes")])
def test_third_persons(verb: str, form: str) -> None:
    assert third_person(verb) == form


@pytest.mark.parametrize(
    ("noun", "many"),
    [("branch", "branches"), ("city", "cities"), ("ox", "oxen"), ("die", "dice"), ("action die", "action dice"),
     ("boy", "boys"), ("boat", "boats"), ("box", "boxes"),
     ("tax", "taxes"), ("penny", "pennies"), ("pair of sheep", "pairs of sheep"),
     ("kite with 2", "kites with 2"), ("road to the ferry", "roads to the ferry"), ("of", "ofs")],
)  # fmt: skip
def test_plurals(noun: str, many: str) -> None:
    assert plural(noun) == many


def test_singulars_and_articles() -> None:
    assert [singular(noun) for noun in ("coins", "pennies", "status", "loss")] == ["coin", "penny", "status", "loss"]
    assert [with_article(noun) for noun in ("amount", "contract", "Inn")] == ["an amount", "a contract", "an Inn"]


@pytest.mark.parametrize(
    ("title", "found"),
    [("It must touch your tracks", True), ("Nobody owns this track", True), ("No way leads there", True),
     ("You sell before noon", True),
     ("The deck is empty", True), ("Two moves per turn", False), ("Price of the track", False), ("Is", False),
     ("Number of trades", False), ("", False)],
)  # fmt: skip
def test_sentences(title: str, found: bool) -> None:
    assert is_sentence(title) == found


def test_known_verbs() -> None:
    assert all(map(is_verb, ("open", "sell", "skip"))) and not any(map(is_verb, ("wheel", "office", "white")))


def test_ordinals() -> None:
    places = [1, 2, 3, 4, 10, 11, 12, 13, 21, 22, 101, 111, 112]
    assert [ordinal(place) for place in places] == [
        "1st", "2nd", "3rd", "4th", "10th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th", "112th",
    ]  # fmt: skip
