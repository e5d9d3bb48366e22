"""Tests what explanations say about a pass that is not possible yet, and about `can`."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.game import State

RULES = """rulebook market "A market"
    players 2

kind Good: Wool, Ore with 9 pieces each

each Player has
    hold: bag of Good = 1 of Wool
    purse: money = 1

round "Round"
    turn of player in Player
        player must sell or build, or else pass "rest a while"

action sell(good: Good) "Sell a good"
    costs goods: 1 of good from you.hold to supply

action build "Build"
    needs poor: not can(you, sell)
    costs price: 3 to bank

end enough of round when round.number = 3

scoring of p in Player
    coins: p.purse
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    (tmp_path / "market.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(tmp_path / "market.rules")).start(2)


def refusal(state: State, move: str, asker: int | None) -> str:
    found = state.why_not(move, asker)
    assert found is not None
    return found.reasons[0].text


def test_the_player_learns_which_move_is_still_possible(state: State) -> None:
    words = "a player may pass only if nothing else is possible; it is still possible to sell Wool"
    assert refusal(state, "Seat1: pass", 0) == words


def test_the_others_only_learn_that_a_move_is_possible(state: State) -> None:
    assert refusal(state, "Seat1: pass", 1) == "a player may pass only if nothing else is possible"


def test_the_pass_becomes_the_only_move_and_says_its_sentence(state: State) -> None:
    for move in ("Seat1: sell(Wool)", "Seat2: sell(Wool)"):
        state.apply(move)
    assert [str(move) for move in state.moves()] == ["Seat1: pass"]
    refused = state.why_not("Seat1: build", 0)
    assert refused is not None
    assert [reason.rule for reason in refused.reasons] == ["build.price"]
    state.apply("Seat1: pass")
    assert state.deciders == (1,)


def test_a_need_with_can_says_what_the_player_can_do(state: State) -> None:
    assert "poor: you can sell" in str(state.why_not("Seat1: build", 0))


@pytest.mark.parametrize("question", ["can sell", "can sell Seat1", "can(Seat1, sell(Wool))"])
def test_players_can_ask_for_it(state: State, question: str) -> None:
    assert " is yes" in str(state.why(question, 0)).splitlines()[0]
