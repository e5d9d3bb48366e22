"""Tests the Python functions that return the allowed values of a move's open parameters."""

import random
from pathlib import Path

import pytest

import mercatoria
from interpreter.position import OPEN, UNLIMITED, filled_in
from interpreter.reference import Walker

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

round "Giving"
    for p in Player
        p may give

action give(friend: Player where friend != you,
        open sum: 100 to you.purse step 50,
        open goods: bag of you.store at most 2,
        open ribbons: set of you.likes,
        best: ribbons)
    costs sum: sum to friend
    costs goods: goods from you.store to friend.store

end enough of round when round.number = 3

scoring of p in Player
    purse: p.purse
"""


@pytest.fixture
def state(tmp_path: Path) -> mercatoria.State:
    (tmp_path / "rulebook.rules").write_text(RULES, encoding="utf-8")
    return mercatoria.load(str(tmp_path)).start(2, seed=1)


def test_each_open_parameter_tells_what_it_may_be(state: mercatoria.State) -> None:
    listed = next(move for move in state.moves() if move.open)
    assert listed.args["friend"] == "Ben"
    assert state.ranges(listed) == {
        "sum": range(100, 731, 50),
        "goods": {"Wool": 2, "Ore": 1},
        "ribbons": ["Red", "Blue"],
        "best": ["Red", "Green", "Blue"],
    }
    assert state.ranges(state.moves()[0]) == {}, "nothing is open in a pass"


def test_values_within_the_bag_are_legal_up_to_its_size(state: mercatoria.State) -> None:
    listed = next(move for move in state.moves() if move.open)
    rng = random.Random(3)
    for _ in range(200):
        among = state.ranges(listed)
        goods = {sort: rng.randint(0, most) for sort, most in among["goods"].items()}  # type: ignore[union-attr]
        written = " + ".join(f"{many} of {sort}" for sort, many in goods.items() if many) or "{}"
        asked = f"give(Ben, {rng.choice(among['sum'])}, {written}, {{Blue}}, Blue)"  # type: ignore[arg-type]
        assert state.is_legal(asked) == (sum(goods.values()) <= 2), asked
    assert state.is_legal(state.sample(rng))


def test_a_limited_bag_tells_its_size_and_what_is_drawn_keeps_to_it(state: mercatoria.State) -> None:
    v, engine = state.vector, state.table.engine
    (row,) = [row for row in engine.moves(v, 0) if OPEN in row]
    sizes = ((1, 3, 0, 2, False), (4, 1, UNLIMITED, 0, True))
    assert engine.sizes(v, 0, row) == Walker(state.table.flow).sizes(v, 0, row) == sizes
    assert engine.sizes(v, 0, (0,)) == ()
    rng = random.Random(3)
    ranges = engine.ranges(v, 0, row)
    drawn = [filled_in(row, ranges, sizes, rng.randrange) for _ in range(50)]
    at = row.index(OPEN) + 1
    assert {sum(each[at : at + 3]) for each in drawn} == {0, 1, 2}
