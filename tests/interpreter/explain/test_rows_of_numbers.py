"""Tests of facts that are rows of numbers: reasons, questions and faults name the column and the thing."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.explain import NoAnswer
from interpreter.position import PlayFault
from mercatoria import State

RULES = """\
rulebook guilds "Guilds"
    players 2
    seats Red, Blue
    board "board.yaml"

kind Guild from board
    marks(1 to 4): 0 to 20 "mark"
    bonus(0 to 1): -3 to 9 = 2

each Player has
    step: 1 to 4 = 2 "step"
    marks: 0 to 99 = 5 "mark"
    guild: Guild or none = none

round "A day"
    turn of player in Player
        player may climb or boast

action climb(guild: Guild) "Climb"
    needs enough: you.marks >= guild.marks(you.step)
    then
        raise you.marks by guild.bonus(1)

action boast
    then
        raise you.marks by you.guild.marks(you.step)

end late of round when round.number = 4
"""

BOARD = """\
board: {title: Guilds, reconstructed: no}
Guild:
  Weavers: {marks: [4, 6, 8, 10]}
  Dyers: {marks: [0, 3, 9, 20], bonus: [1, 7]}
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    (tmp_path / "board.yaml").write_text(BOARD, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2, seed=1)


def test_a_refusal_names_the_number(state: State) -> None:
    refused = state.why_not("Red: climb(Weavers)", 0)
    assert refused is not None
    (reason,) = refused.reasons
    assert reason.text == "you have 5 marks, but 6 (the mark of your steps of Weavers) are needed"


def test_a_question_may_name_the_number(state: State) -> None:
    assert str(state.why("bonus Dyers 1", 0)).startswith("Dyers.bonus(1) is 7")
    with pytest.raises(NoAnswer, match="add a number to the question"):
        state.why("bonus Dyers", 0)


def test_the_default_fills_the_row_of_each_thing_without_its_own(state: State) -> None:
    state.apply("Red: climb(Dyers)")
    assert state.view(0)["things"]["Player"]["Red"]["marks"] == 12
    assert str(state.why("Weavers.bonus(0) + Weavers.bonus(1)", 0)).startswith(
        "Weavers.bonus(0) + Weavers.bonus(1) is 4"
    )


def test_no_thing_has_no_row(state: State) -> None:
    with pytest.raises(PlayFault, match="the value here is `none`"):
        state.apply("Red: boast")
