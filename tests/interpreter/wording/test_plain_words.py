"""Tests that explanations use everyday words, and show a value only if the asker may know it."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.wording.flags import flag_phrase
from mercatoria import State

RULES = """\
rulebook pier "The Pier"
    players 2
    seats Ann, Ben

kind Ware: FineWool, Flax with 6 pieces each
kind Berth: East, West

each Player has
    purse: money = 5
    hold: bag of Ware = 1 of Flax
    luck: secret 0 to 9 = 5
    rested: flag

each Berth has
    wares: bag of Ware = 1 of Flax
    fee: 0 to 9 = 7
    holder: Player or none
    closed: flag

game has
    open_berth: Berth = East

value toll(who: Player, berth: Berth): 0 to 20 = berth.fee + who.hold.size

value has_berth(who: Player, berth: Berth): flag = berth.holder = who

round "A day"
    turn of p in Player
        p may load or moor or rest or repay or leave or boast or haul or sail or trade or dig or weigh or reckon \
or stow or ship or hire

action load(ware: Ware, berth: Berth)
    needs lying_there: ware in berth.wares
    needs held: berth.holder = you
    then
        move 1 of ware from berth.wares to you.hold

action moor(berth: Berth) "Moor a ship"
    needs low: toll(you, berth) < 5
    then
        set berth.holder to you

action rest
    needs not_yet: you.rested and you.purse > 0
    then
        set you.rested to no

action repay
    costs wool: 2 of FineWool from you.hold to supply
    then
        set you.rested to yes

action leave(berth: Berth)
    needs held: not (open_berth in {East, West}) or berth.holder = you
    then
        set berth.holder to none

action boast
    needs luckier: you.luck > other(you).luck
    then
        set you.rested to yes

action haul
    needs full: you.hold(FineWool) > 0 or you.purse > 9
    then
        set you.rested to yes

action sail(berth: Berth)
    needs own: has_berth(you, berth)
    then
        set you.rested to yes

action trade
    needs some: any(b in Berth where b.fee < 5 and has_berth(you, b))
    then
        set you.rested to yes

action dig
    needs none_open: not any(b in Berth where not b.closed)
    then
        set you.rested to yes

action weigh
    needs first: all(b < East for b in Berth where b.fee > 2)
    then
        set you.rested to yes

action reckon
    needs rich: sum(b.fee for b in Berth) * (you.purse + 1) < 5
    then
        set you.rested to yes

action ship(load: bag of you.hold)
    needs much: load.size + 0 > 1
    then
        set you.rested to yes

action hire(berth: Berth)
    needs free: berth.holder = none and berth = East
    needs rich: you.purse > 8
    then
        set berth.holder to you

action stow
    needs laden: you.hold.size > 3
    then
        set you.rested to yes

end late of round when round.number = 3
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2, seed=1)


@pytest.mark.parametrize(("action", "words"), [
    ("moor", "for every choice, as with East: your toll for East is 8, but must be less than 5"),
    ("rest", "you do not count as rested"),
    ("repay", "you need 2 Fine Wool but have none in your hold"),
    ("boast", "this depends on hidden information"),
    ("haul", "there is no Fine Wool in your hold, and you have 5 coins, but more than 9 are needed"),
    ("sail", "for every choice, as with East: you have no berth for East"),
    ("trade", "there is no berth where the fee of that berth is less than 5 and you have a berth for that berth"),
    ("dig", "East is not closed"),
    ("weigh", "East must come before East"),
    ("stow", "there is 1 ware in your hold, but more than 3 are needed"),
    ("reckon", "the sum of the fee of each berth times (your purse plus 1) is 84, but must be less than 5"),
])  # fmt: skip
def test_reasons_against_an_action(state: State, action: str, words: str) -> None:
    answer = state.why(f"not {action}", 0, plain=True)
    assert [part.text for part in answer.finding.parts] == [words]


def test_a_move_in_full(state: State) -> None:
    (found,) = state.why("not ship(1 of Flax)", 0, plain=True).finding.parts
    assert found.text == "the number in “load” is 1, but must be more than 1"
    found, satisfied = state.why("not ship(2 of FineWool)", 0, plain=True).finding.parts
    assert found.text.startswith("there is no Fine Wool in your hold")
    assert satisfied.text == "the number in “load” is more than 1"


def test_reasons_about_missing_things(state: State) -> None:
    texts = [part.text for part in state.why("not load", 0, plain=True).finding.parts]
    assert texts == [
        "for most choices, as with East: East has no holder; it must be you",
        "for most choices, as with Fine Wool, East: Fine Wool is not among the wares of East (only 1 Flax)",
    ]


def test_reasons_for_all_choices_appear_once(state: State) -> None:
    """If the player cannot pay for any berth, the explanation gives this reason only once."""
    (found,) = state.why("not hire", 0, plain=True).finding.parts
    assert found.text == "you have 5 coins, but more than 8 are needed"


def test_the_author_also_learns_how_many_moves_a_rule_forbids(state: State) -> None:
    (found,) = state.why("not moor", 0).finding.parts
    assert found.text == "forbids 2 of 2 ways, like moor(East): your toll for East is 8, but must be less than 5"


@pytest.mark.parametrize(("name", "subject", "holds", "words"), [
    ("card played", "", True, "a card is played"),
    ("card played", "", False, "no card is played"),
    ("tile played", "Ann", False, "Ann’s tile is not played"),
    ("opened", "East", False, "East is not opened"),
    ("has moved", "Ann", False, "Ann has not moved"),
    ("may begin", "", False, "you may not begin"),
    ("in network", "Ann", True, "Ann is in network for East"),
    ("letter ready", "Ann", False, "Ann has no letter ready"),
    ("letter ready", "you", True, "you have a letter ready"),
    ("may begin", "you", True, "you may begin"),
    ("last lap", "", False, "there is no last lap"),
    ("late", "", True, "it is late"),
    ("hinders", "East", False, "East does not hinder"),
    ("has coat", "Ann", True, "Ann has a coat"),
    ("steep", "East", True, "East is steep"),
])  # fmt: skip
def test_flags_as_sentences(name: str, subject: str, holds: bool, words: str) -> None:
    rest = "for East" if name == "in network" else ""
    assert flag_phrase(name, subject, subject == "Ann", lambda of: f"{subject}’s {of}", rest, holds) == words
