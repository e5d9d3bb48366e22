"""Tests that *why not* in everyday words lists the requirements that are satisfied, as far as the asker may know."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.explain import FAILS, HOLDS
from mercatoria import State

RULES = """\
rulebook mill "The Mill"
    players 2
    seats Red, Blue

each Player has
    coins: 0 to 9 = 3 "coin/coins"
    rested: flag = yes "is rested" / "is tired"
    luck: secret 0 to 9 = 5

game has
    open: flag = yes "the mill is open" / "the mill is closed"

round "A day"
    turn of player in Player
        player may grind or lift or stroll, pass "rest"

action grind "Grind"
    needs awake: you.rested "You are too tired"
    needs opened: open
    needs lucky: other(you).luck > 2
    needs rich: you.coins >= 5 "You need 5 coins"
    then
        raise you.coins by 1

action lift(sacks: 1 to 3) "Lift"
    needs opened: open
    needs strong: you.luck + sacks > 9
    needs rich: you.coins >= 5 "You need 5 coins"
    then
        raise you.coins by 1

action stroll "Stroll"
    needs fit: you.coins > 2 and you.coins < 9
    then
        raise you.coins by 1

end late of round when round.number = 3

scoring of p in Player
    coins: p.coins
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2, seed=1)


@pytest.mark.parametrize(("action", "missing", "satisfied"), [
    ("grind", ["You need 5 coins"], ["you are rested", "the mill is open"]), ("lift", ["Strong"], ["the mill is open"]),
])  # fmt: skip
def test_what_is_satisfied_is_listed_without_the_title_of_a_refusal(
    state: State, action: str, missing: list[str], satisfied: list[str]
) -> None:  # fmt: skip
    found = [part for _, part in state.why(f"not {action}", 0, plain=True).finding.tree(1)][1:]
    assert [(part.called, part.text) for part in found if part.verdict == HOLDS] == [("", words) for words in satisfied]
    assert [part.called for part in found if part.verdict == FAILS] == missing


def test_another_decision_has_no_requirements_of_the_action(state: State) -> None:
    found = [part for _, part in state.why("not grind", 1, plain=True).finding.tree(1)]
    assert not [part for part in found if part.verdict == HOLDS]


def test_the_values_that_decide_stand_in_the_sentence(state: State) -> None:
    """The words of a condition are not repeated for its value, as in `your coins are more than 2: your coins is 3`."""
    found = state.why("Red: stroll", 0, plain=True).finding.parts
    assert [part.text for part in found if part.rule == "stroll.fit"] == [
        "your coins (3) are more than 2 and your coins are less than 9"
    ]
