"""Tests that a typed number selects the menu option with this number."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console

import mercatoria
from interpreter.position import Row
from mercatoria.drawing import draw
from mercatoria.players.search_bot.hints import Notes
from mercatoria.terminal.menu import Menu, menu, show
from mercatoria.web.pages.summary import ends

BIDDING = """\
rulebook bidding "Bidding"
    players 2
    seats Ann, Ben

each Player has
    chips: 0 to 9 = 5

round "A bid"
    turn of player in Player
        player may bid

action bid(chips: LEAST to you.chips) "Bid"
    then
        lower you.chips by chips

end broke at once when any(p in Player where p.chips <= 1) "Somebody is poor"

scoring of p in Player
    chips: p.chips
"""


@pytest.fixture
def bidding(tmp_path: Path) -> Callable[[int], mercatoria.State]:
    def started(least: int) -> mercatoria.State:
        (tmp_path / "rulebook.rules").write_text(BIDDING.replace("LEAST", str(least)), encoding="utf-8")
        return mercatoria.load(str(tmp_path)).start(2, 1)

    return started


def menu_of(state: mercatoria.State) -> Menu:
    return menu(state.moves(), draw(state, state.deciders[0]).moves)


@pytest.mark.parametrize("least", [1, 2, 3])
def test_a_number_stands_for_itself(bidding: Callable[[int], mercatoria.State], least: int) -> None:
    made = menu_of(bidding(least))
    assert made.by_value
    for item in made.items:
        assert item.number == item.move.args.get("chips", item.number)
    assert made.numbered(3) is not None
    assert len({item.number for item in made.items}) == len(made.items)


def test_numbers_from_nothing_up_are_told_with_their_words(bidding: Callable[[int], mercatoria.State]) -> None:
    made = menu_of(bidding(0))
    assert not made.by_value
    assert any(item.words == "Bid 2" for item in made.items)


@pytest.mark.parametrize(
    ("least", "lines"), [(0, ["   1 Pass", "   2 Bid 0"]), (4, ["   1 Pass", "Bid …", "   4 4     5 5"])]
)
def test_sentences_have_no_heading(bidding: Callable[[int], mercatoria.State], least: int, lines: list[str]) -> None:
    shown = io.StringIO()
    show(menu_of(bidding(least)).items, Console(file=shown, width=20))
    assert shown.getvalue().splitlines()[: len(lines)] == lines


def test_an_ending_that_is_tested_at_once_is_told_so(bidding: Callable[[int], mercatoria.State]) -> None:
    state = bidding(1)
    chips = next(run for of, run in state.table.flow.layout.runs.items() if of.name == "chips")
    state.vector[chips.base[1]] = 1  # No step has tested the ending since this change.
    (fact,) = ends(state, 0)
    assert fact.near.state == "if nothing changes before the next move"


def test_hints_are_in_order_of_their_chance(bidding: Callable[[int], mercatoria.State]) -> None:
    state = bidding(1)
    rows: list[Row] = state.rows(0)
    notes = Notes(0)
    for row, tries, won in ((rows[1], 40, 0.77), (rows[2], 30, 0.81), (rows[3], 20, 0.5)):
        for _ in range(tries):
            notes.note([(0, row)], won, 3, True)
    found = notes.best(3, state.table.notation.move, rows[1])
    assert [round(hint.chance, 2) for hint in found] == [0.81, 0.77, 0.5]
    assert found[1].move.row == rows[1]
