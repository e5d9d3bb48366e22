"""Tests of `discards`: all engines agree, players choose what they can, and secret choices stay secret."""

from __future__ import annotations

import pytest
from three_engines import RULEBOOKS, InAgreement, table_of

import mercatoria
from interpreter.game import State


def test_engines_play_it_alike() -> None:
    played = InAgreement(table_of("discards"))
    assert played.play(games=20) > 300


@pytest.fixture
def state() -> State:
    return mercatoria.load(str(RULEBOOKS / "discards.rules")).start(2, seed=1)


def moves(state: State) -> set[str]:
    return {str(move) for move in state.moves()}


def test_a_player_chooses_one_piece_after_the_other(state: State) -> None:
    state.apply("Seat1: what(1)")
    for piece in ("Wool", "Ore", "Wool"):
        assert moves(state) >= {f"Seat1: lost({piece})"}
        state.apply(f"Seat1: lost({piece})")
    assert state.deciders == (1,)


def test_a_player_chooses_one_thing_after_the_other(state: State) -> None:
    state.apply("Seat1: what(2)")
    assert len(moves(state)) == 3
    state.apply(min(moves(state)))
    assert len(moves(state)) == 2


def test_all_choose_at_once_and_in_secret(state: State) -> None:
    state.apply("Seat1: what(4)")
    assert state.deciders == (0, 1)
    first = state.moves(0)[0]
    state.apply(first)
    assert str(first) not in str(state.log(1)[-1])


def test_many_pieces_are_given_up_in_several_moves(state: State) -> None:
    """Seat 2 has 18 goods, and keeps 3."""
    state.apply("Seat1: what(3)")
    assert state.deciders == (1,)
    refused = state.why_not("Seat2: given(15 of Wool)")
    assert refused is not None
    state.apply("Seat2: given(12 of Wool)")
    state.apply("Seat2: given(1 of Wool + 2 of Ore)")
    assert "Seat2: what(3)" in moves(state)
    assert state.view(1)["things"]["Player"]["Seat2"]["hold"] == {"Wool": 3}


def test_a_negative_number_means_none_and_a_known_rest_is_not_asked_for(state: State) -> None:
    state.apply("Seat1: what(5)")
    assert moves(state) == {"Seat1: shown(Jade)", "Seat1: shown(Ore)"}
    state.apply("Seat1: shown(Ore)")
    assert state.deciders == (1,)
    assert state.view(1)["things"]["Player"]["Seat1"]["shelf"] == ["Jade"]
