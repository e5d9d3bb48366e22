"""Tests questions about names that differ only in upper and lower case, such as a card and a field."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria import State

RULES = """\
rulebook feast "Feast"
    players 2
    seats Red, Blue

kind Card: Bonus, Malus with 3 pieces each
kind Town: Lund, Riga

each Town has
    bonus: 0 to 9 = 4

each Player has
    hand: bag of Card = 1 of Bonus + 1 of Malus
    purse: money = 5

value malus(town: Town): 0 to 9 = 9 - town.bonus

round "A day"
    turn of player in Player
        player may Bonus or Malus

card Bonus(town: Town) from you.hand to box "The bonus of one town"
    needs some_bonus: town.bonus > 0
    then
        bank pays town.bonus to you

card Malus from you.hand to box "The malus"
    costs fine: 2 to bank

end soon of round when round.number = 3
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> State:
    folder: Path = tmp_path_factory.mktemp("feast")
    (folder / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(folder)).start(2)


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("Bonus", "Bonus"),
        ("Malus", "Malus"),
        ("what is Malus worth?", "Malus"),
        ("bonus lund", "Lund.bonus"),
        ("why is the bonus of Riga 4?", "Riga.bonus"),
        ("malus of riga", "malus(Riga)"),
        ("malus(Riga)", "malus(Riga)"),
    ],
)
def test_a_name_means_the_declaration_with_the_same_capitals(state: State, question: str, meant: str) -> None:
    assert state.why(question, 0).question == meant


@pytest.mark.parametrize(("question", "meant"), [("BONUS Lund", "Lund.bonus"), ("BONUS of RIGA", "Riga.bonus")])
def test_other_capitals_mean_the_first_declaration(state: State, question: str, meant: str) -> None:
    assert state.why(question, 0).question == meant
