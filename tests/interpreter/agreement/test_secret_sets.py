"""Tests of choices of several members at once: all engines agree, and a secret choice does not show its size."""

from __future__ import annotations

import pytest
from three_engines import RULEBOOKS, InAgreement, table_of

import mercatoria
from interpreter.game import State


def test_engines_play_it_alike() -> None:
    played = InAgreement(table_of("secret_sets", 3))
    assert played.play(games=8) > 100
    assert played.left == 0, "the module plays secret choices of sets itself"


@pytest.fixture
def state() -> State:
    return mercatoria.load(str(RULEBOOKS / "secret_sets.rules")).start(2, seed=1)


def kept(state: State, number: int) -> str:
    """Return a move of the first seat that keeps a number of dishes."""
    return next(str(move) for move in state.moves(0) if len(move.args["kept"]) == number)


def test_every_set_up_to_the_size_is_offered(state: State) -> None:
    assert sorted(len(move.args["kept"]) for move in state.moves(0)) == [0] + 4 * [1] + 6 * [2]


def test_a_set_of_an_exact_size_is_offered(state: State) -> None:
    state.apply(kept(state, 1)).apply(state.moves(1)[0])
    assert {len(move.args["next"]) for move in state.moves(0)} == {2}
    assert {len(move.args["next"]) for move in state.moves(1)} == {2}


def test_others_do_not_see_the_size_of_a_set(state: State) -> None:
    one, two = state.clone().apply(kept(state, 0)), state.clone().apply(kept(state, 2))
    assert one.log(1) == two.log(1) == ["Seat1 has chosen kept"]
    assert one.view(1) == two.view(1)
    assert str(one.log(0)) != str(two.log(0))


def test_all_see_the_sets_together(state: State) -> None:
    mine, theirs = str(state.moves(0)[1]), str(state.moves(1)[1])
    state.apply(mine).apply(theirs)
    assert state.log(None) == [mine, theirs]


@pytest.mark.parametrize(("move", "reason"), [
    ("{Dish39}", "at least 2 must be chosen, not 1"), ("{Dish38, Dish39, Dish40}", "at most 2 may be chosen, not 3"),
])  # fmt: skip
def test_a_set_of_another_size_is_refused(state: State, move: str, reason: str) -> None:
    state.apply("Seat1: kept({})").apply(state.moves(1)[0])
    refused = state.why_not(f"Seat1: next({move})", asker=0)
    assert reason in str(refused)
