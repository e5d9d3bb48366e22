"""Tests that the suggested move is legal and as similar as possible to the move that the player wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria

RULES = """\
rulebook gifts "Gifts"
    players 2
    seats Ann, Ben

kind Good: Wool, Ore, Wine with 9 pieces each
kind Colour: Red, Green, Blue

each Player has
    purse: money = 730
    store: bag of Good = 3 of Wool + 1 of Ore
    likes: set of Colour = {Red, Blue}
    height: 0 to 9 = 0

round "Giving"
    for p in Player
        p may give or jump or match or sing
    for p in Player
        p must sing

action give(friend: Player where friend != you,
        open sum: 100 to you.purse step 50,
        open goods: bag of you.store at most 2,
        open ribbons: set of you.likes,
        best: ribbons)
    costs sum: sum to friend
    costs goods: goods from you.store to friend.store

action jump(high: 0 to 5)
    needs not_so_high: high != 5
    then
        raise you.height by 3 * high

action match(open one: 1 to 20, open two: 1 to 20)
    needs one: one > 12
    needs two: two > 12

action sing
    needs tall: you.height > 5

end enough of round when round.number = 3

scoring of p in Player
    purse: p.purse
"""


@pytest.fixture
def state(tmp_path: Path) -> mercatoria.State:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2, seed=1)


def nearest(state: mercatoria.State, move: str) -> str | None:
    refusal = state.why_not(move, state.table.notation.parse(move).seat)
    assert refusal is not None, move
    return str(refusal.nearest) if refusal.nearest is not None else None


@pytest.mark.parametrize(
    ("wanted", "instead"),
    [
        ("give(Ben, 777, {}, {Blue}, Blue)", "give(Ben, 700, {}, {Blue}, Blue)"),
        ("give(Ben, 1, {}, {Blue}, Blue)", "give(Ben, 100, {}, {Blue}, Blue)"),
        ("give(Ben, 124, {}, {Blue}, Blue)", "give(Ben, 100, {}, {Blue}, Blue)"),
        ("give(Ben, 126, {}, {Blue}, Blue)", "give(Ben, 150, {}, {Blue}, Blue)"),
        ("give(Ben, 200, 3 of Wool, {Red}, Red)", "give(Ben, 200, 2 of Wool, {Red}, Red)"),
        ("give(Ben, 200, 2 of Wool + 1 of Ore, {Red}, Red)", "give(Ben, 200, 1 of Wool + 1 of Ore, {Red}, Red)"),
        ("give(Ann, 200, {}, {Red}, Red)", "give(Ben, 200, {}, {Red}, Red)"),
        ("give(Ben, 200, {}, {Red}, Blue)", "give(Ben, 200, {}, {Blue}, Blue)"),
    ],
)
def test_nearest_move_changes_as_little_as_possible(state: mercatoria.State, wanted: str, instead: str) -> None:
    assert nearest(state, f"Ann: {wanted}") == f"Ann: {instead}"


def test_a_move_that_would_fail_when_it_is_played_is_not_named(state: mercatoria.State) -> None:
    assert state.is_legal("Ann: jump(4)"), "the fault comes only when it is played"
    assert nearest(state, "Ann: jump(5)") == "Ann: jump(3)"


def test_two_open_places_that_are_both_wrong_are_found_together(state: mercatoria.State) -> None:
    found = nearest(state, "Ann: match(1, 1)")
    assert found is not None and found.startswith("Ann: match(")
    assert state.is_legal(found)
    assert nearest(state, "Ann: match(1, 15)") == "Ann: match(13, 15)", "one wrong place is changed alone"


def test_without_a_legal_move_of_the_same_action_another_is_named(state: mercatoria.State) -> None:
    instead = nearest(state, "Ann: sing")
    assert instead is not None and not instead.startswith("Ann: sing")
    assert state.is_legal(instead)


def test_nobody_is_told_of_a_move_who_has_none(state: mercatoria.State) -> None:
    assert nearest(state, "Ben: sing") is None, "it is for Ann to decide"
    state.apply("Ann: pass")
    state.apply("Ben: pass")
    assert nearest(state, "Ann: sing") is None, "she must sing and cannot"
