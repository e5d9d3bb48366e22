"""Tests that bags of two kinds with a common parent, and amounts after a number, mean the same on all engines."""

from __future__ import annotations

import mercatoria
from tests.interpreter.agreement.three_engines import RULEBOOKS, InAgreement, table_of

NAME = "parts_of_a_kind"


def test_all_engines_play_it_alike() -> None:
    assert InAgreement(table_of(NAME)).play(12) > 60


def test_values_and_draws_of_parts_need_no_help() -> None:
    engines = InAgreement(table_of(NAME))
    engines.play(20)
    assert engines.left == 0


def test_amounts_and_bags_are_what_they_say() -> None:
    state = mercatoria.load(str(RULEBOOKS / f"{NAME}.rules")).start(2, 1)
    first = state.view(None)["things"]["Player"]["Seat1"]
    assert sorted(first["mine"]) == ["Card1", "Card2", "Card3"]
    state.apply("Seat1: take(Jade, 3)")
    first = state.view(None)["things"]["Player"]["Seat1"]
    assert (first["gems"], first["tokens"]) == ({"Jade": 1}, {"Ruby": 1, "Gold": 6})
