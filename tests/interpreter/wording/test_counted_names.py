"""Tests of the names of things after a number and in lists: they have no article, and a plural if they can have one."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.wording import display_names
from mercatoria.drawing import draw

RULES = """\
rulebook sky "Sky"
    players 2
    seats Red, Blue

kind Toy
kind Kite is Toy, 9 with 4 pieces each called "a kite with {number}"
kind Tea is Toy with 9 pieces
kind Marker for each Player with 9 pieces each

each Player has
    hand: bag of Toy = Toy
    markers: bag of own Marker = 2 of Marker

round
    turn of player in Player
        player must fly

action fly(toy: you.hand)
    says "fly {toy}"

end soon of round when round.number = 3
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> mercatoria.State:
    folder: Path = tmp_path_factory.mktemp("sky")
    (folder / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(folder)).start(2)


@pytest.mark.parametrize(
    ("piece", "one", "several"),
    [("Kite2", "1 kite with 2", "3 kites with 2"), ("Tea", "1 Tea", "3 Tea"),
     ("Marker_Red", "1 marker of Red", "3 markers of Red")],
)  # fmt: skip
def test_counted_pieces(state: mercatoria.State, piece: str, one: str, several: str) -> None:
    names = display_names(state.table)
    assert [names.counted(piece, number) for number in (1, 3)] == [one, several]


def test_a_piece_of_a_player_is_called_after_the_player(state: mercatoria.State) -> None:
    assert display_names(state.table).thing("Marker_Red") == "Red’s marker"


def test_a_list_of_moves_has_no_articles(state: mercatoria.State) -> None:
    moves = draw(state, 0).moves
    assert [offer.words for offer in moves[:2]] == ["kite with 1", "kite with 2"]
    assert moves[0].said == "Fly a kite with 1"
