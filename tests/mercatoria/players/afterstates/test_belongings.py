"""Tests that features of belongings add up the facts and fields of what each seat has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mercatoria
from interpreter.table import CompiledGame, view

np = pytest.importorskip("numpy", reason="values of afterstates need numpy")

from interpreter.rng import Stream  # noqa: E402
from mercatoria.players.afterstates.belongings import BelongingsByAttribute, found_names  # noqa: E402 - numpy
from mercatoria.players.afterstates.features import Features, FeatureSettings, MissingInput, found_settings  # noqa: E402
from mercatoria.players.afterstates.sampling import quick_positions  # noqa: E402
from mercatoria.players.afterstates.steps import ArraySteps  # noqa: E402
from mercatoria.players.trial_games import trial_game  # noqa: E402

ESTATES = """rulebook estates "Estates"
    players 2
    board "board.yaml"

kind Shore: North, South
kind Deed from board
    rent: 1 to 9
    shore: Shore
kind Good: Wool, Ore with 9 pieces each
kind House for each Player with 9 pieces each
kind Town from board
    tax: 1 to 9

each Good has
    price: 1 to 9 = 2

each Town has
    built: row of House at most 4
    chapel: space for House
    closed: flag = no

each Player has
    deeds: pile of Deed
    kept: row of Good at most 5
    stock: bag of Good
    at: Town = Ford
    houses: bag of own House = 9 of House

game has
    deck: hidden stack of Deed

setup "Deal"
    move {d in Deed} from box to deck
    shuffle deck

round "A day"
    turn of player in Player
        player must inherit or build or dedicate or walk or praise or close or fetch

action inherit "Draw a deed"
    needs left: deck.size > 1
    then
        draw 1 from deck to you.deeds

action fetch(good: Good) "Fetch two goods"
    needs left: supply(good) > 1
    needs room: you.kept.size < 5
    then
        move 1 of good from supply to you.stock
        move 1 of good from supply to you.kept

action build(town: Town) "Build a house"
    needs room: town.built.size < 4
    needs house: you.houses.size > 0
    then
        move 1 of House from you.houses to town.built

action dedicate(town: Town where town.chapel = none) "Dedicate a chapel"
    needs house: you.houses.size > 0
    then
        move 1 of House from you.houses to town.chapel

action walk(town: Town) "Walk"
    then
        set you.at to town

action praise(good: Good where good.price < 9) "Raise a price"
    then
        raise good.price by 1

action close(town: Town where town.closed = no) "Close a town"
    then
        set town.closed to yes

end evening of round when round.number = 12

scoring of p in Player
    goods: p.stock.size
"""

DEEDS = """board:
  title: Estates
  reconstructed: false
Deed:
  D1: {rent: 1, shore: North}
  D2: {rent: 2, shore: South}
  D3: {rent: 3, shore: North}
  D4: {rent: 5, shore: South}
  D5: {rent: 7, shore: North}
  D6: {rent: 9, shore: South}
Town:
  Ford: {tax: 1}
  Mill: {tax: 4}
  Abbey: {tax: 9}
"""
RENT = {"D1": 1, "D2": 2, "D3": 3, "D4": 5, "D5": 7, "D6": 9}
TAX = {"Ford": 1, "Mill": 4, "Abbey": 9}


@pytest.fixture
def table(game: Callable[..., Path]) -> CompiledGame:
    return mercatoria.load(str(game(ESTATES, board__yaml=DEEDS))).table(2)


def expected(seen: dict[str, Any], seat: int) -> dict[str, float]:
    """Return the features of a seat, from what the seat sees."""
    name = list(seen["things"]["Player"])[seat]
    own, towns, goods = seen["things"]["Player"][name], seen["things"]["Town"], seen["things"]["Good"]
    houses = {town: sum(str(house).endswith(name) for house in each["built"]) for town, each in towns.items()}
    chapels = {town: str(each["chapel"]).endswith(name) for town, each in towns.items()}
    return {
        "Player.deeds by rent": sum(RENT[each] for each in own["deeds"]),
        "Player.deeds by shore North": sum(int(each[1]) % 2 for each in own["deeds"]),
        "Player.kept by price": sum(goods[each]["price"] for each in own["kept"]),
        "Player.stock by price": sum(number * goods[good]["price"] for good, number in own["stock"].items()),
        "Player.at by tax": TAX[own["at"]],
        "Player.at by closed": float(towns[own["at"]]["closed"]),
        "own in Town.built by tax": sum(number * TAX[town] for town, number in houses.items()),
        "own in Town.built by closed": sum(number * towns[town]["closed"] for town, number in houses.items()),
        "own in Town.built by chapel": sum(
            number * (towns[town]["chapel"] is not None) for town, number in houses.items()
        ),
        "own in Town.chapel by tax": sum(TAX[town] for town, mine_here in chapels.items() if mine_here),
    }


def test_belongings_add_up(table: CompiledGame) -> None:
    features, checked = BelongingsByAttribute(table), set[str]()
    for seed in range(12):
        *_, last = trial_game(table, Stream(seed, "test"), 3, 24)
        v = np.array(last.after, np.int64)
        for seat in range(2):
            wanted = expected(view(table.flow, last.after, seat), seat)
            assert set(wanted) <= set(features.names)
            found = features.amounts(v[None], tuple(wanted))[0, seat]
            assert dict(zip(wanted, found.tolist(), strict=True)) == pytest.approx(wanted)
            checked |= {name for name, amount in wanted.items() if amount}
    assert checked == set(wanted), "every feature was above 0 somewhere"


def test_only_features_that_vary_are_used(table: CompiledGame) -> None:
    steps = ArraySteps(table)
    names = found_names(table, list(quick_positions(steps, 4)))
    assert "Player.stock by price" in names and set(names) <= set(BelongingsByAttribute(table).names)
    assert found_names(table, [steps.start()] * 2) == ()


def test_a_network_names_its_belongings(table: CompiledGame) -> None:
    steps = ArraySteps(table)
    settings = found_settings(steps)
    assert "Player.stock by price" in settings.belongings
    features = Features(steps, settings, 10.0)
    assert "Player.stock by price" in features.names and "rivals: Player.stock by price" in features.names
    assert features.inputs([steps.start()]).shape == (1, 2, len(features.names))
    with pytest.raises(MissingInput, match=r"`Player.stock by weight`"):
        Features(steps, FeatureSettings(belongings=("Player.stock by weight",)), 10.0)


def test_where_chance_brings_goods_income_says_what_belongings_are_worth(mills: mercatoria.Game) -> None:
    settings = found_settings(ArraySteps(mills.table(2)))
    assert settings.income.goods and settings.belongings == ()
