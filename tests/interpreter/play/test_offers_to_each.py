"""Tests that listed moves reveal no secrets in offers to all players and in rival offers."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria import IllegalMove, State

RULES = """\
rulebook cries "Cries"
    players 3
    seats Ann, Ben, Cleo

kind Good: Salt, Tin with 20 pieces each

each Player has
    purse: money = 5
    hand: secret bag of Good = {tins} of Tin + 1 of Salt

round "A day"
    turn of player in Player
        player may cry or sell or bargain

offer cry(give: Good, get: Good where get != give) to each partner in others(you)
    costs give: 1 of give from you.hand to partner.hand
    costs get: 1 of get from partner.hand to you.hand

offer sell(give: Good, open coins: 0 to 5) to each partner in others(you), until one accepts
    needs can_pay: partner.purse >= coins
    costs give: 1 of give from you.hand to partner.hand
    costs coins: coins from partner to you

offer bargain(partner: others(you), get: Good,
        open coins: 0 to you.purse) to partner, countered at most 1 times, anybody may break in
    costs get: 1 of get from partner.hand to you.hand
    costs coins: coins to partner

end late of round when round.number = 3
"""


def start(tmp_path: Path, tins: str) -> State:
    folder = tmp_path / "cries"
    folder.mkdir(exist_ok=True)
    (folder / "rulebook.rules").write_text(RULES.replace("{tins}", tins), encoding="utf-8")
    return mercatoria.load(str(folder)).start(3)


def played(state: State, *moves: str) -> State:
    for move in moves:
        state.apply(move)
    return state


def refused(state: State, move: str) -> list[str]:
    with pytest.raises(IllegalMove) as caught:
        state.apply(move)
    return [reason.name for reason in caught.value.explanation.reasons]


def slot(state: State, field: str, seat: int) -> int:
    """Return the first slot of a seat's field in the vector."""
    return next(run.base[seat] for of, run in state.table.flow.layout.runs.items() if of.name == field)


def test_cost_of_accepting_an_offer_is_a_sentence(tmp_path: Path) -> None:
    """The rulebook does not contain the condition for accepting, so it must not appear as `1`."""
    state = played(start(tmp_path, "0"), "Ann: cry(Salt, Tin)")
    told = state.why_not("Ben: accept_cry(Ann, Salt, Tin)", 1)
    assert told is not None
    (reason,) = told.reasons
    assert (reason.name, reason.text) == ("get", "there is no Tin in your hand")


def test_bids_do_not_depend_on_other_hands(tmp_path: Path) -> None:
    """The list depends only on the player's own hand, whether or not other hands contain tin."""
    listed = []
    for tins in (2, 0):
        state = start(tmp_path, "2")
        for seat in (1, 2):
            state.vector[slot(state, "hand", seat) + 1] = tins
        listed.append(sorted(str(state.table.notation.move(0, row)) for row in state.rows(0)))
    assert listed[0] == listed[1]
    assert "Ann: cry(Salt, Tin)" in listed[0]


def test_candidates_and_the_chosen_one(tmp_path: Path) -> None:
    state = played(start(tmp_path, "1"), "Ann: cry(Salt, Tin)", "Ben: accept_cry(Ann, Salt, Tin)", "Cleo: decline_cry")
    assert refused(state, "Ann: close_cry(Salt, Tin, Cleo)") == ["partner"]
    state.apply("Ann: close_cry(Salt, Tin, Ben)")
    hand = slot(state, "hand", 1)
    assert state.vector[hand : hand + 2] == [2, 0]
    assert state.deciders == (1,)


def test_asker_may_drop_the_offer(tmp_path: Path) -> None:
    state = played(start(tmp_path, "1"), "Ann: cry(Salt, Tin)", "Ben: accept_cry(Ann, Salt, Tin)", "Cleo: decline_cry")
    state.apply("Ann: pass")
    assert state.deciders == (1,)


def test_nobody_would(tmp_path: Path) -> None:
    state = played(start(tmp_path, "1"), "Ann: cry(Salt, Tin)", "Ben: decline_cry", "Cleo: decline_cry")
    assert state.deciders == (1,)


def test_the_first_who_accepts_has_it(tmp_path: Path) -> None:
    state = played(start(tmp_path, "1"), "Ann: sell(Salt, 4)", "Ben: accept_sell(Ann, Salt, 4)")
    assert state.deciders == (1,)  # It is Ben's turn, and Cleo was not asked.
    assert state.vector[slot(state, "purse", 0)] == 9


def test_a_rival_comes_first_and_the_offer_can_still_be_countered(tmp_path: Path) -> None:
    state = played(start(tmp_path, "1"), "Ann: bargain(Ben, Tin, 2)")
    assert state.deciders == (2,)
    state = played(state, "Cleo: break_in_bargain(Ann, Ben, Ben, Tin, 1)", "Ben: decline_bargain")
    state = played(state, "Ben: counter_bargain(Ann, Ben, Tin, 3)", "Ann: accept_bargain(Ann, Ben, Tin, 3)")
    assert state.vector[slot(state, "purse", 1)] == 8
