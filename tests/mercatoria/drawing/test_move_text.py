"""Tests that moves, their choices and log lines appear in players' words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import mercatoria
from interpreter.wording import move_text, sides, standing_offer
from mercatoria import State
from mercatoria.drawing import draw, full_log

ROOT = Path(__file__).resolve().parents[3]

STALLS = """\
rulebook stalls "Stalls"
    players 2
    seats Ann, Ben
    money pence

kind Ware: FineWool, Flax with 9 pieces each

each Player has
    purse: secret money = 5
    cart: bag of Ware = 2 of FineWool + 1 of Flax

round "A day"
    turn of player in Player
        player may swap or weigh or shout

offer swap(partner: others(you),
        open give: bag of you.cart, open get: bag of partner.cart,
        open pay: 0 to you.purse, open charge: 0 to partner.purse) to partner, countered at most 1 times "Swap"
    costs given: give to partner.cart
    costs gotten: get from partner.cart to you.cart
    costs coins: pay to partner
    costs charged: charge from partner to you

action weigh(ware: Ware, stones: 0 to 3) "Weigh goods"
action shout(loud: flag)

end late of round when round.number = 9
"""


@pytest.fixture
def state(game: Callable[..., Path]) -> State:
    return mercatoria.load(str(game(STALLS))).start(2, seed=1)


def told(state: State, *moves: str) -> list[str]:
    for move in moves:
        state.apply(move)
    return list(map(str, full_log(state, None)))


def test_choices_are_described(state: State) -> None:
    assert told(state, "Ann: weigh(FineWool, 0)", "Ben: shout(no)", "Ann: shout(yes)") == [
        "Ann: Weigh goods: Fine Wool, stones 0", "Ben: Shout: not loud", "Ann: Shout: loud",
    ]  # fmt: skip


def test_terms_that_come_to_nothing_are_left_out(state: State) -> None:
    terms = "1 of FineWool, {}, 2, 0"
    assert told(state, f"Ann: swap(Ben, {terms})", f"Ben: accept_swap(Ann, Ben, {terms})") == [
        "Ann: Swap: Ben, give 1 Fine Wool, pay 2", "Ben: Accept the offer: Ann offers: give 1 Fine Wool, pay 2",
    ]  # fmt: skip


def test_a_counter_offer_says_whose_part_it_is(state: State) -> None:
    lines = told(
        state,
        "Ann: swap(Ben, 1 of FineWool, {}, 2, 0)",
        "Ben: counter_swap(Ann, Ben, 1 of FineWool, {}, 3, 0)",
        "Ann: accept_swap(Ann, Ben, 1 of FineWool, {}, 3, 0)",
    )
    assert lines[1] == "Ben: Make a counter-offer: Ann’s part: give 1 Fine Wool, pay 3"
    assert lines[2] == "Ann: Accept the offer: Ben, give 1 Fine Wool, pay 3"


def test_an_offer_of_nothing_is_somebodys_offer(state: State) -> None:
    state.apply("Ann: swap(Ben, {}, {}, 0, 0)")
    answers = {move.action: move_text(state.table.flow, move) for move in state.moves(1)}
    assert answers["accept_swap"] == "Accept the offer: Ann’s offer"
    assert answers["decline_swap"] == "Decline the offer"


def accepting(state: State, seat: int) -> str:
    return next((offer.words for offer in draw(state, seat).moves if offer.title == "Accept the offer"), "")


def test_offers_show_both_sides_to_the_answerer(state: State) -> None:
    state.apply("Ann: swap(Ben, 1 of FineWool + 1 of Flax, {}, 2, 3)")
    assert accepting(state, 1) == "Ann’s offer: you give 3 pence, you get 1 Fine Wool, 1 Flax and 2 pence"
    assert standing_offer(state.table, state.vector, 1) == f"{accepting(state, 1)}."
    assert standing_offer(state.table, state.vector, 0) == ""
    (counter,) = [move for move in state.moves(1) if move.open]
    assert sides(state.table, state.vector, counter) == {
        "give": "You get", "get": "You give", "pay": "You get (pence)", "charge": "You give (pence)",
    }  # fmt: skip
    state.apply("Ben: counter_swap(Ann, Ben, 1 of FineWool, 1 of Flax, 0, 0)")
    assert accepting(state, 0) == "Ben’s offer: you give 1 Fine Wool, you get 1 Flax"


def test_an_offer_that_cannot_be_accepted_is_told_all_the_same(state: State) -> None:
    state.apply("Ann: swap(Ben, 1 of FineWool, {}, 0, 9)")
    assert accepting(state, 1) == ""
    assert standing_offer(state.table, state.vector, 1) == "Ann’s offer: you give 9 pence, you get 1 Fine Wool."


def test_an_answer_to_something_else_is_no_bargain(state: State) -> None:
    assert standing_offer(state.table, state.vector, 0) == ""
    assert all(not sides(state.table, state.vector, move) for move in state.moves(0))


def test_title_of_a_plain_choice_precedes_it() -> None:
    state = mercatoria.load(str(ROOT / "docs" / "examples" / "stock_dump")).start(2, 1)
    offers = draw(state, state.deciders[0]).moves
    assert {offer.title for offer in offers} == {"A trader is chosen in secret – trader"}
    assert offers[0].said == f"A trader is chosen in secret – trader: {offers[0].words}"


IDLE = """\
rulebook idle "Idle"
    players 2

each Player has
    points: 0 to 9 = 0

round
    turn of player in Player
        player may shout

action shout "Shout"
    needs late: round.number > 1
    then
        raise you.points by 1 clamped

end late of round when round.number = 5

scoring of p in Player
    points: p.points
"""


def test_a_pass_where_nothing_else_can_be_done_goes_on(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(IDLE)
    state = mercatoria.load(str(tmp_path)).start(2, 1)
    assert [offer.title for offer in draw(state, 0).moves] == ["Go on"]
    for _ in range(2):
        state.apply(state.moves(state.deciders[0])[0])
    assert [offer.title for offer in draw(state, 0).moves] == ["Pass", "Shout"]
