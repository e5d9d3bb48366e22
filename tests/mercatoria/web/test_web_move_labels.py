"""Tests the labels in long lists of moves on a page."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria.drawing import MovesAt, draw
from mercatoria.picture import Picture
from mercatoria.web.pages.moves import Verb, verbs

RULES = """\
rulebook long "Long lists"
    players 2

kind Town: North, South, East, West

each Player has
    chips: 0 to 40 = 40

round "Bids"
    turn of player in Player
        player may bid or go_far or send

action bid(your_bid: 1 to you.chips) "Bid"
    then
        lower you.chips by your_bid

action send(town: Town, how_many: 1 to 9) "Send chips"
    then
        lower you.chips by min(how_many, you.chips)

action go_far(miles: 1 to 9) "Go far"
    then
        lower you.chips by min(miles, you.chips)

end over of round when round.number = 2

scoring of p in Player
    chips: p.chips
"""


@pytest.fixture
def by_title(tmp_path: Path) -> dict[str, Verb]:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    state = mercatoria.load(str(tmp_path)).start(2, 1)
    found = verbs([MovesAt(state, state.moves(0))], 0, draw(state, 0).moves, Picture(), ())
    return {verb.title: verb for verb in found}


def test_a_long_list_has_the_name_of_its_parameter(by_title: dict[str, Verb]) -> None:
    assert by_title["Bid"].is_long
    assert by_title["Bid"].label == "Your bid"


def test_a_long_list_has_the_names_of_several_parameters(by_title: dict[str, Verb]) -> None:
    assert by_title["Send chips"].is_long
    assert by_title["Send chips"].label == "Town and how many"


def test_moves_without_parameters_have_a_label(by_title: dict[str, Verb]) -> None:
    assert by_title["Pass"].label == "Move"


def test_a_short_button_has_its_sentence_as_its_name(by_title: dict[str, Verb]) -> None:
    first = by_title["Go far"].buttons[0]
    assert (first.words, first.said) == ("1", "Go far: 1")
