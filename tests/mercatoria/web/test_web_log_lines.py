"""Tests what a line of the log says at first sight."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from mercatoria.web.pages.gains import Gain
from mercatoria.web.pages.log_lines import Done, Line

DONE = (Done("", "the gate opens", ()), Done("Tolls", "Red got 2 pennies", ("MOO-001",)), Done("The fair", "", ()))
GAIN = (Gain("+2 pennies", is_more=True),)


def line(*seats: int, gains: tuple[Gain, ...] = ()) -> Line:
    return Line((1,), seats, "opened the gate", "", (), DONE, gains=gains)


def test_gains_name_the_rules_that_may_have_brought_them() -> None:
    assert line(0, gains=GAIN).because == "Tolls, The fair"
    assert line(0).because == ""


def test_chance_says_what_it_did() -> None:
    assert line().because == "Red got 2 pennies"
