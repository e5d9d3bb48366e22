"""Tests that a log line tells its parts, and reads as one line."""

from __future__ import annotations

from interpreter.wording import HIDDEN, LogLine


def test_a_move_names_who_made_it() -> None:
    line = LogLine((0,), "Buy", "2 Flax", (), "Ann", fired=("The fair closes", "Prices rise"))
    assert line.head == "Ann: Buy"
    assert str(line) == "Ann: Buy: 2 Flax → The fair closes, Prices rise"


def test_a_pass_is_one_whatever_its_title() -> None:
    assert str(LogLine((1,), "Pass", "", (), "Ben", passed=True)) == "Ben: pass"


def test_a_hidden_outcome_is_left_out() -> None:
    assert str(LogLine((), "Hand", "Far Coast", ())) == "chance: Hand = Far Coast"
    assert str(LogLine((), "Hand", HIDDEN, ())) == "chance: Hand"
    assert str(LogLine((0,), "Say", HIDDEN, (), "Ann")) == "Ann: Say: hidden", "only chance hides its outcome"
