"""Tests the check of the sentences of moves, its faults and warnings, and their layout."""

from __future__ import annotations

from pathlib import Path

import pytest

from dsl.diagnostics import Sink
from dsl.folder import read_folder
from dsl.printing import formatted
from dsl.source import Source

RULES = """\
rulebook stalls "Stalls"
    players 2

kind Ware: Wool, Salt

each Ware has
    weight: 1 to 3 = 1

each Player has
    purse: 0 to 20 = 5

value heavier(ware: Ware): Ware = if ware = Wool then Salt else Wool
value richest: 0 to 20 = max(p.purse for p in Player)

round
    turn of player in Player
        player may bring
        {choice}

action bring(ware: Ware, how_many: 1 to 2)
    {says}
    then
        raise you.purse by how_many clamped

end late of round when round.number = 5

scoring of p in Player
    coins: p.purse + richest + sum(heavier(ware).weight for ware in Ware)
"""
CHOICE = "player chooses seen in Ware"


def faults(tmp_path: Path, says: str, choice: str = CHOICE, offers: str = "bring") -> list[str]:
    rules = RULES.replace("player may bring", f"player may {offers}")
    (tmp_path / "rulebook.rules").write_text(rules.format(says=says, choice=choice))
    _, sink = read_folder(tmp_path, "stalls").check(2)
    return [f"{fault.code} {fault.title}" for fault in sink.found]


@pytest.mark.parametrize(
    "says",
    [
        'says "bring {how_many crate} of {ware}"',
        'says "bring {how_many crate|crates|nothing} of {ware}[, not {heavier(ware)}]" / "{you} used {your} {ware}"',
        'says "bring {ware, how_many piece}"',
    ],
)
def test_sentences_use_the_parameters_and_the_board(tmp_path: Path, says: str) -> None:
    assert faults(tmp_path, says) == []


@pytest.mark.parametrize(
    ("says", "fault"),
    [
        ('says "bring {wares} {how_many crate}"', "E301 nothing is called `wares`"),
        ('says "bring {ware {how_many crate}"', "E019 a blank cannot contain another blank"),
        ('says "bring {ware} {how_many crate} for {richest coin}"',
         "E331 the sentence of a move may use only its parameters, constants and board data"),
        ('says "bring {ware} {how_many crate} for {you}"', "E019 `{you}` is for log lines only"),
        ('says "{ware} {how_many crate}"',
         "E019 the sentence of a move begins with a verb, unless its log line is written out"),
        ('says "bring {ware crate} {how_many crate}"', "E305 a number is needed here"),
        ('says "Bring {ware} {how_many crate}"', "W422 the sentence of a move begins with a capital"),
        ('says "bring {ware} {how_many crate}."', "W422 the sentence of a move ends in a full stop"),
        ('says "bring {ware}"', "W423 the sentence of `bring` leaves out `how_many`"),
        ('says "bring it"\n    says "bring them"', "E011 action `bring` says this twice"),
    ],
)  # fmt: skip
def test_faults_of_sentences(tmp_path: Path, says: str, fault: str) -> None:
    assert faults(tmp_path, says)[:1] == [fault]


def test_a_choice_may_mention_only_what_is_chosen(tmp_path: Path) -> None:
    says = 'says "bring {ware} {how_many crate}"'
    assert faults(tmp_path, says, f'{CHOICE}, says "look at {{seen}}"') == []
    assert faults(tmp_path, says, f'{CHOICE}, says "look at {{before}}"') == ["E301 nothing is called `before`"]


@pytest.mark.parametrize(
    ("offers", "warned"),
    [
        ("bring(Wool)", []),
        ("bring(Wool) or bring(Salt)", []),
        ("bring(Wool) or bring", ["W423 the sentence of `bring` leaves out `ware`"]),
    ],
)
def test_a_sentence_may_leave_out_what_every_offer_fixes(tmp_path: Path, offers: str, warned: list[str]) -> None:
    found = faults(tmp_path, 'says "bring {how_many crate}"', offers=offers)
    assert [fault for fault in found if fault.startswith("W423")] == warned


def test_the_formatter_keeps_sentences() -> None:
    text = RULES.format(
        says='says   "bring {ware} {how_many crate}"/"{you} brought {ware}"',
        choice='player may choose seen in Ware, says "look at {seen}", pass "look away"\n            stop turn',
    )
    found = formatted(Source("stalls.rules", text), Sink())
    assert '    says "bring {ware} {how_many crate}" / "{you} brought {ware}"\n' in found
    assert 'player may choose seen in Ware, says "look at {seen}", pass "look away"\n' in found
    assert formatted(Source("stalls.rules", found), Sink()) == found
