"""Tests suppositions: where their pieces come from, and that answers reveal no secrets."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria import NoAnswer, State

GUESSES = """\
rulebook guesses "Guesses"
    players 2
    seats Red, Blue
    money pennies

kind Card, 6
kind Good: Wool, Ore with 2 pieces each
kind Token: Peg, Pin with unlimited pieces

each Player has
    purse: money = 0
    bold: flag = yes
    mark: 0 to 9 = 1
    number: secret 0 to 9 = 3
    hand: counted pile of Card
    store: counted bag of Good
    tokens: counted bag of Token = 1 of Peg

game has
    deck: hidden stack of Card = {Card1, Card2, Card3, Card4, Card5}
    discard: pile of Card = {Card6}
    chest: hidden bag of Good = 1 of Wool

setup "Shuffled"
    shuffle deck

round "A day"
    turn of player in Player
        player may guess or bid or bow or boast

action guess(who: others(you), what: 0 to 9) "Guess"
    needs right: who.number = what
    costs fee: 5 to bank
    then
        raise you.mark by 1 clamped

action bid(open sum: 0 to you.number) "Bid"
    costs fee: 1 to bank

action bow
    limit you.number per turn

action boast(sum: 0 to 3) "Boast"
    needs rich: you.purse > 0

end soon of round when round.number = 2
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    (tmp_path / "rulebook.rules").write_text(GUESSES, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2, seed=1)


def put(state: State, field: str, entry: int, *slots: int) -> State:
    """Return a copy of the position with different first slots of one entry."""
    other = state.clone()
    run = next(run for run in state.table.flow.layout.runs.values() if run.field.name == field)
    other.vector[run.base[entry] : run.base[entry] + len(slots)] = slots
    return other


def told(state: State, supposition: str, asker: int | None = 0) -> str:
    try:
        return state.what_if(supposition, asker).told(4)
    except NoAnswer as refused:
        return str(refused)


def test_a_listed_move_can_be_supposed_as_it_is(state: State) -> None:
    for move in state.moves(0):
        assert state.what_if(move, 0) == state.what_if(str(move), 0)


def test_a_card_comes_from_the_deck_if_it_can_be_nowhere_else(state: State) -> None:
    assert "no visible change" in told(state, "my hand = {Card3}")


def test_a_card_that_may_be_in_one_of_two_places_cannot_be_supposed(state: State) -> None:
    """In one position, Blue holds Card5. In the other, Blue holds Card2 and the deck contains Card5. Red sees no
    difference, so both answers must be the same.
    """
    in_hand = put(put(state, "hand", 1, 1, 4), "deck", 0, 4, 0, 0, 1, 2, 3, 0)
    in_deck = put(put(state, "hand", 1, 1, 1), "deck", 0, 4, 0, 0, 2, 3, 4, 0)
    assert in_hand.view(0) == in_deck.view(0)
    for card in ("Card5", "Card2"):
        answers = {told(each, f"my hand = {{{card}}}") for each in (in_hand, in_deck)}
        assert answers == {f"`my hand = {{{card}}}` is impossible: you cannot know whether any are left"}
    assert "there is no Card6 left" in told(in_hand, "my hand = {Card6}"), "it lies open"


def test_supposed_hands_must_fit_what_was_held_before(state: State) -> None:
    mine = put(put(put(state, "hand", 0, 1, 2), "hand", 1, 1, 4), "deck", 0, 3, 0, 0, 1, 3, 0, 0)
    assert "no visible change" in told(mine, "my hand = {Card3}")
    assert "no visible change" in told(mine, "my hand = {}")
    assert "you cannot know" in told(mine, "my hand = {Card3, Card4}")
    alone = put(put(state, "hand", 0, 1, 4), "deck", 0, 4, 0, 0, 1, 2, 3, 0)
    assert "no visible change" in told(alone, "my hand = {Card3}"), "all others lie in the deck"


def test_pieces_that_may_have_left_unseen_are_unknown(state: State) -> None:
    """One of the five cards is in a box that no player sees."""
    boxed = put(put(state, "deck", 0, 4, 0, 0, 1, 2, 3, 0), "box_Card", 0, 1, 4)
    for card in (1, 5):
        assert "you cannot know" in told(boxed, f"my hand = {{Card{card}}}")


def test_pieces_come_from_the_supply_first(state: State) -> None:
    assert "no visible change" in told(state, "my store = 1 of Wool")
    assert "no visible change" in told(state, "my store = 2 of Wool"), "Blue's store is seen to be empty"
    other = put(put(state, "store", 1, 0, 1), "supply_Good", 0, 1, 1)
    assert "no visible change" in told(other, "my store = 1 of Wool")
    assert "you cannot know" in told(other, "my store = 2 of Wool")
    assert "there is no Ore left" in told(state, "my store = 3 of Ore")


def test_unlimited_pieces_are_not_taken_from_others(state: State) -> None:
    assert "no visible change" in told(state, "my tokens = 5 of Peg")


def test_legal_moves_of_a_what_if_need_visible_reasons(state: State) -> None:
    """Red cannot pay for a guess. If a supposition gives Red more money, the list of legal moves must not reveal Blue's
    number.
    """
    answers = {told(put(state, "number", 1, number), "my purse = 9 then guess(Blue, 3)") for number in (3, 4)}
    assert len(answers) == 1
    assert answers.pop().splitlines() == [
        "you cannot know whether this is allowed: Red: guess(Blue, 3)",
        "  right: this depends on hidden information",
        "  allowed instead: Red: boast(3)",
    ]
    assert "you could also" in told(state, "my purse = 9")
    assert "guess" not in told(state, "my purse = 9")


def test_each_fact_is_looked_at_in_the_position_it_is_supposed_in(state: State) -> None:
    """An expression may read a hidden value only after another fact has been supposed."""
    text = "my bold = no and my mark = (if my bold then 1 else Blue.number)"
    text = text.replace("my", "Red")
    answers = {told(put(state, "number", 1, number), text) for number in (3, 4)}
    assert len(answers) == 1
    assert "no field can have the value" in answers.pop()


def test_a_range_and_a_limit_that_are_secret_are_not_told_to_others(state: State) -> None:
    rich = put(state, "purse", 0, 9)
    for move in ("Red: bid(open)", "Red: bid(99)", "Red: bow"):
        answers = {str(put(rich, "number", 0, number).why_not(move, 1)) for number in (0, 3, 9)}
        assert len(answers) == 1, answers
