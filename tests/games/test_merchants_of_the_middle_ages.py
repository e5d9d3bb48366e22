"""Tests that the board of Merchants of the Middle Ages agrees with the printed board, and that play preserves
invariants.
"""

import random
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml
from at_random import some_move

import mercatoria
from mercatoria import Game, State
from tests.thinning import thinned

SLUG = "merchants_of_the_middle_ages"
FOLDER = Path(__file__).resolve().parents[2] / "games" / SLUG
BOARD = yaml.safe_load((FOLDER / "board.yaml").read_text(encoding="utf-8"))

CITIES, ROADS, STEPS = BOARD["City"], BOARD["RoadSpace"], BOARD["Step"]
SPACES = {**CITIES, **ROADS}
NEIGHBOURS: dict[str, set[str]] = {space: set() for space in SPACES}
for _step in STEPS.values():
    _a, _b = _step["ends"]
    NEIGHBOURS[_a].add(_b)
    NEIGHBOURS[_b].add(_a)

GOODS = ["Wine", "Silk", "Iron", "Food", "Salt", "Cloth"]
SETUPS = {"first_setup": {"Paris", "Köln", "Genova"}, "second_setup": {"Genova", "Brugge", "Wien"}}
NEAR = [("Paris", "Brugge"), ("Brugge", "Köln"), ("Köln", "Hamburg")]
FAR = [("Paris", "Wien"), ("Hamburg", "Genova")]
ROWS = [(kind, name) for kind in ("City", "RoadSpace", "Step") for name in BOARD[kind]]
COUNTS = [2, 3, 4]
WAGONS_TO_END = {2: 6, 3: 7, 4: 8}


def steps_between(start: str, goal: str) -> int:
    distance, edge, seen = 0, {start}, {start}
    while goal not in edge:
        edge = {space for here in edge for space in NEIGHBOURS[here]} - seen
        assert edge, f"no road leads from {start} to {goal}"
        seen |= edge
        distance += 1
    return distance


# ---------------------------------------------------------------- the board


def test_the_six_printed_cities() -> None:
    assert set(CITIES) == {"Paris", "Köln", "Genova", "Brugge", "Wien", "Hamburg"}


@pytest.mark.parametrize("city", CITIES)
def test_a_market_sells_three_different_goods(city: str) -> None:
    market = CITIES[city]["market"]
    assert len(set(market)) == len(market) == 3
    assert set(market) <= set(GOODS)


def test_the_printed_markets() -> None:
    assert set(CITIES["Köln"]["market"]) == {"Wine", "Silk", "Iron"}
    assert "Wine" not in CITIES["Brugge"]["market"]


def test_every_good_is_sold_in_three_cities_and_no_two_markets_are_alike() -> None:
    sold = Counter(good for city in CITIES.values() for good in city["market"])
    assert sold == dict.fromkeys(GOODS, 3)
    assert len({frozenset(city["market"]) for city in CITIES.values()}) == 6


@pytest.mark.parametrize(("setup", "cities"), SETUPS.items())
def test_printed_wagon_setups(setup: str, cities: set[str]) -> None:
    numbers = {name: city[setup] for name, city in CITIES.items() if city[setup]}
    assert set(numbers) == cities
    assert sorted(numbers.values()) == [1, 2, 3]


@pytest.mark.parametrize("city", CITIES)
def test_a_city_has_one_exit_and_two_road_spaces_behind_it(city: str) -> None:
    (exit_space,) = NEIGHBOURS[city]
    assert exit_space in ROADS
    onward = NEIGHBOURS[exit_space] - {city}
    assert onward
    assert onward <= ROADS.keys()


def test_the_roads_are_a_tree_with_four_forks() -> None:
    assert len(STEPS) == len(SPACES) - 1
    assert all(steps_between("Paris", space) >= 0 for space in SPACES)
    degrees = Counter(len(NEIGHBOURS[space]) for space in ROADS)
    assert degrees[3] == 4
    assert set(degrees) == {2, 3}


@pytest.mark.parametrize(("one", "other"), list(combinations(CITIES, 2)))
def test_distances_between_cities(one: str, other: str) -> None:
    assert 5 <= steps_between(one, other) <= 9


def test_neighbours_are_near_far_pairs_are_far_and_the_mean_is_about_seven() -> None:
    assert all(steps_between(*pair) in (5, 6) for pair in NEAR)
    assert all(steps_between(*pair) in (8, 9) for pair in FAR)
    ways = [steps_between(*pair) for pair in combinations(CITIES, 2)]
    assert 6.5 <= sum(ways) / len(ways) <= 7.5


@pytest.mark.parametrize("setup", SETUPS)
def test_the_courier_can_stand_two_from_every_empty_city(setup: str) -> None:
    for city in CITIES.keys() - SETUPS[setup]:
        assert any(steps_between(city, space) == 2 for space in ROADS)


@pytest.mark.parametrize("city", CITIES)
def test_marks_of_a_city(city: str) -> None:
    source = CITIES[city]["source"]
    assert source["market"] == ("T" if city == "Köln" else "I")
    assert source["first_setup"] == source["second_setup"] == "T"
    assert source["name"] == ("P" if city == "Genova" else "T")
    assert source["at"] == "I"


@pytest.mark.parametrize(("kind", "name"), [row for row in ROWS if row[0] != "City"])
def test_roads_are_marked_as_invented(kind: str, name: str) -> None:
    assert BOARD[kind][name]["source"] == "I"


# ---------------------------------------------------------------- play at random


@pytest.fixture(scope="module")
def game() -> Game:
    return mercatoria.load(SLUG)


@pytest.fixture(scope="module")
def negotiators() -> Game:
    return mercatoria.load(SLUG, variants=["cunning_negotiator"])


def one_move(state: State, rng: random.Random, passes: float = 0.3) -> None:
    seat = rng.choice(state.deciders)
    state.apply(some_move(state, seat, rng, passes))


def seen(state: State, seat: int | None = None) -> dict[str, Any]:
    return state.view(seat)


def check_what_always_holds(state: State) -> None:
    view = seen(state)
    things, table = view["things"], view["game"]
    assert all(1 <= good["level"] <= 5 for good in things["Good"].values())
    assert all(city["bonus"] in range(0, 501, 100) for city in things["City"].values())
    spots = [wagon["space"] for wagon in things["Wagon"].values()]
    assert len(set(spots)) == 3
    assert table["courier"] in ROADS
    for name, player in things["Player"].items():
        assert 0 <= player["status"] <= 8
        for city in CITIES:
            assert set(player["store"][city]) <= set(CITIES[city]["market"])
        assert all(sum(wagon["load"][name].values()) <= 3 for wagon in things["Wagon"].values())
        assert sum(player["tiles"].values()) + sum(player["used_tiles"].values()) == 4
    for seat, name in enumerate(state.table.flow.model.seats):
        purse = seen(state, seat)["things"]["Player"][name]["purse"]
        assert purse >= 0
        assert purse % 100 == 0


def play_to_the_end(state: State, rng: random.Random) -> int:
    """Play a random game to its end, and check that no piece appears or vanishes."""
    layout = state.table.flow.layout
    before, decisions = layout.totals(state.vector), 0
    assert before.pieces["Good"] == (9,) * 6
    assert before.pieces["Influence"] == (3,) * 7
    assert before.pieces["Investment"] == (1,) * 8
    assert before.pieces["CoatOfArms"] == (4,) * state.players
    assert before.pieces["Tile"] == (4,) * 4
    assert before.pieces["LetterOfCredit"] == (5,)
    assert before.money == 0
    while not state.is_over:
        one_move(state, rng)
        decisions += 1
        assert layout.totals(state.vector) == before
        if decisions % 7 == 0:
            check_what_always_holds(state)
    check_what_always_holds(state)
    return decisions


@pytest.mark.parametrize("players", COUNTS)
def test_random_games_end_properly(game: Game, players: int) -> None:
    rng = random.Random(players)
    for seed in range(4):
        state = game.start(players, seed=seed)
        play_to_the_end(state, rng)
        assert state.ended_by == "last_wagon"
        arrived = seen(state)["game"]["arrived_wagons"]
        assert WAGONS_TO_END[players] <= arrived <= WAGONS_TO_END[players] + 2
        assert sorted(seat for place in state.ranking for seat in place) == list(range(players))


@pytest.mark.parametrize("players", thinned(((players,) for players in COUNTS), lambda case: case[0] == COUNTS[-1]))
def test_random_games_of_the_variant_end_properly(negotiators: Game, players: int) -> None:
    state = negotiators.start(players, seed=players)
    play_to_the_end(state, random.Random(players))
    assert state.ended_by == "last_wagon"


@pytest.mark.parametrize("layout", [1, 2])
def test_both_setups_can_be_played_from_any_seat(layout: int) -> None:
    other = mercatoria.load(SLUG, options={"wagon_layout": layout, "starting_seat": 2})
    play_to_the_end(other.start(3, seed=layout), random.Random(layout))


RULINGS = {
    "starting_level": "2", "master_stays": "no", "loading_waits_for_auctions": "no", "coach_points_join": "no",
    "out_and_back_meets": "yes", "locked_wagon_meets_again": "no", "first_in_order_opens": "no",
    "upkeep_before_climbing": "no",
}  # fmt: skip


@pytest.mark.parametrize(
    "rulings",
    [pytest.param(RULINGS, id="all"),
     *(pytest.param({name: value}, id=name, marks=pytest.mark.slow) for name, value in RULINGS.items())],
)  # fmt: skip
def test_other_rulings_can_be_played(tmp_path: Path, rulings: dict[str, str]) -> None:
    """A game under other rulings ends. Compiling it takes most of the time, so that the default run changes all rulings
    at once.
    """
    file = tmp_path / "otherwise.rules"
    lines = "".join(f"    set {name} to {value}\n" for name, value in rulings.items())
    file.write_text(f'variant otherwise "Ruled otherwise" of {SLUG}\n{lines}', encoding="utf-8")
    other = mercatoria.load(SLUG, variants=[str(file)])
    play_to_the_end(other.start(3, seed=5), random.Random(5))


FEW = [COUNTS[0], *(pytest.param(players, marks=pytest.mark.slow) for players in COUNTS[1:])]
"""Player counts for the reference engine. Only the slow suite uses more than the first, because this engine is slow.
"""


@pytest.mark.parametrize("players", FEW)
def test_walker_and_generated_engine_agree(game: Game, players: int) -> None:
    rng = random.Random(players)
    fast, plain = game.start(players, seed=players), game.start(players, seed=players, plain=True)
    while not fast.is_over:
        assert fast.vector == plain.vector
        assert fast.deciders == plain.deciders
        for seat in fast.deciders:
            assert fast.rows(seat) == plain.rows(seat)
        seat = rng.choice(fast.deciders)
        move = some_move(fast, seat, rng, 0.3)
        fast.apply(move)
        plain.apply(move)
    assert fast.vector == plain.vector
    assert (fast.scores, fast.ranking) == (plain.scores, plain.ranking)


# ---------------------------------------------------------------- hidden information


def same_for(asker: int | None, one: State, other: State) -> None:
    """Check that an asker sees no difference between the two states."""
    assert one.view(asker) == other.view(asker)
    assert one.log(asker) == other.log(asker)
    if asker is not None and asker in one.deciders:
        assert one.moves(asker) == other.moves(asker)


def _until(game: Game, players: int, seed: int, action: str) -> tuple[State, int] | None:
    """Play random moves until a seat must decide about this action. Return the state and the seat."""
    state, rng = game.start(players, seed=seed), random.Random(seed)
    while not state.is_over:
        for seat in state.deciders:
            if state.moves(seat)[-1].action == action and (action != "bid" or len(state.deciders) > 1):
                return state, seat
        one_move(state, rng, 0.2)
    return None


@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("secret", ["bid", "wheel"])
def test_bids_and_wheels_stay_secret_until_all_are_set(game: Game, players: int, secret: str) -> None:
    found = _until(game, players, players, secret)
    assert found is not None
    state, seat = found
    moves = state.moves(seat)
    one, other = state.clone().apply(moves[0]), state.clone().apply(moves[-1])
    assert one.vector != other.vector
    for asker in (None, *(other_seat for other_seat in range(players) if other_seat != seat)):
        same_for(asker, one, other)
    assert one.log(seat) != other.log(seat)
    for late in list(one.deciders):
        move = one.moves(late)[0]
        one.apply(move)
        other.apply(move)
    assert one.log(None) != other.log(None), "then everything is shown"


@pytest.mark.parametrize("players", COUNTS)
def test_the_influence_card_taken_stays_secret_for_good(game: Game, players: int) -> None:
    found = next(filter(None, (_until(game, players, seed, "taken") for seed in range(30))), None)
    assert found is not None
    state, seat = found
    moves = [move for move in state.moves(seat) if move.action == "taken"]
    one, other = state.clone().apply(moves[0]), state.clone().apply(moves[-1])
    assert one.vector != other.vector
    others = [None, *(rival for rival in range(players) if rival != seat)]
    for asker in others:
        same_for(asker, one, other)
    assert one.log(seat) != other.log(seat)
    rng = random.Random(1)
    for _ in range(12):
        if one.is_over or one.moves(one.deciders[0]) != other.moves(one.deciders[0]):
            break
        who = one.deciders[0]
        move = some_move(one, who, rng, 1.0)
        one.apply(move)
        other.apply(move)
        for asker in others:
            same_for(asker, one, other)


def test_the_hidden_investment_cards_are_not_shown(game: Game) -> None:
    view = game.start(4, seed=3).view(0)
    assert view["game"]["investment_deck"] == {"count": 4}
    assert len(view["game"]["display"]) == 4
    assert view["game"]["influence_stock"] == {"hidden": True}
