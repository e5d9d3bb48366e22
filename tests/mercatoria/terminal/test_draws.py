"""Tests that the log says who drew which pieces, as far as the reader may know."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria.drawing import full_log
from mercatoria.terminal.screen import gathered

RULES = """\
rulebook deal "The deal"
    players 2
    seats Red, Blue

kind Card: Ash, Birch, Cedar, Dale, Elm, Fir called "the card {this}"

each Player has
    hand: counted pile of Card
    kept: secret pile of Card

game has
    deck: hidden stack of Card = Card

setup "The deal"
    shuffle deck
    for p in Player
        draw 2 from deck to p.hand
    draw 1 from deck to seat(2).kept

round
    turn of player in Player
        player may rest

action rest

end soon of round when round.number = 3
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> mercatoria.State:
    folder: Path = tmp_path_factory.mktemp("deal")
    (folder / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(folder)).start(2, 1)


def told(state: mercatoria.State, seat: int | None, addressed: bool = False) -> list[str]:
    return gathered(full_log(state, seat, addressed), state.table.locale)


def test_the_owner_reads_the_pieces_and_others_their_number(state: mercatoria.State) -> None:
    own, others, kept = told(state, 0, addressed=True)
    assert own.startswith("You drew the card ") and " and the card " in own
    assert (others, kept) == ("Blue drew 2 cards", "Kept: hidden")


def test_a_spectator_reads_no_owner_of_a_secret_piece(state: mercatoria.State) -> None:
    assert told(state, None) == ["Red drew 2 cards", "Blue drew 2 cards", "Kept: hidden"]
    assert told(state, 1)[-1].count("the card ") == 3


def test_one_hidden_piece_has_an_article(state: mercatoria.State) -> None:
    lines = [line for line in full_log(state, None) if line.who == "Red"]
    assert gathered(lines[:1], state.table.locale) == ["Red drew a card"]
