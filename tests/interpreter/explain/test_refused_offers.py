"""Tests of refused answers to offers: terms are in brackets, and the reason names the offer that needs an answer."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.explain.spoken_refusals import refusal_in_words

RULES = """\
rulebook bargains "Bargains"
    players 3
    seats Ann, Ben, Cleo

kind Good: Salt, Tin with 20 pieces each

each Player has
    purse: money = 5
    cart: bag of Good = 2 of Salt

round "A day"
    turn of player in Player
        player may deal

offer deal(partner: others(you), open price: 0 to 9) to partner, countered at most 2 times "Trade"
    says "offer {partner} salt for {price coin}"
    costs price: price from partner to you
    costs salt: 1 of Salt from you.cart to partner.cart

end soon of round when round.number = 3
"""


@pytest.mark.parametrize(
    ("played", "move", "words"),
    [
        ((), "Ann: accept_deal(Ben, Ann, 3)",
         "You cannot accept the offer (Ben offers salt for 3 coins): no offer needs an answer now."),
        (("Ann: deal(Ben, 3)",), "Ben: accept_deal(Cleo, Ben, 3)",
         "You cannot accept the offer (Cleo offers salt for 3 coins): the offer that needs an answer now is Ann’s."),
        (("Ann: deal(Ben, 3)",), "Ben: counter_deal_2(Ann, Ben, 4)",
         ("You cannot make a counter-offer (Ann would offer salt for 4 coins): "
          "the offer that needs an answer now is a different one.")),
    ],
)  # fmt: skip
def test_a_refused_answer(tmp_path: Path, played: tuple[str, ...], move: str, words: str) -> None:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    state = mercatoria.load(str(tmp_path)).start(3)
    for each in played:
        state.apply(each)
    seat, _, call = move.partition(": ")
    parsed = state.table.notation.parse(call, state.table.flow.model.seats.index(seat))
    assert refusal_in_words(state.table, state.vector, parsed) == words
