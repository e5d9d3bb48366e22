"""Tests that the board file of Merkator agrees with the printed board and is consistent."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import pytest
import yaml

BOARD = yaml.safe_load((Path(__file__).resolve().parents[2] / "games" / "merkator" / "board.yaml").read_text("utf-8"))
GOODS, MAIN, SIDE, LINKS = BOARD["Good"], BOARD["MainPlace"], BOARD["SidePlace"], BOARD["Link"]
CONTRACTS, BONUS, BUILDINGS, ROWS, TOKENS = (
    BOARD["Contract"],
    BOARD["BonusCard"],
    BOARD["Building"],
    BOARD["Row"],
    BOARD["Token"],
)
PLACES = {**MAIN, **SIDE}
SOLE = {"SoleHighestContract", "SoleMostContracts", "SoleMostTime", "SoleMostFood", "SoleMostBonusCards"}
NEIGHBOURS: dict[str, set[str]] = {place: set() for place in MAIN}
for _link in LINKS.values():
    _a, _b = _link["ends"]
    NEIGHBOURS[_a].add(_b)
    NEIGHBOURS[_b].add(_a)

COLOURS = {
    "Hamburg": {"Cattle", "Musket"},
    "Danzig": {"Grain", "Saltpetre"},
    "Sweden": {"Iron", "Copper"},
    "Russia": {"Ham", "WhaleOil"},
    "Netherlands": {"Vegetable", "Calfskin"},
    "England": {"Cloth", "Coal"},
    "France": {"Plum", "Wine"},
    "Spain": {"Citrus", "Spice"},
}
PRINTED = [
    ("England", 2, {"Grain": 1}, {}),
    ("Hamburg", 2, {"Spice": 1}, {}),
    ("Spain", 3, {}, {"Weapon": 1}),
    ("Italy", 3, {"Cloth": 1, "WhaleOil": 1}, {}),
    ("Russia", 4, {"Vegetable": 1, "Plum": 1}, {}),
    ("Italy", 4, {}, {"Weapon": 2}),
    ("Denmark", 5, {"Iron": 1, "Coal": 1, "Saltpetre": 1}, {}),
    ("Netherlands", 5, {"Musket": 1, "Copper": 1, "Grain": 1}, {}),
    ("Netherlands", 6, {"Plum": 2, "Iron": 1, "Coal": 1}, {}),
    ("England", 7, {"Ham": 1, "Calfskin": 1, "Copper": 1, "WhaleOil": 1}, {}),
    ("Bohemia", 8, {}, {"Food": 6}),
    ("Hamburg", 9, {"Cloth": 3, "WhaleOil": 3}, {}),
    ("Sweden", 10, {}, {"Food": 5, "Clothing": 3}),
    ("Hamburg", 10, {}, {"Anything": 12}),
]
SIZES = {2: {1}, 3: {1, 2}, 4: {2}, 5: {3}, 6: {4}, 7: {4}, 8: {6}, 9: {6}, 10: {8, 9, 12}}
"""Possible numbers of goods that a contract requires, keyed by the contract's value."""


def asked(contract: dict[str, dict[str, int]]) -> int:
    return sum(contract.get("goods", {}).values()) + sum(contract.get("different", {}).values())


def distance(start: str, goal: str) -> int:
    reached, steps = {start}, 0
    while goal not in reached:
        reached |= {place for here in reached for place in NEIGHBOURS[here]}
        steps += 1
        assert steps < len(MAIN), f"no line leads from {start} to {goal}"
    return steps


# ---------------------------------------------------------------- goods and places


@pytest.mark.parametrize("place", COLOURS)
def test_each_main_place_has_a_colour_and_two_goods(place: str) -> None:
    assert {good for good, row in GOODS.items() if row["cube"] == MAIN[place]["cube"]} == COLOURS[place]


def test_there_are_eight_main_and_four_secondary_places() -> None:
    assert MAIN.keys() == COLOURS.keys()
    assert {place: row["threshold"] for place, row in SIDE.items()} == {
        "Bohemia": 3,
        "Denmark": 2,
        "Italy": 1,
        "Newfoundland": 0,
    }


def test_gains_and_costs_of_journeys() -> None:
    gains = {"Hamburg": 2, "Danzig": 1, "Sweden": 1, "Netherlands": 1, "Bohemia": 1, "Denmark": 1}
    costs = {"Spain": -1, "Italy": -2, "Newfoundland": -3, "Russia": 0, "England": 0, "France": 0}
    assert {place: row["time"] for place, row in PLACES.items()} == gains | costs


def test_the_time_of_a_journey_is_the_distance_from_hamburg() -> None:
    assert {place: 2 - distance("Hamburg", place) for place in MAIN} == {p: row["time"] for p, row in MAIN.items()}


def test_russia_is_joined_to_sweden_and_danzig_only() -> None:
    assert NEIGHBOURS["Russia"] == {"Sweden", "Danzig"}
    assert all(2 <= len(places) <= 3 for places in NEIGHBOURS.values())


def test_six_goods_lie_in_the_depots_and_each_column_has_two_or_three() -> None:
    columns = Counter(row["column"] for row in GOODS.values())
    assert sum(columns.values()) == 16
    assert columns["E"] + columns["F"] == 6
    assert columns.keys() == set("ABCDEF")
    assert set(columns.values()) == {2, 3}


def test_categories_are_large_enough_for_the_printed_contracts() -> None:
    sizes = Counter(row["category"] for row in GOODS.values())
    assert sizes["Food"] >= 6
    assert sizes["Clothing"] >= 3
    assert sizes["Weapon"] >= 2
    assert "Anything" not in sizes


# ---------------------------------------------------------------- cards


def test_contracts_by_value() -> None:
    assert Counter(row["level"] for row in CONTRACTS.values()) == {
        2: 5, 3: 11, 4: 13, 5: 12, 6: 11, 7: 9, 8: 7, 9: 5, 10: 4, 14: 1,
    }  # fmt: skip


def test_the_printed_contracts() -> None:
    there = [(r.get("place"), r["level"], r.get("goods", {}), r.get("different", {})) for r in CONTRACTS.values()]
    assert all(there.count(contract) == 1 for contract in PRINTED)


def test_only_secondary_places_have_two_contracts_of_a_value() -> None:
    found = Counter((row["place"], row["level"]) for row in CONTRACTS.values() if row["level"] != 14)
    assert all(place in SIDE for (place, _), number in found.items() if number > 1)
    assert max(found.values()) > 1
    assert all(found[place, value] == 1 for place, value in product(MAIN, range(3, 8)))


@pytest.mark.parametrize("name", [name for name in CONTRACTS if name != "WestphalianPeace"])
def test_a_contract_asks_for_what_its_value_says_and_never_for_the_goods_of_its_place(name: str) -> None:
    contract = CONTRACTS[name]
    goods, different = contract.get("goods", {}), contract.get("different", {})
    assert asked(contract) in SIZES[contract["level"]]
    assert not (goods and different)
    assert not goods.keys() & COLOURS.get(contract["place"], set())
    sizes = Counter(row["category"] for row in GOODS.values()) + Counter(Anything=16)
    assert all(number <= sizes[category] for category, number in different.items())
    assert "Anything" not in different or len(different) == 1


def test_goods_are_asked_for_about_equally_often() -> None:
    number = Counter(good for row in CONTRACTS.values() for good in row.get("goods", {}))
    assert number.keys() == GOODS.keys()
    assert max(number.values()) - min(number.values()) <= 3


def test_bonus_cards() -> None:
    assert len(BONUS) == 16
    assert Counter(row["place"] for row in BONUS.values()) == dict.fromkeys(MAIN, 1) | dict.fromkeys(SIDE, 2)
    assert {row["good"] for row in BONUS.values()} == GOODS.keys()
    assert all(row["price"] == (4 if row["place"] in MAIN else 3) for row in BONUS.values())
    assert all(row["good"] not in COLOURS.get(row["place"], set()) for row in BONUS.values())
    printed = {("Hamburg", "Saltpetre"), ("England", "Wine"), ("France", "Citrus"), ("Italy", "Coal")}
    printed |= {("Newfoundland", "Musket"), ("Newfoundland", "Iron")}
    assert printed <= {(row["place"], row["good"]) for row in BONUS.values()}


def test_buildings() -> None:
    assert len(BUILDINGS) == 26
    assert Counter(row["basis"] in SOLE for row in BUILDINGS.values())[True] == 5
    printed = {"Bourse": (6, 5), "Embassy": (6, 2), "RevenueOffice": (18, 1), "Redoubt": (6, 5)}
    assert {name: (BUILDINGS[name]["price"], BUILDINGS[name]["points"]) for name in printed} == printed
    assert BUILDINGS["TradingHouse"]["price"] == BUILDINGS["Arsenal"]["price"] == 20
    assert len(BUILDINGS["TradingHouse"]["kind_points"]) == len(BUILDINGS["Arsenal"]["kind_points"]) == 2


@pytest.mark.parametrize("name", [name for name in BUILDINGS if BUILDINGS[name]["basis"] in SOLE])
def test_a_building_for_one_player_costs_more_than_it_brings(name: str) -> None:
    assert BUILDINGS[name]["points"] < BUILDINGS[name]["price"]


@pytest.mark.parametrize("name", [name for name in BUILDINGS if "kind_points" in BUILDINGS[name]])
def test_a_building_for_kinds_of_goods_costs_more_than_it_brings(name: str) -> None:
    points = BUILDINGS[name]["kind_points"]
    assert sum(points.get(row["category"], 0) for row in GOODS.values()) < BUILDINGS[name]["price"]


# ---------------------------------------------------------------- the time chart


def filled(side: str, players: int) -> int:
    return sum(row["spaces"] for row in ROWS.values() if row["side"] == side and row["filled_from"] <= players)


def test_rows_of_the_time_chart() -> None:
    assert [filled("Ultimo", players) for players in (2, 3, 4)] == [15, 20, 25]
    assert [filled("Reverse", players) for players in (3, 4)] == [4, 12]
    rows = [row["filled_from"] for row in ROWS.values() if row["side"] == "Ultimo"]
    assert rows == [4, 3, *[2] * (len(rows) - 2)]


def test_time_tokens() -> None:
    assert len(TOKENS) == 42
    assert {row["column"] for row in TOKENS.values()} == set("ABCDEF")
    assert {row["doubled"] for row in TOKENS.values()} == {True, False}


def test_both_sides_can_be_filled_in_the_long_game() -> None:
    most_held = filled("Reverse", 4) + 1  # The supply provides the second token of Hamburg.
    assert filled("Ultimo", 4) + most_held <= len(TOKENS)
