"""Offers and secrets: a proposal is legal or not whatever the partner has in secret; acceptance asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria import IllegalMove, State

RULES = """\
rulebook bargains "Bargains"
    players 3
    seats Ann, Ben, Cleo

kind Good: Salt, Tin with 20 pieces each
kind Card, 9

each Player has
    purse: secret money = 5
    cart: bag of Good = 2 of Salt
    store: counted bag of Good = 2 of Tin
    hand: secret pile of Card

game has
    trove: hidden bag of Good = 3 of Tin
    debt(Player): secret bag of Good

round "A day"
    turn of player in Player
        player may deal or ask or dig or owe or levy

offer deal(partner: others(you), open price: 0 to 9, open goods: 0 to 9) to partner, countered at most 2 times
    costs price: price from partner to you
    costs goods: goods of Tin from partner.store to you.store
    costs salt: 1 of Salt from partner.cart to you.cart
    costs thanks: 1 to partner

offer ask(partner: others(you), card: Card) to partner
    costs card: card from partner.hand to you.hand
    costs fee: 1 to bank when card in partner.hand

offer dig(partner: others(you)) to partner
    costs found: 3 of Tin from trove to you.store

offer owe(partner: others(you)) to partner
    costs tin: 1 of Tin from debt(partner) to you.store

value riches(who: Player): 0 to 99 = who.purse + 1
value toll(who: Player): 0 to 99 = riches(who)

offer levy(partner: others(you)) to partner
    costs toll: toll(partner) to bank

end soon of round when round.number = 2
"""


@pytest.fixture(params=["fast", "reference"])
def state(request: pytest.FixtureRequest, tmp_path: Path) -> State:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    game = mercatoria.load(str(tmp_path))
    begun = game.start(3, seed=1)
    if request.param == "reference":
        table = game.table(3, plain=True)
        return State(table, begun.vector[:], 1, False, table.chance_of(1))
    return begun


def put(state: State, field: str, entry: int, *slots: int) -> State:
    other = state.clone()
    run = next(run for run in state.table.flow.layout.runs.values() if run.field.name == field)
    other.vector[run.base[entry] : run.base[entry] + len(slots)] = slots
    return other


def others_of(state: State) -> list[State]:
    """Positions that differ only in what Ben has and Ann may not see."""
    poor = put(put(state, "purse", 1, 0), "store", 1, 2, 0)
    return [state, poor, put(poor, "hand", 1, 1, 4), put(state, "debt", 1, 0, 1), put(state, "trove", 0, 0, 1)]


PROPOSALS = [
    "deal(Ben, 9, 2)",
    "deal(Ben, 3, 9)",
    "deal(Ben, 0, 0)",
    "ask(Ben, Card5)",
    "dig(Ben)",
    "owe(Ben)",
    "levy(Ben)",
]


def test_a_proposal_tells_nothing_of_the_partners_secrets(state: State) -> None:
    for other in others_of(state):
        assert other.view(0) == state.view(0)
        assert other.moves(0) == state.moves(0)
        for proposal in PROPOSALS:
            assert other.is_legal(f"Ann: {proposal}"), proposal
            assert other.why_not(f"Ann: {proposal}", 0) is None
            for asker in (None, 2):
                assert str(other.why_not(f"Ann: {proposal}", asker)) == str(state.why_not(f"Ann: {proposal}", asker))
            assert other.what_if(proposal, 0).told(4) == state.what_if(proposal, 0).told(4)


@pytest.mark.parametrize(
    ("proposal", "name"),
    [
        ("deal(Ben, 9, 0)", "price"),
        ("deal(Ben, 1, 3)", "goods"),
        ("ask(Ben, Card5)", "card"),
        ("owe(Ben)", "tin"),
        ("levy(Ben)", "toll"),
    ],
)
def test_who_cannot_pay_cannot_accept(state: State, proposal: str, name: str) -> None:
    state.apply(f"Ann: {proposal}")
    action, _, terms = proposal.partition("(")
    accept = f"Ben: accept_{action}(Ann, {terms}"
    with pytest.raises(IllegalMove) as refused:
        state.apply(accept)
    assert name in [reason.name for reason in refused.value.explanation.reasons]
    assert state.is_legal(f"Ben: decline_{action}")


def test_what_all_can_see_is_asked_at_once(state: State) -> None:
    without = put(state, "cart", 1, 0, 0)
    told = without.why_not("Ann: deal(Ben, 1, 1)", 0)
    assert told is not None and [reason.name for reason in told.reasons] == ["salt"]


def test_who_proposes_must_be_able_to_pay_his_own_part(state: State) -> None:
    broke = put(state, "purse", 0, 0)
    told = broke.why_not("Ann: deal(Ben, 1, 1)", 0)
    assert told is not None and [reason.name for reason in told.reasons] == ["thanks"]


def test_a_counter_offer_asks_for_what_its_maker_has(state: State) -> None:
    """Ben may not offer what he has not; what Ann has is not told to him."""
    state.apply("Ann: deal(Ben, 1, 1)")
    assert not state.is_legal("Ben: counter_deal(Ann, Ben, 9, 1)")
    for other in (state, put(state, "purse", 0, 0)):
        assert other.is_legal("Ben: counter_deal(Ann, Ben, 5, 2)")
    state.apply("Ben: counter_deal(Ann, Ben, 5, 2)")
    state.apply("Ann: accept_deal(Ann, Ben, 5, 2)")
    purse = next(run for run in state.table.flow.layout.runs.values() if run.field.name == "purse")
    assert [state.vector[base] for base in purse.base] == [9, 1, 5]
