"""Tests that an action allowed at any time can end a `must`.

After such an action, all engines must evaluate `until` and `repeatedly` again.
"""

from __future__ import annotations

import pytest
from three_engines import RULEBOOKS, InAgreement, table_of

import mercatoria

NAME = "duty_that_ends"


@pytest.mark.parametrize("plain", [False, True], ids=["python", "reference"])
def test_until_is_tested_after_an_action_at_any_time(plain: bool) -> None:
    state = mercatoria.load(str(RULEBOOKS / f"{NAME}.rules")).start(2, plain=plain)
    state.apply("Seat1: unload")
    assert state.deciders == (1,)


@pytest.mark.parametrize("plain", [False, True], ids=["python", "reference"])
def test_a_duty_ends_when_an_action_at_any_time_leaves_nothing(plain: bool) -> None:
    state = mercatoria.load(str(RULEBOOKS / f"{NAME}.rules")).start(2, plain=plain)
    for move in ("Seat1: unload", "Seat2: unload", "Seat1: sweep"):
        state.apply(move)
    assert not state.deciders or state.moves(state.deciders[0])


def test_engines_play_it_alike() -> None:
    assert InAgreement(table_of(NAME)).play(games=12) > 30
