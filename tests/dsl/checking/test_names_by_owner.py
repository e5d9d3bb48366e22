"""Tests that the things of a player can be named by their owner, in rules, board files and moves."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from dsl.folder import read_folder
from mercatoria.inspection import folder_faults

RULES = """\
rulebook fields "Fields"
    players 2 to 3
    seats Red, Blue, Green
    board "board.yaml"

kind Field, 2 for each Player
kind House for each Player
kind Spot from board
    start: Field or none
    house: House

each Field has
    crop: 0 to 9 = 1

round
    turn of player in Player
        player must plant

action plant(field: Field where field.owner = you)
    says "plant on {field}"
    then
        raise field.crop by 1 clamped

end late of round when round.number = 3

scoring of p in Player
    first: sum(s.start.crop for s in Spot where s.start != none and s.start.owner = p)
    second: if p = Red then Field2_Red.crop else 0
    house: count(s in Spot where s.house = House_Red)
"""
BOARD = """\
board: {title: Fields, reconstructed: false}
Spot:
  Ash: {start: Field1_Red, house: House_Red}
  Elm: {start: Field4, house: House_Blue}
"""


def written(folder: Path, rules: str = RULES, board: str = BOARD) -> Path:
    (folder / "rulebook.rules").write_text(rules)
    (folder / "board.yaml").write_text(board)
    return folder


@pytest.mark.parametrize("players", [2, 3])
def test_both_names_mean_the_same_thing(tmp_path: Path, players: int) -> None:
    state = mercatoria.load(str(written(tmp_path))).start(players, 1)
    assert list(state.scores)[:2] == [1 + 1 + 1, 1 + 1]
    state.apply("Red: plant(Field2_Red)")
    state.apply("Blue: plant(Field2_Blue)")
    assert state.log()[:2] == ["Red: plant(Field2)", "Blue: plant(Field4)"]
    assert list(state.scores)[:2] == [1 + 2 + 1, 2 + 1]


@pytest.mark.parametrize(
    ("old", "new", "code", "name"),
    [
        ("start: Field1_Red", "start: Field3_Red", "E241", "Field3_Red"),
        ("start: Field1_Red", "start: Field1_Yellow", "E241", "Field1_Yellow"),
        ("start: Field4", "start: Field7", "E241", "Field7"),
        ("house: House_Red", "house: Field1_Red", "E242", "Field1_Red"),
        ("house: House_Red", "house: House_Rad", "E241", "House_Rad"),
    ],
)
def test_a_board_names_only_things_that_there_are(tmp_path: Path, old: str, new: str, code: str, name: str) -> None:
    found = folder_faults(read_folder(written(tmp_path, board=BOARD.replace(old, new)), "fields")).errors
    assert [(each.code, each.span.text) for each in found] == [(code, name)]


def test_a_rule_names_only_things_that_there_are(tmp_path: Path) -> None:
    found = folder_faults(read_folder(written(tmp_path, RULES.replace("Field2_Red", "Field3_Red")), "fields")).errors
    assert [(each.code, each.hint) for each in found] == [("E301", "did you mean `Field2_Red`?")]
