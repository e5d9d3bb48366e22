"""Tests that all engines move the piece at a position of a row, and that the other pieces keep their order."""

from __future__ import annotations

import pytest

import mercatoria
from interpreter.position import PlayFault
from tests.interpreter.agreement.three_engines import RULEBOOKS, InAgreement, table_of

NAME = "pieces_by_position"


def started() -> mercatoria.State:
    return mercatoria.load(str(RULEBOOKS / f"{NAME}.rules")).start(2, 1)


def hand(state: mercatoria.State) -> list[str]:
    return list(state.view(None)["things"]["Player"]["Seat1"]["hand"])


def test_all_engines_play_it_alike_without_help() -> None:
    engines = InAgreement(table_of(NAME))
    assert engines.play(20) > 200
    assert engines.left == 0


@pytest.mark.parametrize(
    ("position", "left"),
    [
        (1, ["Red", "Red", "Green", "Red"]), (2, ["Blue", "Red", "Green", "Red"]),
        (3, ["Blue", "Red", "Green", "Red"]), (5, ["Blue", "Red", "Red", "Green"]),
    ],
)  # fmt: skip
def test_the_other_pieces_keep_their_order(position: int, left: list[str]) -> None:
    state = started()
    state.apply(f"Seat1: plant({position})")
    assert hand(state) == left


@pytest.mark.parametrize("position", [0, 6, 9])
def test_a_row_has_no_piece_beyond_its_ends(position: int) -> None:
    state = started()
    while state.view(None)["game"]["round_number"] < 4:
        state.apply("pass")
    with pytest.raises(PlayFault, match=f"holds 5 pieces, so it has no piece {position}"):
        state.apply(f"Seat1: grab({position})")
    assert hand(state) == ["Blue", "Red", "Red", "Green", "Red"]
