"""Tests that a field has one name in notation, and one for players."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.position import FieldEntry
from interpreter.wording import field_in_notation, field_phrase

RULES = """\
rulebook quay "The quay"
    players 2
    seats Ann, Ben

kind Ware: FineWool, Flax with 6 pieces each
kind Berth: FarEast, West

each Player has
    purse: money = 5

each Berth has
    fee: 0 to 9 = 7

game has
    open_berth: Berth = FarEast
    price(Ware): 0 to 9 = 1

round "A day"
    turn of player in Player
        player may rest

action rest "Rest"

end late of round when round.number = 3
"""


@pytest.fixture
def table(tmp_path: Path) -> mercatoria.CompiledGame:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2, 1).table


@pytest.mark.parametrize(
    ("name", "owner", "notation", "phrase"),
    [
        ("purse", 1, "Ben.purse", "Ben’s purse"),
        ("fee", 0, "FarEast.fee", "fee of Far East"),
        ("open_berth", 0, "open_berth", "open berth"),
        ("price", 0, "price(FineWool)", "price of Fine Wool"),
    ],
)
def test_fields_are_named(table: mercatoria.CompiledGame, name: str, owner: int, notation: str, phrase: str) -> None:
    run = next(run for of, run in table.flow.layout.runs.items() if of.name == name)
    place = FieldEntry(run, owner)
    assert field_in_notation(table, place) == notation
    assert field_phrase(table, place) == phrase
