"""Tests that names and sentences appear as people write them."""

from __future__ import annotations

import pytest

from dsl.model import Clauses
from dsl.source import NOWHERE
from interpreter.table import called, counted, listed, sentence, spaced, titled, value_in_words


@pytest.mark.parametrize(("name", "words"), [
    ("SlowBoat", "Slow Boat"), ("Far_Coast", "Far Coast"), ("Boat1", "Boat 1"), ("A1", "A1"), ("Öland", "Öland"),
])  # fmt: skip
def test_words_of_a_name_stand_apart(name: str, words: str) -> None:
    assert spaced(name) == words


def test_a_rule_is_called_by_its_title_or_else_by_the_last_part_of_its_name() -> None:
    assert called(Clauses("travel.fare", "The ferryman's fare", (), NOWHERE)) == "The ferryman's fare"
    assert called(Clauses("travel.slow_fare", "", (), NOWHERE)) == "Slow fare"
    assert titled("DoubleFare") == "Double Fare"


def test_a_sentence_ends_once() -> None:
    assert sentence("there is no boat") == "There is no boat."
    assert sentence("There is no boat.") == "There is no boat."
    assert sentence("did you mean `boat`?") == "Did you mean `boat`?"


def test_a_list_reads_as_people_say_it() -> None:
    assert [listed(words) for words in ([], ["A"], ["A", "B"], ["A", "B", "C"])] == ["", "A", "A and B", "A, B and C"]


def test_one_thing_is_singular() -> None:
    assert [counted(1, words) for words in ("coins", "pennies", "status", "loss")] == [
        "1 coin", "1 penny", "1 status", "1 loss",
    ]  # fmt: skip
    assert counted(2, "coins") == "2 coins"


def test_values_are_said_without_the_marks_of_the_language() -> None:
    assert value_in_words({"SlowBoat": 2, "Rope": 1}) == "2 Slow Boat and 1 Rope"
    assert value_in_words(["SlowBoat", "Rope", "Oar"]) == "Slow Boat, Rope and Oar"
    assert [value_in_words(value) for value in ({}, None, True, 7)] == ["nothing", "nothing", "yes", "7"]
