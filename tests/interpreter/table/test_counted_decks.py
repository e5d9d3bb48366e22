"""Tests of `counted` fields that no player owns: all players see how much is in them, and no player sees what."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.table import view
from mercatoria import State
from mercatoria.worlds import ParticleFilter, transcript_of

RULES = """\
rulebook decks "Decks"
    players 2
    seats Red, Blue

kind Card: Fair, Storm with 2 pieces each

each Player has
    hand: secret bag of Card

game has
    deck: counted bag of Card
    heap: bag of Card

setup "Cards"
    for card in Card
        move 2 of card from supply to deck

round "A day"
    turn of player in Player
        player may take or leave

action take "Take a card"
    needs any_left: deck.size + heap.size > 0
    then
        draw 1 from deck to you.hand reshuffling heap

action leave
    needs any_left: deck.size < 4
    costs card: any 1 of you.hand to heap

end late of round when round.number = 4
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2, seed=3)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_everybody_sees_the_number_and_nobody_the_cards(state: State, seat: int | None) -> None:
    state.apply("Red: take")
    assert state.view(seat)["game"]["deck"] == {"count": 3}


def test_a_need_may_use_the_number(state: State) -> None:
    for move in ("Red: take", "Blue: take", "Red: take", "Blue: take"):
        state.apply(move)
    refused = state.why_not("Red: take", 0)
    assert refused is not None
    assert list(refused.rules) == ["any_left"] or "any_left" in str(refused)
    assert not any(reason.hidden for reason in refused.reasons)


def test_positions_that_a_seat_cannot_rule_out_have_the_number(state: State) -> None:
    """Blue must guess what Red drew, but knows how many cards are left in the deck."""
    state.apply("Red: take")
    pool = ParticleFilter(state.table, 1, seed=0, size=8)
    pool.hear(transcript_of(state, 1))
    decks = {tuple(sorted(view(state.table.flow, v, None)["game"]["deck"].items())) for v in pool.positions}
    assert decks == {(("count", 3),)}
