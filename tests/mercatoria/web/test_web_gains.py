"""Tests of what the story says that a move gave or cost."""

from __future__ import annotations

import mercatoria
from mercatoria.picture import picture_of
from mercatoria.web.pages.gains import Standing, gains_between


def gains(game: str, before: Standing, after: Standing) -> list[str]:
    table = mercatoria.load(game).start(3, 1).table
    return [gain.words for gain in gains_between(table, picture_of(table), 0, before, after)]


def test_money_that_is_points_is_said_once() -> None:
    def standing(purse: int, points: int) -> Standing:
        return Standing(({"purse": purse, "notes": 0},) * 3, (points,) * 3)

    game = "merchants_of_medieval_europe"
    assert gains(game, standing(20, 20), standing(2, 2)) == ["−18 coins"]
    assert gains(game, standing(20, 20), standing(10, 3)) == ["−17 points", "−10 coins"], "a penalty counts as well"
    assert gains(game, standing(20, 20), standing(20, 25)) == ["+5 points"]


def test_other_numbers_do_not_hide_points() -> None:
    def standing(influence: int, points: int) -> Standing:
        return Standing(({"purse": None, "influence": influence, "letters": 0},) * 3, (points,) * 3)

    assert gains("medieval_merchant", standing(1, 4), standing(2, 5)) == ["+1 point", "+1 influence"]
