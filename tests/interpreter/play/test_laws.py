"""Tests that the violation of a law is reported at its position in the board file, even if a variant replaces the
board.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from dsl.folder import read_folder
from mercatoria.inspection import folder_faults

RULES = """rulebook shore "Shore"
    players 2
    board "board.yaml"

kind Port from board
    toll: 1 to 9
kind Lane from board between Port

each Player has
    port: Port = Aa

law tolls: all(p.toll < 5 for p in Port) "No port is dear"
law lanes: count(l in Lane where Aa in l.ends) >= 2
law together: all(distance(Aa, p, Lane) < Port.size for p in Port)

round
    turn of player in Player
        player may go

action go(port: neighbours(you.port, Lane))
    then
        set you.port to port

end soon of round when round.number = 3
"""

BOARD = """board:
  title: Shore
  reconstructed: false
Port:
  Aa: {toll: 1}
  Bo: {toll: TOLL}
  Ci: {toll: 3}
Lane:
  AaBo: {ends: [Aa, Bo]}
  AaCi: {ends: [END, Ci]}
"""

SMALL = """board:
  title: Small shore
  reconstructed: false
Port:
  Aa: {toll: 1}
  Bo: {toll: 2}
Lane:
  AaBo: {ends: [Aa, Bo]}
  BoAa: {ends: [Bo, Aa]}
"""

VARIANT = """variant small "A small shore" of shore
    replace board "small.yaml"

scenario two_ports "There are two ports" of shore
    players Ann, Ben
    with small
    expect
        Port.size = 2
"""


def game(folder: Path, toll: int = 2, end: str = "Aa", rules: str = RULES) -> Path:
    (folder / "variants").mkdir()
    (folder / "rulebook.rules").write_text(rules, encoding="utf-8")
    board = BOARD.replace("TOLL", str(toll)).replace("END", end)
    (folder / "board.yaml").write_text(board, encoding="utf-8")
    (folder / "small.yaml").write_text(SMALL, encoding="utf-8")
    (folder / "variants" / "small.rules").write_text(VARIANT, encoding="utf-8")
    return folder


def told(folder: Path) -> list[tuple[str, str, str]]:
    found = folder_faults(read_folder(folder, "shore")).errors
    return [(fault.code, str(fault.span), fault.label) for fault in found]


def test_a_board_that_keeps_the_laws(tmp_path: Path) -> None:
    folder = game(tmp_path)
    assert told(folder) == []
    assert mercatoria.load(str(folder)).start(2).view()["things"]["Player"]["Seat1"]["port"] == "Aa"


def test_the_thing_that_breaks_a_law_is_shown(tmp_path: Path) -> None:
    folder = game(tmp_path, toll=7)
    assert told(folder) == [("E249", "shore/board.yaml:6:3", "the law does not hold for Bo")]
    with pytest.raises(mercatoria.RulebookError, match="the law `tolls` is broken: No port is dear"):
        mercatoria.load(str(folder)).start(2)


def test_a_number_that_breaks_a_law_is_told(tmp_path: Path) -> None:
    faults = told(game(tmp_path, end="Bo"))
    assert ("E249", "shore/board.yaml:8:1", "`count(l in Lane where Aa in l.ends)` is 1") in faults


def test_a_law_about_one_thing_is_told_there(tmp_path: Path) -> None:
    rules = RULES.replace("law tolls: all(p.toll < 5 for p in Port)", "law tolls: Bo.toll < 5")
    assert [place for _, place, _ in told(game(tmp_path, toll=7, rules=rules))] == ["shore/board.yaml:6:3"]


def test_a_law_speaks_of_data_alone(tmp_path: Path) -> None:
    rules = RULES.replace("law lanes:", "value here: Port = Seat1.port\n\nlaw lanes: here = Aa or")
    assert [code for code, _, _ in told(game(tmp_path, rules=rules))] == ["E305"]


def test_a_variant_may_replace_the_board_and_amend_a_law(tmp_path: Path) -> None:
    folder = game(tmp_path)
    state = mercatoria.load(str(folder), ["small"]).start(2)
    assert len(state.table.flow.model.kinds["Port"].things) == 2
    text = VARIANT.replace('small.yaml"', 'small.yaml"\n    replace tolls: all(p.toll < 2 for p in Port)')
    (folder / "variants" / "small.rules").write_text(text, encoding="utf-8")
    assert told(folder) == [("E249", "shore/small.yaml:6:3", "the law does not hold for Bo")]
    (folder / "variants" / "small.rules").write_text(text.replace("replace tolls: all(p.toll < 2 for p in Port)",
                                                                  "suspend tolls"), encoding="utf-8")  # fmt: skip
    assert told(folder) == []


def test_a_suspended_law_may_name_what_another_board_lacks(tmp_path: Path) -> None:
    folder = game(tmp_path, rules=RULES.replace("law lanes:", "law third: Ci.toll = 3\nlaw lanes:"))
    assert {code for code, _, _ in told(folder)} == {"E301"}
    text = VARIANT.replace('small.yaml"', 'small.yaml"\n    suspend third')
    (folder / "variants" / "small.rules").write_text(text, encoding="utf-8")
    assert told(folder) == []
    mercatoria.load(str(folder), ["small"])
