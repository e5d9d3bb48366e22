"""Tests of the names of decisions: the phase or action that runs now, and what a decision offers."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.wording import step_title

RULES = """\
rulebook sheds "Sheds"
    players 2
    seats Red, Blue

kind Card: Wool, Ore, Salt with 9 pieces each

each Player has
    drawn: bag of Card = Card
    hand: bag of Card

setup "The cards are dealt"
    for p in Player
        do keep_one(p)

round "Round"
    do secret
    turn of player in Player
        player must fetch or sell

phase secret "Choose a card"
    everyone in Player secretly chooses card in you.hand, says "put down {card}"

rule keep_one(p: Player) "Keep a card"
    p must keep

action keep(card: you.drawn)
    says "keep {card}"
    costs card: 1 of card from you.drawn to you.hand

action fetch "Draw a card"
    then
        do keep_one(you)

action sell(card: you.hand)
    says "sell {card}"
    costs card: 1 of card from you.hand to supply

end soon of round when round.number = 3
"""


@pytest.fixture
def state(tmp_path: Path) -> mercatoria.State:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2)


def test_a_shared_rule_is_headed_by_what_called_it(state: mercatoria.State) -> None:
    titles = []
    for move in ("Red: keep(Wool)", "Blue: keep(Wool)", "Red: card(Wool)", "Blue: card(Wool)", "Red: fetch"):
        titles.append(step_title(state.table, state.vector))
        state.apply(move)
    titles.append(step_title(state.table, state.vector))
    assert titles == [*["The cards are dealt"] * 2, *["Choose a card"] * 2, "Round", "Draw a card"]


def test_refusals_and_answers_name_what_offers_the_move(state: mercatoria.State) -> None:
    refused = state.why_not("Red: fetch", 0)
    assert refused is not None
    assert refused.reasons[0].text == "that belongs to “Round”, not to “The cards are dealt”"
    answer = state.why("not sell", 0)
    assert "that belongs to “Round”, not to “The cards are dealt”" in str(answer)


def test_a_pass_is_refused_where_a_decision_is_required(state: mercatoria.State) -> None:
    for move in ("Red: keep(Wool)", "Blue: keep(Wool)", "Red: card(Wool)", "Blue: card(Wool)"):
        state.apply(move)
    refused = state.why_not("Red: pass", 0)
    assert refused is not None
    assert refused.reasons[0].text == "a move is required in “Round”"
