"""Tests what a line of the log says at first sight."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from visiting import Clock

from interpreter.log import entries
from mercatoria.web.pages import log_of
from mercatoria.web.pages.gains import Gain
from mercatoria.web.pages.log_line import Done, Line
from mercatoria.web.pages.log_lines import SPECTATED
from mercatoria.web.store import Store
from mercatoria.web.tables import Catalogue, Choice, TableRegistry
from mercatoria.web.timeline import present

DONE = (Done("", "the gate opens", ()), Done("Tolls", "Red got 2 pennies", ("MOO-001",)), Done("The fair", "", ()))
GAIN = (Gain("+2 pennies", is_more=True),)


def line(*seats: int, gains: tuple[Gain, ...] = ()) -> Line:
    return Line((1,), seats, "opened the gate", "", (), DONE, gains=gains)


def test_gains_name_the_rules_that_may_have_brought_them() -> None:
    assert line(0, gains=GAIN).because == "Tolls, The fair"
    assert line(0).because == ""


def test_chance_says_what_it_did() -> None:
    assert line().because == "Red got 2 pennies"


def test_hidden_draws_of_others_are_not_new(tmp_path: Path) -> None:
    hall, rng = TableRegistry(Store(tmp_path / "tables.db"), Catalogue(()), Clock()), random.Random(1)
    table, _ = hall.set_up(Choice("merchants_of_medieval_europe", 3), ["human"] * 3, 1)
    late = 0
    for _ in range(60):
        seat = table.course.state.deciders[0]
        hall.play(table, table.course.turn(seat), table.course.state.sample(rng, seat))
        hidden = [line for line in log_of(present(table, None)) if line.hidden]
        assert not any(line.is_new for line in hidden)
        late += sum(line.numbers[-1] > len(entries(table.course.state.last)) - SPECTATED for line in hidden)
    assert late, "nobody drew anything hidden"
    hall.close()
