"""Tests the reasons why a player cannot pay a flexible cost: the reason gives the available and the owed amount."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import mercatoria
from interpreter.explain import refusal_in_words
from interpreter.payments.due_lines import DueLine
from interpreter.payments.payment_solver import PaymentSolver
from mercatoria import State

SHOP = """\
rulebook shop "The Shop"
    players 2
    seats Red, Blue
    money pence

kind Ware: Ash, Birch, Cedar, Date with 9 pieces each
kind Note, 4

each Player has
    purse: money = 3
    wares: bag of Ware = 4 of Ash + 1 of Birch
    hand: secret bag of Ware = 1 of Date + 1 of Cedar
    stock: secret bag of Ware
    notes: pile of Note

game has
    spent: pile of Note

round "A day"
    turn of player in Player
        player may sorts or heap or some or goods or pay or odd or two or hide or both or closed or bundle

action sorts
    costs price: 3 different of Ware from you.wares to supply
action heap
    costs price: 5 alike of Ware from you.wares to supply
action some
    costs price: any 6 of Ware from you.wares to supply
action goods
    costs price: 2 of Birch from you.wares to supply
    accepts swap: 6 alike of Ware from you.wares to supply for 1
action both
    costs first: 4 of Ash from you.wares to supply
    costs then_any: any 2 of Ware from you.wares to supply
action pay
    costs price: 9 to bank
    accepts ash: 1 of Ash from you.wares to supply for 1, keeping 1
action odd
    costs price: 9 to bank
    accepts ash: 2 of Ash from you.wares to supply for 12
action two
    costs price: any 2 of Ware from you.wares to supply
action hide
    costs goods: any 1 of Ware from you.hand to you.stock
action bundle
    costs price: 1 of Ash + 2 of Birch + 1 of Cedar from you.wares to supply
action closed
    costs price: any 3 of Ware from you.hand to supply

end soon of round when round.number = 3
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    (tmp_path / "rulebook.rules").write_text(SHOP, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2)


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ("sorts", "price: you can pay only 2 different wares; it costs 3"),
        ("heap", "price: you can pay only 4 wares of one sort; it costs 5"),
        ("some", "price: you can pay only 5 wares; it costs 6"),
        ("goods", "price: it costs 2 Birch (you have 1); even with all accepted substitutes, 1 would be missing"),
        ("both", "then_any: you can pay only 1 ware; it costs 2"),
        ("odd", "price: you have 3 pence; it costs 9, and no combination of accepted substitutes covers the rest"),
        ("pay", "price: you have 3 pence; it costs 9, and all accepted substitutes together are worth 3"),
    ],
)
def test_missing_pieces_are_named(state: State, action: str, told: str) -> None:
    assert told in str(state.why_not(f"Red: {action}", 0))
    assert state.why_not(f"Red: {action}", 0).reasons[0].name == told.partition(":")[0]


def test_the_missing_pieces_of_a_bag_are_named(state: State) -> None:
    """One cost line for several sorts says which of them are missing, and what they cost together."""
    words = refusal_in_words(state.table, state.vector, state.table.notation.parse("Red: bundle"))
    assert "you need 1 Ash, 2 Birch and 1 Cedar but have only 1 Birch and no Cedar" in words


def test_few_numbers_are_tried_for_a_huge_cost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rulebook.rules").write_text(SHOP.replace("any 6 of", "any 2000000000 of"), encoding="utf-8")
    state, payable, asked = mercatoria.load(str(tmp_path)).start(2), PaymentSolver.payable, 0

    def counted(solver: PaymentSolver, costs: Sequence[DueLine] | None = None) -> bool:
        nonlocal asked
        asked += 1
        assert asked < 200
        return payable(solver, costs)

    monkeypatch.setattr(PaymentSolver, "payable", counted)
    assert "you can pay only 5 wares; it costs 2000000000" in str(state.why_not("Red: some", 0))


def test_others_hear_no_more_than_the_name(state: State) -> None:
    mine = str(state.why_not("Red: closed", 0))
    assert "you can pay only 2 wares; it costs 3" in mine
    theirs = str(state.why_not("Red: closed", 1))
    assert "price" in theirs
    assert "can be had" not in theirs


def test_a_piece_that_cannot_be_given_now_is_told(state: State) -> None:
    state.apply("Red: pass")
    state.apply("Blue: two")
    assert "price: now only Ash and Birch can be chosen" in str(state.why_not("Blue: price(Date)", 1))


def test_hidden_transfers_stay_hidden(state: State) -> None:
    """Red moves a piece of one of two types from a secret hand to a secret stock."""
    state.apply("Red: hide")
    state.apply("Red: goods(Date)")
    assert "Date" in str(state.log(0)[-1])
    assert "Date" not in str(state.log(1)[-1])
