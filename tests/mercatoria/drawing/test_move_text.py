"""Tests that moves, their choices and log lines appear in players' words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import mercatoria
from interpreter.wording import button_text, sides, standing_offer
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
        "Ann weighed goods: Fine Wool, stones 0", "Ben shouted not loud", "Ann shouted loud",
    ]  # fmt: skip


def test_terms_that_come_to_nothing_are_left_out(state: State) -> None:
    terms = "1 of FineWool, {}, 2, 0"
    assert told(state, f"Ann: swap(Ben, {terms})", f"Ben: accept_swap(Ann, Ben, {terms})") == [
        "Ann offered Ben “Swap”: give 1 Fine Wool, pay 2",
        "Ben accepted the offer – Ann’s part: give 1 Fine Wool, pay 2",
    ]  # fmt: skip


def test_a_counter_offer_says_whose_part_it_is(state: State) -> None:
    lines = told(
        state,
        "Ann: swap(Ben, 1 of FineWool, {}, 2, 0)",
        "Ben: counter_swap(Ann, Ben, 1 of FineWool, {}, 3, 0)",
        "Ann: accept_swap(Ann, Ben, 1 of FineWool, {}, 3, 0)",
    )
    assert lines[1] == "Ben made a counter-offer – Ann’s part: give 1 Fine Wool, pay 3"
    assert lines[2] == "Ann accepted the offer – Ann’s part: give 1 Fine Wool, pay 3"


def test_the_answers_to_an_offer_of_nothing_have_no_terms(state: State) -> None:
    state.apply("Ann: swap(Ben, {}, {}, 0, 0)")
    answers = {move.action: button_text(state.table, move) for move in state.moves(1)}
    assert answers["accept_swap"] == "Accept the offer"
    assert answers["decline_swap"] == "Decline the offer"
    assert answers["counter_swap"] == "Make a counter-offer – Ann’s part: give …, get …, pay …, charge …"


def accepting(state: State, seat: int) -> str:
    said = [offer.said for offer in draw(state, seat).moves if offer.call.startswith("accept_")]
    return said[0].removeprefix("Accept ") if said else ""


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


def test_a_plain_choice_is_a_sentence() -> None:
    state = mercatoria.load(str(ROOT / "docs" / "examples" / "stock_dump")).start(2, 1)
    offers = draw(state, state.deciders[0]).moves
    assert {offer.title for offer in offers} == {"Send …"}
    assert all(offer.said == offer.words == f"Send {offer.refs[0]}" for offer in offers)


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


ALIKE = """\
rulebook alike "Alike"
    players 2

kind Ware: Flax, Salt

each Player has
    points: 0 to 9 = 0

round
    turn of player in Player
        player may hoard or sell_dear or sell_cheap

action hoard(ware: Ware, sacks: 1 to 2) "Hoard"
    says "hoard {ware}"

action sell_dear "Sell"
action sell_cheap "Sell"

end late of round when round.number = 5

scoring of p in Player
    points: p.points
"""


def test_moves_with_the_same_sentence_are_told_apart(game: Callable[..., Path]) -> None:
    offers = draw(mercatoria.load(str(game(ALIKE))).start(2, 1), 0).moves
    assert [offer.said for offer in offers if offer.said != "Pass"] == [
        "Hoard Flax (sacks 1)", "Hoard Flax (sacks 2)", "Hoard Salt (sacks 1)", "Hoard Salt (sacks 2)",
        "Sell (sell dear)", "Sell (sell cheap)",
    ]  # fmt: skip


SECRETS = """\
rulebook secrets "Secrets"
    players 2

kind Ware: Flax, Salt

each Player has
    points: 0 to 9 = 0

round
    do hide
    turn of player in Player
        player may rest

rule hide
    for p in Player
        p secretly chooses kept in Ware

action rest "Rest"

end late of round when round.number = 5

scoring of p in Player
    points: p.points
"""


def test_the_log_addresses_its_only_reader(game: Callable[..., Path]) -> None:
    state = mercatoria.load(str(game(SECRETS))).start(2, 1)
    state.apply(state.moves(0)[0])
    lines = [str(full_log(state, seat, addressed=seat is not None)[0]) for seat in (0, 1, None)]
    assert lines == ["You chose Flax as kept", *["Seat1 chose a ware as kept in secret"] * 2]
