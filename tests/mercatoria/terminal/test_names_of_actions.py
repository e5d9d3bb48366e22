"""Tests of `look` at an action that the picture describes, and of `why not` with the name of a piece alone."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from rich.console import Console

import mercatoria
from mercatoria.terminal.look import look
from mercatoria.terminal.picture import picture_of

RULES = """\
rulebook sweets "Sweets"
    players 2
    seats Red, Blue

kind Card
kind Cake is Card with 9 pieces
kind Wine is Card with 9 pieces

each Player has
    hand: bag of Card = 1 of Cake
    cakes: bag of Cake

round
    everyone in Player secretly chooses card in you.hand, says "put down {card}"
    turn of player in Player
        player may use_broker

action use_broker "Ask the trader"

end soon of round when round.number = 3
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> mercatoria.State:
    folder: Path = tmp_path_factory.mktemp("sweets")
    (folder / "rulebook.rules").write_text(RULES, encoding="utf-8")
    (folder / "picture.yaml").write_text('texts:\n  use_broker: "He takes a card."\n', encoding="utf-8")
    return mercatoria.load(str(folder)).start(2)


@pytest.mark.parametrize("name", ["use_broker", "ask the trader", "trader"])
def test_look_describes_an_action(state: mercatoria.State, name: str) -> None:
    shown = io.StringIO()
    look(state, picture_of(state), 0, name, Console(file=shown, width=80))
    assert [line.strip() for line in shown.getvalue().splitlines()] == ["Ask the trader", "He takes a card."]


@pytest.mark.parametrize(("question", "head"), [("not Wine", "You cannot put down Wine"), ("not Cake", "allowed: ")])
def test_why_not_knows_a_kind_with_pieces_of_one_sort(state: mercatoria.State, question: str, head: str) -> None:
    assert str(state.why(question, 0)).startswith(head)
