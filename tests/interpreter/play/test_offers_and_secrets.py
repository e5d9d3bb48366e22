"""Tests that the partner's secrets affect the legality of an acceptance, but not the legality of a proposal."""

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
        player may deal or ask or dig or owe or levy or lend or beg

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

offer lend(partner: others(you), open sum: 0 to you.purse,
        open back: 0 to partner.purse) to partner, countered at most 2 times
    costs sum: sum to partner
    costs back: back from partner to you

offer beg(partner: others(you) where partner.purse > 2,
        open tins: bag of partner.store at most partner.purse) to partner
    needs poor: you.purse <= partner.purse

end soon of round when round.number = 2
"""


@pytest.fixture(params=["fast", "reference"])
def state(request: pytest.FixtureRequest, tmp_path: Path) -> State:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    game = mercatoria.load(str(tmp_path))
    begun = game.start(3, seed=1)
    if request.param == "reference":
        table = game.table(3, plain=True)
        return State(table, begun.vector[:], begun.chance.copy())
    return begun


def put(state: State, field: str, entry: int, *slots: int) -> State:
    other = state.clone()
    run = next(run for run in state.table.flow.layout.runs.values() if run.field.name == field)
    other.vector[run.base[entry] : run.base[entry] + len(slots)] = slots
    return other


def others_of(state: State) -> list[State]:
    """Return positions that differ only in things of Ben that Ann may not see."""
    poor = put(put(state, "purse", 1, 0), "store", 1, 2, 0)
    return [state, poor, put(poor, "hand", 1, 1, 4), put(state, "debt", 1, 0, 1), put(state, "trove", 0, 0, 1)]


PROPOSALS = [
    "deal(Ben, 9, 2)",
    "deal(Ben, 3, 1)",
    "deal(Ben, 0, 0)",
    "ask(Ben, Card5)",
    "dig(Ben)",
    "owe(Ben)",
    "levy(Ben)",
    "lend(Ben, 5, 40)",
    "beg(Ben, 2 of Tin)",
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
        ("deal(Ben, 1, 2)", "goods"),
        ("ask(Ben, Card5)", "card"),
        ("owe(Ben)", "tin"),
        ("levy(Ben)", "toll"),
    ],
)
def test_accepting_needs_the_means(state: State, proposal: str, name: str) -> None:
    state = put(state, "store", 1, 1, 1)  # Ann sees the number of pieces: two, including one Tin.
    state.apply(f"Ann: {proposal}")
    action, _, terms = proposal.partition("(")
    accept = f"Ben: accept_{action}(Ann, {terms}"
    with pytest.raises(IllegalMove) as refused:
        state.apply(accept)
    assert name in [reason.name for reason in refused.value.explanation.reasons]
    assert state.is_legal(f"Ben: decline_{action}")


def test_public_needs_are_tested_at_once(state: State) -> None:
    without = put(state, "cart", 1, 0, 0)
    told = without.why_not("Ann: deal(Ben, 1, 1)", 0)
    assert told is not None and [reason.name for reason in told.reasons] == ["salt"]


def test_proposer_must_afford_the_offer(state: State) -> None:
    broke = put(state, "purse", 0, 0)
    told = broke.why_not("Ann: deal(Ben, 1, 1)", 0)
    assert told is not None and [reason.name for reason in told.reasons] == ["thanks"]


def test_a_counter_offer_asks_for_what_its_maker_has(state: State) -> None:
    """Players may offer only things that they have, and learn nothing about the things of others."""
    state.apply("Ann: deal(Ben, 1, 1)")
    assert not state.is_legal("Ben: counter_deal(Ann, Ben, 9, 1)")
    for other in (state, put(state, "purse", 0, 0)):
        assert other.is_legal("Ben: counter_deal(Ann, Ben, 5, 2)")
    state.apply("Ben: counter_deal(Ann, Ben, 5, 2)")
    state.apply("Ann: accept_deal(Ann, Ben, 5, 2)")
    purse = next(run for run in state.table.flow.layout.runs.values() if run.field.name == "purse")
    assert [state.vector[base] for base in purse.base] == [9, 1, 5]


# ---------------------------------------------------------------- bounds of terms


def bounds(state: State, seat: int, action: str) -> list[range]:
    """Return the allowed numbers for each open parameter of a seat's action."""
    row = next(row for row in state.rows(seat) if state.table.notation.move(seat, row).action == action)
    return list(state.table.engine.ranges(state.vector, seat, row))


def test_numbers_are_bounded_by_holdings(state: State) -> None:
    sum_, back = bounds(state, 0, "lend")
    assert sum_ == range(6)
    assert back.stop > 1000
    state.apply("Ann: lend(Ben, 2, 3)")
    sum_, back = bounds(state, 1, "counter_lend")
    assert sum_.stop > 1000
    assert back == range(6)
    assert not state.is_legal("Ben: counter_lend(Ann, Ben, 2, 6)")
    state.apply("Ben: counter_lend(Ann, Ben, 4, 2)")
    sum_, back = bounds(state, 0, "counter_lend_2")
    assert sum_ == range(6)
    assert back.stop > 1000


def test_a_counter_offer_tells_nothing_of_the_proposers_secrets(state: State) -> None:
    state.apply("Ann: lend(Ben, 0, 3)")
    for other in (state, put(state, "purse", 0, 0), put(state, "purse", 0, 700)):
        assert other.moves(1) == state.moves(1)
        assert bounds(other, 1, "counter_lend") == bounds(state, 1, "counter_lend")
        assert other.is_legal("Ben: counter_lend(Ann, Ben, 90, 1)")
        assert other.why_not("Ben: counter_lend(Ann, Ben, 90, 1)", 1) is None


@pytest.mark.parametrize(
    ("proposal", "name"),
    [("lend(Ben, 1, 40)", "back"), ("beg(Ben, 2 of Tin)", "tins"), ("beg(Cleo, {})", "partner")],
)
def test_a_bound_that_was_not_seen_is_asked_at_acceptance(state: State, proposal: str, name: str) -> None:
    state = put(put(state, "purse", 2, 1), "store", 1, 1, 1)
    state.apply(f"Ann: {proposal}")
    action, _, terms = proposal.partition("(")
    mover = "Cleo" if "Cleo" in proposal else "Ben"
    with pytest.raises(IllegalMove) as refused:
        state.apply(f"{mover}: accept_{action}(Ann, {terms}")
    assert name in str(refused.value.explanation)
    assert state.is_legal(f"{mover}: decline_{action}")


def test_a_need_that_was_not_seen_is_asked_at_acceptance(state: State) -> None:
    state = put(state, "purse", 1, 3)
    state.apply("Ann: beg(Ben, {})")
    told = state.why_not("Ben: accept_beg(Ann, Ben, {})", 1)
    assert told is not None and [reason.name for reason in told.reasons] == ["poor"]
