"""Tests that the board of Medieval Merchant agrees with the printed board and marks data from other sources."""

from collections import Counter
from pathlib import Path

import pytest
import yaml

GAME = Path(__file__).resolve().parents[2] / "games" / "medieval_merchant"
BOARD = yaml.safe_load((GAME / "board.yaml").read_text(encoding="utf-8"))
INTRO = yaml.safe_load((GAME / "introductory.yaml").read_text(encoding="utf-8"))

REGIONS, CITIES, TOWNS = BOARD["Region"], BOARD["City"], BOARD["Town"]
ROUTES, MARKERS, STARTS = BOARD["Route"], BOARD["Marker"], INTRO["IntroStart"]
PLACES = {**CITIES, **TOWNS}
NEIGHBOURS = {place: set() for place in PLACES}
COST = {}
for _route in ROUTES.values():
    _a, _b = _route["ends"]
    NEIGHBOURS[_a].add(_b)
    NEIGHBOURS[_b].add(_a)
    COST[_a, _b] = COST[_b, _a] = _route["cost"]

PRINTED_NUMBERS = {
    "Gent": 7, "Lübeck": 7, "Nürnberg": 6, "Straßburg": 5, "Erfurt": 5, "Metz": 4, "Augsburg": 4, "Wien": 4,
    "Trier": 3, "Leipzig": 3, "Konstanz": 2, "München": 2, "Wittenberg": 2, "Regensburg": 2, "Linz": 2,
}  # fmt: skip
PUBLIC_NUMBERS = {"Köln": 8}
PRINTED_ROUTES = [
    ("Braunschweig", "Nürnberg"), ("Straßburg", "Trier"), ("Straßburg", "Augsburg"), ("Augsburg", "Nürnberg"),
    ("Nürnberg", "München"), ("Köln", "Straßburg"), ("Köln", "Metz"), ("Metz", "Konstanz"),
]  # fmt: skip
PRINTED_COSTS = {("Braunschweig", "Nürnberg"): 56, ("Straßburg", "Trier"): 30}
PRINTED_TOWNS = {
    "StraßburgTrierTown": {"Straßburg", "Trier"},
    "StraßburgMünchenTown": {"Straßburg", "München"},
    "ErfurtRegensburgTown": {"Erfurt", "Regensburg"},
}
PRINTED_LEGS = {
    **PRINTED_TOWNS,
    "RegensburgMünchenNürnbergTown": {"Regensburg", "München"},
}
HUBS = {"Köln", "Straßburg", "Braunschweig"}
COVERED = {"Erfurt", "Leipzig", "Wittenberg", "Regensburg", "München", "Linz", "Wien"}
LOST_TOWNS = {"ErfurtRegensburgTown", "RegensburgMünchenNürnbergTown"}
CAPITAL = {2: 15, 3: 20, 4: 25, 5: 30, 6: 35}
KINDS = ["Region", "City", "Town", "Route", "Marker"]
ROWS = [(kind, name) for kind in KINDS for name in BOARD[kind]]


def mark(kind, name, datum):
    source = BOARD[kind][name]["source"]
    return source if isinstance(source, str) else source[datum]


def reachable(start, allowed):
    seen, todo = {start}, [start]
    while todo:
        for place in NEIGHBOURS[todo.pop()] & allowed - seen:
            seen.add(place)
            todo.append(place)
    return seen


def over_towns(start, blocked=frozenset()):
    """Return the cities that a player can reach from a city through towns only."""
    towns = reachable(start, TOWNS.keys() - blocked)
    return {city for town in towns - {start} for city in NEIGHBOURS[town] & CITIES.keys()} - {start}


def shortest_ways(start, goal, blocked):
    ways = [[start]]
    while ways:
        arrived = [way for way in ways if way[-1] == goal]
        if arrived:
            return arrived
        ways = [[*w, p] for w in ways for p in NEIGHBOURS[w[-1]] if p not in w and p not in blocked]
    return []


# ---------------------------------------------------------------- counts and numbers


@pytest.mark.parametrize(("kind", "count"), [("Region", 10), ("City", 25), ("Town", 20)])
def test_counts_of_the_component_list(kind, count):
    assert len(BOARD[kind]) == count


def test_there_are_25_numbered_markers():
    assert sum(marker["pieces"] for marker in MARKERS.values()) == 25


@pytest.mark.parametrize(("city", "number"), (PRINTED_NUMBERS | PUBLIC_NUMBERS).items())
def test_known_city_number(city, number):
    assert CITIES[city]["number"] == number


def test_every_town_holds_one_branch():
    assert {town["number"] for town in TOWNS.values()} == {1}


def test_one_marker_for_each_city():
    markers = Counter({m["number"]: m["pieces"] for m in MARKERS.values()})
    assert markers == Counter(city["number"] for city in CITIES.values())


@pytest.mark.parametrize(("number", "least"), [(8, 1), (7, 2), (6, 1), (5, 2), (4, 3), (3, 2), (2, 5)])
def test_markers_that_the_known_cities_need(number, least):
    assert MARKERS[f"Marker{number}"]["pieces"] >= least


def test_markers_run_from_2_to_8_with_a_single_8():
    assert sorted(m["number"] for m in MARKERS.values()) == list(range(2, 9))
    assert MARKERS["Marker8"]["pieces"] == 1


@pytest.mark.parametrize(("players", "each"), [(2, 9), (3, 8), (4, 6), (5, 5), (6, 4)])
def test_markers_deal_out_evenly(players, each):
    set_aside = {2: len(COVERED), 5: 0}.get(players, 1)
    assert 25 - set_aside == players * each


def test_covered_cities_take_the_seven_markers_of_the_two_player_rules():
    assert sorted(CITIES[city]["number"] for city in COVERED) == [2, 2, 2, 2, 3, 4, 5]


# ---------------------------------------------------------------- regions and places


@pytest.mark.parametrize("region", REGIONS)
def test_region_holds_a_place(region):
    assert any(place["region"] == region for place in PLACES.values())


@pytest.mark.parametrize("place", PLACES)
def test_place_lies_in_a_region_and_on_the_map(place):
    row = PLACES[place]
    assert row["region"] in REGIONS
    x, y = row["at"]
    assert isinstance(x, int)
    assert isinstance(y, int)
    assert 0 <= x <= 70
    assert 0 <= y <= 30


def test_no_two_places_are_drawn_on_top_of_each_other():
    spots = [(name, *row["at"]) for name, row in PLACES.items()]
    close = [
        (a, b)
        for i, (a, ax, ay) in enumerate(spots)
        for b, bx, by in spots[:i]
        if abs(ax - bx) < 6 and abs(ay - by) < 2
    ]
    assert close == []


def test_no_name_is_used_twice():
    names = [name for _, name in ROWS] + list(STARTS)
    assert len(names) == len(set(names))


# ---------------------------------------------------------------- routes


@pytest.mark.parametrize("route", ROUTES)
def test_route_joins_two_places_for_a_positive_price(route):
    a, b = ROUTES[route]["ends"]
    assert a != b
    assert {a, b} <= PLACES.keys()
    assert ROUTES[route]["cost"] >= 3


@pytest.mark.parametrize(("a", "b"), PRINTED_ROUTES)
def test_printed_route_exists(a, b):
    assert b in NEIGHBOURS[a]


@pytest.mark.parametrize(("ends", "cost"), PRINTED_COSTS.items())
def test_printed_route_price(ends, cost):
    assert COST[ends] == cost


@pytest.mark.parametrize(("town", "neighbours"), PRINTED_TOWNS.items())
def test_printed_town_lies_between_its_two_neighbours(town, neighbours):
    assert NEIGHBOURS[town] == neighbours


def test_a_town_joins_regensburg_and_münchen():
    assert NEIGHBOURS["RegensburgMünchenNürnbergTown"] > {"Regensburg", "München"}


def test_straßburg_has_no_direct_route_to_münchen():
    assert "München" not in NEIGHBOURS["Straßburg"]


def test_augsburg_is_not_joined_to_münchen_even_through_towns():
    assert "München" not in NEIGHBOURS["Augsburg"]
    assert "München" not in over_towns("Augsburg")


def test_with_both_towns_blocked_no_other_towns_lead_from_straßburg_to_trier_or_münchen():
    assert over_towns("Straßburg") == {"Trier", "München"}
    assert over_towns("Straßburg", {"StraßburgTrierTown", "StraßburgMünchenTown"}) == set()


def test_with_both_towns_blocked_münchen_is_reached_over_augsburg_and_nürnberg():
    ways = shortest_ways("Straßburg", "München", blocked={"StraßburgTrierTown", "StraßburgMünchenTown"})
    assert ways == [["Straßburg", "Augsburg", "Nürnberg", "München"]]


def test_with_straßburg_full_konstanz_is_reached_over_metz():
    assert shortest_ways("Köln", "Konstanz", blocked={"Straßburg"}) == [["Köln", "Metz", "Konstanz"]]


def test_the_hubs_have_the_most_routes():
    by_degree = sorted(CITIES, key=lambda city: len(NEIGHBOURS[city]), reverse=True)
    assert set(by_degree[:3]) == HUBS
    assert len(NEIGHBOURS[by_degree[3]]) < min(len(NEIGHBOURS[hub]) for hub in HUBS)


def test_two_places_are_joined_by_one_route_at_most():
    assert len({frozenset(route["ends"]) for route in ROUTES.values()}) == len(ROUTES)


@pytest.mark.parametrize("town", TOWNS)
def test_town_is_named_after_the_cities_beside_it_and_its_legs_are_cheap(town):
    cities = NEIGHBOURS[town] & CITIES.keys()
    assert len(cities) >= 2
    assert sorted(town.removesuffix("Town")) == sorted("".join(cities))
    assert all(COST[town, place] <= 15 for place in NEIGHBOURS[town])


def test_routes_between_towns_exist_and_routes_at_towns_are_much_cheaper_than_those_between_cities():
    by_towns = {0: [], 1: [], 2: []}
    for route in ROUTES.values():
        by_towns[len(TOWNS.keys() & set(route["ends"]))].append(route["cost"])
    assert by_towns[2]
    between_cities = sum(by_towns[0]) / len(by_towns[0])
    assert max(by_towns[1] + by_towns[2]) <= between_cities / 2


@pytest.mark.parametrize("town", PRINTED_LEGS)
def test_no_invented_route_between_towns_touches_a_printed_town(town):
    assert not NEIGHBOURS[town] & TOWNS.keys()


SHORT_CUTS = [
    (a, town, b)
    for town in TOWNS
    for a in NEIGHBOURS[town] & CITIES.keys()
    for b in NEIGHBOURS[town] & NEIGHBOURS[a] & CITIES.keys()
    if a < b
]


@pytest.mark.parametrize(("a", "town", "b"), sorted(SHORT_CUTS))
def test_way_through_a_town_is_clearly_cheaper_than_the_direct_route(a, town, b):
    assert COST[a, town] + COST[town, b] <= 0.75 * COST[a, b]


def test_a_route_between_two_towns_is_cheaper_than_the_way_over_a_city_beside_both():
    for a in TOWNS:
        for b in NEIGHBOURS[a] & TOWNS.keys():
            assert all(COST[a, b] < COST[a, city] + COST[city, b] for city in NEIGHBOURS[a] & NEIGHBOURS[b])


def test_all_places_are_connected():
    assert reachable("Köln", set(PLACES)) == PLACES.keys()


# ---------------------------------------------------------------- map for two players


def test_only_the_town_of_erfurt_and_regensburg_is_walled_in_by_covered_cities():
    assert [town for town in TOWNS if NEIGHBOURS[town] <= COVERED] == ["ErfurtRegensburgTown"]


def test_the_blank_marker_is_needed_as_its_town_has_an_open_neighbour():
    assert NEIGHBOURS["RegensburgMünchenNürnbergTown"] - COVERED


def test_the_map_for_two_stays_connected():
    in_play = PLACES.keys() - COVERED - LOST_TOWNS
    assert len(in_play & CITIES.keys()) == 18
    assert len(in_play & TOWNS.keys()) == 18
    assert reachable("Köln", in_play) == in_play


def test_braunschweig_and_nürnberg_stay_joined_on_the_map_for_two():
    assert not {"Braunschweig", "Nürnberg"} & COVERED


# ---------------------------------------------------------------- sources of the data


@pytest.mark.parametrize("city", CITIES)
def test_mark_of_a_city_number(city):
    expected = "T" if city in PRINTED_NUMBERS else "P" if city in PUBLIC_NUMBERS else "I"
    assert mark("City", city, "number") == expected


@pytest.mark.parametrize("city", CITIES)
def test_mark_of_a_city_name(city):
    if city in PRINTED_NUMBERS or city in HUBS:
        expected = "T"
    elif city in {"Antwerpen", "Brüssel", "Rostock"}:
        expected = "P"
    else:
        expected = "I"
    assert mark("City", city, "name") == expected


@pytest.mark.parametrize("town", TOWNS)
def test_marks_of_a_town(town):
    assert mark("Town", town, "number") == "T"
    assert mark("Town", town, "name") == ("T" if town in PRINTED_TOWNS else "I")


@pytest.mark.parametrize("route", ROUTES)
def test_marks_of_a_route(route):
    ends = ROUTES[route]["ends"]
    town = next((end for end in ends if end in TOWNS), None)
    if town:
        printed = set(ends) - {town} <= PRINTED_LEGS.get(town, set())
    else:
        printed = set(ends) in [set(pair) for pair in PRINTED_ROUTES]
    printed_cost = set(ends) in [set(pair) for pair in PRINTED_COSTS]
    assert mark("Route", route, "ends") == ("T" if printed else "I")
    assert mark("Route", route, "cost") == ("T" if printed_cost else "I")


@pytest.mark.parametrize("place", PLACES)
def test_borders_and_positions_are_marked_as_invented(place):
    kind = "City" if place in CITIES else "Town"
    assert mark(kind, place, "region") == mark(kind, place, "at") == "I"


@pytest.mark.parametrize("region", REGIONS)
def test_region_names_are_marked_as_invented(region):
    assert REGIONS[region]["source"] == "I"


@pytest.mark.parametrize("marker", MARKERS)
def test_marks_of_a_marker(marker):
    assert mark("Marker", marker, "number") == "T"
    assert mark("Marker", marker, "pieces") == ("P" if marker == "Marker8" else "I")


# ---------------------------------------------------------------- the introductory set-up


def starts(players):
    return sorted((s for s in STARTS.values() if s["players"] == players), key=lambda s: s["seat"])


def in_play(players):
    return PLACES.keys() - COVERED - LOST_TOWNS if players == 2 else PLACES.keys()


def neighbours_of(start, players):
    places = {start["town"], start["city"]}
    return (NEIGHBOURS[start["town"]] | NEIGHBOURS[start["city"]]) & in_play(players) - places


@pytest.mark.parametrize("name", STARTS)
def test_start_is_marked_as_invented_and_named_after_its_seat(name):
    start = STARTS[name]
    assert start["source"] == "I"
    assert name == f"Intro{start['players']}p{start['seat']}"


@pytest.mark.parametrize("players", CAPITAL)
def test_every_seat_has_one_start(players):
    assert [start["seat"] for start in starts(players)] == list(range(1, players + 1))


@pytest.mark.parametrize("players", CAPITAL)
def test_starts_are_different_places_in_play(players):
    places = [start[kind] for start in starts(players) for kind in ("town", "city")]
    assert len(set(places)) == 2 * players
    assert set(places) <= in_play(players)


@pytest.mark.parametrize("name", STARTS)
def test_home_town_is_joined_to_the_first_city(name):
    start = STARTS[name]
    assert start["town"] in TOWNS
    assert start["city"] in CITIES
    assert start["city"] in NEIGHBOURS[start["town"]]


@pytest.mark.parametrize(("players", "spread"), [(2, 1), (3, 1), (4, 1), (5, 1), (6, 2)])
def test_first_cities_have_similar_numbers(players, spread):
    numbers = [CITIES[start["city"]]["number"] for start in starts(players)]
    assert max(numbers) - min(numbers) <= spread
    assert not {start["city"] for start in starts(players)} & HUBS


@pytest.mark.parametrize("players", CAPITAL)
def test_starts_have_similar_surroundings(players):
    for start in starts(players):
        around = neighbours_of(start, players)
        assert 4 <= len(around) <= 6
        assert 15 <= sum(PLACES[place]["number"] for place in around) <= 19
        ways_on = [COST[own, p] for own in (start["town"], start["city"]) for p in around if (own, p) in COST]
        assert min(ways_on) <= CAPITAL[players]


@pytest.mark.parametrize("players", CAPITAL)
def test_hardly_any_two_players_start_side_by_side(players):
    all_starts = starts(players)
    touching = {
        frozenset({a["city"], b["city"]})
        for i, a in enumerate(all_starts)
        for b in all_starts[:i]
        if neighbours_of(a, players) & {b["town"], b["city"]}
    }
    assert touching <= ({frozenset({"Erfurt", "Frankfurt"})} if players >= 5 else set())
