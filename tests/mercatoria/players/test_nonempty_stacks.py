"""Tests that seats suppose a piece in each stack that must not be empty, as long as all seats see that it is not
empty.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.position import Vector
from mercatoria.players import Position, seeded
from mercatoria.players.determinization import determinize, suppositions
from mercatoria.players.own_moves import OwnMoves

MINE = """rulebook mine "Ore from below"
    players 2

kind Lump: Iron, Copper, Tin, Lead, Silver, Gold

each Player has
    cart: pile of Lump
    points: 0 to 99 = 0

game has
    shaft(1 to 2): hidden stack of Lump
    spoil: hidden stack of Lump

setup
    do prepare

rule prepare
    for lump in {Iron, Copper, Tin}
        move lump from box to shaft(1)
    for lump in {Lead, Silver, Gold}
        move lump from box to shaft(2)
    for level in 1 to 2
        shuffle shaft(level)

action dig "Dig in the uppermost shaft that holds anything"
    then
        let level = first(n in 1 to 2 where shaft(n).size > 0)
        draw 1 from shaft(level) to you.cart
        draw 1 from spoil to you.cart
        raise you.points by 2
action rest "Rest"
    then
        raise you.points by 1

round
    turn of player in Player
        player must dig or rest

end soon of round when round.number = 2

scoring of p in Player
    points: p.points
"""


@pytest.fixture
def mine(tmp_path: Path) -> mercatoria.Game:
    (tmp_path / "rulebook.rules").write_text(MINE)
    return mercatoria.load(str(tmp_path))


@pytest.mark.parametrize("kind", ["eager", "greedy"])
def test_a_move_that_draws_from_a_stack_that_is_never_empty_is_looked_at(mine: mercatoria.Game, kind: str) -> None:
    """If the seat supposed that all stacks are empty, digging would fail, and only resting would have a known gain."""
    for seed in range(4):
        state = mine.start(2, seed)
        assert seeded(kind, seed, 0).choose(Position(state, 0)).row == state.moves(0)[0].row


def test_only_what_rules_count_on_is_supposed(mine: mercatoria.Game) -> None:
    """Seats suppose no piece in the stack `spoil`, because no rule fails while it is empty."""
    table = mine.table(2)
    layout = table.flow.layout
    for each in suppositions(table):
        named = {layout.slot_name(first).partition(" ")[0] for first, *_ in each.tops}
        assert named == {"game.shaft[1]", "game.shaft[2]"}


def test_a_stack_that_all_see_is_empty_is_supposed_to_be_empty(mine: mercatoria.Game) -> None:
    state = mine.start(2, seed=1)
    v = state.vector[:]
    assert heights(mine, v) == [1, 1]
    (first, width, *_), (second, *_) = suppositions(mine.table(2))[0].tops
    v[first : first + width] = [0] * width
    assert heights(mine, v) == [0, 1]
    after = OwnMoves(mine.table(2), 0).after(determinize(mine.table(2), v, 0), state.moves(0)[0].row)
    assert after is not None
    assert after[second] == 0, "the one piece that was supposed there is gone"


def heights(game: mercatoria.Game, v: Vector) -> list[int]:
    """Return the supposed heights of the stacks in the shaft."""
    tops = suppositions(game.table(2))[0].tops
    guess = determinize(game.table(2), v, 0)
    return [guess[first] for first, *_ in tops]
