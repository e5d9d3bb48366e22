"""Tests that a log line tells its parts, and reads as one line."""

from __future__ import annotations

from interpreter.wording import LogLine


def test_a_move_names_who_made_it() -> None:
    line = LogLine((0,), "bought 2 Flax", "", (), "Ann", fired=("The fair closes", "Prices rise"))
    assert line.text == "Ann bought 2 Flax"
    assert str(line) == "Ann bought 2 Flax → The fair closes, Prices rise"


def test_a_sentence_that_begins_with_no_player_stands_alone() -> None:
    assert str(LogLine((1,), "In the harbour, Ben rested", "", (), passed=True)) == "In the harbour, Ben rested"


def test_a_chance_event_names_its_outcome_or_says_that_it_is_hidden() -> None:
    assert str(LogLine((), "Hand", "Far Coast", ())) == "Hand: Far Coast"
    assert str(LogLine((), "Hand", "hidden", ())) == "Hand: hidden"
