"""Tests of choices from a hand that the rules hide again: the log names only pieces that lie open after the step."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria import State

RULES = """\
rulebook tricks "Tricks"
    players 2
    seats Red, Blue

kind Trick: Wink, Whistle with 8 pieces each

each Player has
    hand: secret bag of Trick = 2 of Wink + 2 of Whistle
    stall: bag of Trick

game has
    heap: hidden bag of Trick

round "A day"
    turn of player in Player
        player must slip or declare or keep
        move everything from player.stall to heap if round.number = 2

action slip(trick: you.hand)
    costs trick: 1 of trick from you.hand to you.stall

action declare(trick: Trick where you.hand(trick) > 0)
    costs trick: 1 of trick from you.hand to you.stall

action keep(trick: you.hand)

end late of round when round.number = 4
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2, seed=1)


def test_a_piece_that_lies_open_after_the_move_is_named(state: State) -> None:
    state.apply("Red: slip(Wink)")
    state.apply("Blue: keep(Wink)")
    assert state.log(1) == ["Red: slip(Wink)", "Blue: keep(Wink)"]
    assert state.log(0) == ["Red: slip(Wink)", "Blue: keep(…)"]


def test_a_piece_that_is_hidden_again_in_the_same_step_is_not_named(state: State) -> None:
    for move in ("Red: keep(Wink)", "Blue: keep(Wink)", "Red: slip(Wink)", "Blue: declare(Whistle)"):
        state.apply(move)
    assert state.view(1)["things"]["Player"]["Red"]["stall"] == {}
    assert state.log(1)[2] == "Red: slip(…)"
    assert state.log(0)[3] == "Blue: declare(…)"
