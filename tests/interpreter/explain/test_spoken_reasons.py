"""Tests that the reasons of a refusal read like sentences of a player."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.explain import refusal_in_words
from mercatoria import State

RULES = """\
rulebook fen "The Fen"
    players 2
    seats Ann, Ben
    board "board.yaml"

kind Ware: Ash, Birch with 9 pieces each
kind Card, 4
kind Pier from board
kind Punt from board between Pier

each Player has
    purse: money = 0
    crates(Pier): bag of Ware
    wares: bag of Ware = 1 of Birch
    cards: pile of Card
    at: Pier = Alder

game has
    ferry: Pier or none
    route: set of Pier = {Alder}

value hand_is_empty(who: Player): flag = who.cards.size = 0
value beside(pier: Pier): set of Pier = reach(pier, Punt, 1) - {pier}
value points_left(who: Player): flag = yes
value cheap_cards(who: Player): set of Card = {c in who.cards}

round "A day"
    turn of p in Player
        p may act or give or tell or walk or spend, pass "do no work"

action act "Act"
    needs told: CLAIM
    then
        move 1 of Ash from supply to you.wares

action give(ware: Ware, many: 1 to 9)
    says "give {many piece} of {ware}"
    costs price: many of ware from you.wares to supply

action tell(many: 2 to 3)
    says "tell {many}[ and {many Sheep|Sheep}]"

action walk(pier: beside(you.at))
    then
        set you.at to pier

action spend(coins: 0 to you.purse)
    says "spend {coins coin}"

end late of round when round.number = 2
"""
BOARD = """\
board: {title: The Fen, reconstructed: false}
Pier: {Alder: {}, Birk: {}, Cedar: {}}
Punt:
  AlderBirk: {ends: [Alder, Birk]}
  BirkCedar: {ends: [Birk, Cedar]}
"""


def started(folder: Path, claim: str = "you.wares.size > 0") -> State:
    (folder / "rulebook.rules").write_text(RULES.replace("CLAIM", claim), encoding="utf-8")
    (folder / "board.yaml").write_text(BOARD, encoding="utf-8")
    return mercatoria.load(str(folder)).start(2, seed=1)


@pytest.mark.parametrize(("claim", "words"), [
    ("not hand_is_empty(you)", "your hand is empty"),
    ("hand_is_empty(you) and you.wares.size = 0", "there is 1 ware in your wares, but none may be there"),
    ("not points_left(you)", "you have points left"),
    ("you.crates(Alder).size > 0", "there are no wares in your crates in Alder"),
    ("route = {}", "the route must be empty (Alder)"),
    ("cheap_cards(you).size > 0", "you have no cheap cards"),
    ("ferry != none", "there is no ferry"),
    ("you.at != Alder", "you are already at Alder"),
    ("BirkCedar in edges(you.at, Punt)", "Birk Cedar does not begin or end at your place (only Alder Birk)"),
    ("Cedar in AlderBirk.ends", "Cedar is not an end of Alder Birk (only Alder and Birk)"),
])  # fmt: skip
def test_a_condition(claim: str, words: str, tmp_path: Path) -> None:
    (found,) = started(tmp_path, claim).why("not act", 0, plain=True).finding.parts
    assert found.text == words


@pytest.mark.parametrize(("call", "words"), [
    ("give(Ash, 2)", "you need 2 Ash but have none."),
    ("give(Birch, 3)", "you need 3 Birch but have only 1."),
    ("give(Birch, 10)", "the number of pieces must be 1 to 9."),
    ("tell(4)", "the amount of Sheep must be 2 or 3."),
    ("spend(2)", "you have no coins."),
    ("walk(Alder)", "it cannot be chosen here."),
])  # fmt: skip
def test_a_refused_move(call: str, words: str, tmp_path: Path) -> None:
    state = started(tmp_path)
    said = refusal_in_words(state.table, state.vector, state.table.notation.parse(f"Ann: {call}"))
    assert said.partition(": ")[2] == words


def test_another_player_decides(tmp_path: Path) -> None:
    state = started(tmp_path)
    said = refusal_in_words(state.table, state.vector, state.table.notation.parse("Ben: act"))
    assert said.partition(": ")[2] == "it is Ann’s turn to decide."


def test_a_pass_that_says_what_is_not_done(tmp_path: Path) -> None:
    state = started(tmp_path)
    said = refusal_in_words(state.table, state.vector, state.table.notation.parse("Ben: pass"))
    assert said == "You cannot pass: it is Ann’s turn to decide."
