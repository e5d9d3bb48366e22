"""Tests of groups of actions that share a limit: all engines agree, and refusals name the group."""

from __future__ import annotations

import pytest
from three_engines import RULEBOOKS, InAgreement, table_of

import mercatoria
from interpreter.explain import refusal_in_words
from interpreter.game import State


def test_engines_play_it_alike() -> None:
    played = InAgreement(table_of("limited_groups"))
    assert played.play(games=20) > 150
    assert played.left == 0


@pytest.fixture
def state() -> State:
    state = mercatoria.load(str(RULEBOOKS / "limited_groups.rules")).start(2)
    return state.apply("Seat1: donate").apply("Seat1: give(Seat2)")


def test_a_limit_counts_all_actions_of_a_group(state: State) -> None:
    assert [str(move) for move in state.moves()] == ["Seat1: pass", "Seat1: sell", "Seat1: shout"]


def test_a_refusal_names_the_group(state: State) -> None:
    refused = state.why_not("Seat1: donate")
    assert refused is not None
    assert list(refused.rules) == ["gifts.limit"]
    assert "you have already used “Gifts” twice this turn" in str(refused)
    words = refusal_in_words(state.table, state.vector, state.table.notation.parse("Seat1: donate"))
    assert "you have already used “Gifts” twice this turn" in words
