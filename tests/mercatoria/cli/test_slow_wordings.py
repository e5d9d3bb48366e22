"""Tests that `check` names each line that the fast engines cannot run, and that these engines can run the suggested
wording.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from dsl.folder import read_folder
from interpreter.codegen import GeneratedEngine
from interpreter.native import native_module
from mercatoria.inspection import folder_faults

HEAD = """rulebook slow "Slow wordings"
    players 2

kind Good: Wool, Cloth, Ore with 6 pieces each

each Player has
    cart: bag of Good = 2 of Wool

game has
    number_of_all: 0 to 20 = 3

round "Round"
    turn of player in Player
        do go

"""
TAIL = """
end over of round when round.number = 3

scoring of p in Player
    goods: p.cart.size + number_of_all
"""

SLOW = {
    "a choice of a bag": """phase go
    seat(1) chooses b in bags(seat(1).cart, 2)
    set number_of_all to b.size
""",
    "a loop over bags": """phase go
    for b in bags(Good, 2)
        set number_of_all to b.size
""",
    "bags that are counted": """phase go
    set number_of_all to count(b in bags(seat(1).cart, 0, 2) where b.size > 1)
""",
    "a range by another open number": """phase go
    seat(1) may act

action act(open a: 1 to 5, open b: 1 to a)
    then
        set number_of_all to a + b
""",
}
FAST = {
    "an action with a bag": """phase go
    seat(1) must act

action act(b: bag of you.cart at most 2)
    then
        set number_of_all to b.size
""",
    "a secret choice of a bag": """phase go
    everyone in Player secretly chooses b in bags(Good, 2)
    set number_of_all to 2
""",
    "ranges that are compared": """phase go
    seat(1) may act

action act(open a: 1 to 5, open b: 1 to 5)
    needs less: b <= a
    then
        set number_of_all to a + b
""",
    "a piece by chance": """phase go
    if seat(1).cart.size > 0
        random found in seat(1).cart
        move 1 of found from seat(1).cart to supply
""",
}


def slow_lines(folder: Path, rules: str) -> list[int]:
    """Return the lines with speed warnings."""
    (folder / "rulebook.rules").write_text(HEAD + rules + TAIL, encoding="utf-8")
    sink = folder_faults(read_folder(folder))
    assert not sink.errors
    found = [fault for fault in sink.found if fault.code == "W602"]
    assert all(fault.hint for fault in found)
    return [fault.span.line for fault in found]


def is_carried(folder: Path) -> bool:
    table = mercatoria.load(str(folder)).table(2)
    assert isinstance(table.engine, GeneratedEngine)
    return not native_module(table.flow, table.engine.program, tuple(table.start())).not_carried


@pytest.mark.parametrize("name", SLOW)
def test_rules_left_to_the_reference_are_named(tmp_path: Path, name: str) -> None:
    begin = HEAD.count("\n") + 1
    lines = slow_lines(tmp_path, SLOW[name])
    assert len(lines) == 1
    assert begin < lines[0] <= begin + SLOW[name].count("\n")
    assert not is_carried(tmp_path)


@pytest.mark.parametrize("name", FAST)
def test_carried_values_are_not_slow(tmp_path: Path, name: str) -> None:
    assert slow_lines(tmp_path, FAST[name]) == []
    assert is_carried(tmp_path)
