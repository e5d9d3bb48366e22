"""Tests that all engines find a seat by its number, and refuse a number that no seat has."""

from __future__ import annotations

import pytest

import mercatoria
from tests.interpreter.agreement.three_engines import RULEBOOKS, InAgreement, table_of

NAME = "seats_by_number"


@pytest.mark.parametrize(("players", "missing"), [(2, 13), (3, 8)])
def test_all_engines_play_it_alike(players: int, missing: int) -> None:
    played = InAgreement(table_of(NAME, players))
    assert played.play(games=20) > 20
    assert played.faults_of_first_moves() == missing


@pytest.mark.parametrize("number", [0, 3, 4])
@pytest.mark.parametrize("action", ["name_clockwise", "name_others", "name_field"])
def test_the_error_names_the_missing_seat(action: str, number: int) -> None:
    state = mercatoria.load(str(RULEBOOKS / f"{NAME}.rules")).start(2)
    with pytest.raises(mercatoria.PlayFault, match=f"there is no seat {number}; the table has 2 seats"):
        state.apply(f"Seat1: {action}({number})")


def test_seats_are_counted_from_1() -> None:
    state = mercatoria.load(str(RULEBOOKS / f"{NAME}.rules")).start(3)
    state.apply("Seat1: name_clockwise(2)")
    state.apply("Seat2: name_field(3)")
    assert state.view(None)["game"]["leader"] == "Seat3"
