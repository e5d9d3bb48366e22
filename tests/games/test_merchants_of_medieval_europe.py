"""Tests that the board of Merchants of Medieval Europe agrees with the printed board, and that play preserves
invariants.
"""

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
import yaml

import mercatoria
from interpreter.table.views import view
from mercatoria import Game, State
from tests.thinning import thinned

GAME = Path(__file__).resolve().parents[2] / "games" / "merchants_of_medieval_europe"
BOARD = yaml.safe_load((GAME / "board.yaml").read_text(encoding="utf-8"))
COUNTS = range(3, 7)

GOODS, TERRITORIES, REGIONS, BORDERS = BOARD["Good"], BOARD["Territory"], BOARD["Region"], BOARD["Border"]
CONTRACTS, CARDS = BOARD["Contract"], BOARD["MarketCard"]

PRINTED_SUPPLY = {
    "Cloth": 30, "Grain": 30, "Fur": 25, "Metal": 25, "Glass": 20, "Wine": 20, "Silk": 15, "Spice": 15,
}  # fmt: skip
PRINTED_REGIONS = {
    "London", "Scotland", "Finland", "Greece", "Turkey", "Valencia", "Castile", "Hungary", "Ukraine", "Romania",
}  # fmt: skip
PRINTED_PORTS = {"Finland": "NorthSea", "London": "NorthSea", "Greece": "Mediterranean", "Valencia": "Mediterranean"}
PRINTED_BORDERS = [{"London", "Scotland"}, {"Valencia", "Castile"}]
DERIVED_BORDERS = [{"Turkey", "Greece"}]
SOURCES = {"Cloth": 5, "Grain": 5, "Fur": 5, "Metal": 4, "Glass": 3, "Wine": 3, "Silk": 2, "Spice": 2}
NEIGHBOURS = {region: set() for region in REGIONS}
for _border in BORDERS.values():
    _a, _b = _border["ends"]
    NEIGHBOURS[_a].add(_b)
    NEIGHBOURS[_b].add(_a)


def mark(kind, name, datum):
    source = BOARD[kind][name]["source"]
    return source if isinstance(source, str) else source[datum]


# ---------------------------------------------------------------- counts and supplies


@pytest.mark.parametrize(("kind", "count"), [("Good", 8), ("Territory", 8), ("Contract", 26), ("MarketCard", 15)])
def test_counts_of_the_contents_list(kind, count):
    assert len(BOARD[kind]) == count


def test_supply_of_goods():
    assert {name: good["pieces"] for name, good in GOODS.items()} == PRINTED_SUPPLY
    assert sum(PRINTED_SUPPLY.values()) == 180


def test_prices_start_on_the_track_and_rarer_goods_are_dearer():
    assert all(1 <= good["start_price"] <= 40 for good in GOODS.values())
    for a, b in combinations(GOODS.values(), 2):
        if a["pieces"] != b["pieces"]:
            assert (a["pieces"] > b["pieces"]) == (a["start_price"] < b["start_price"])


# ---------------------------------------------------------------- the map


def test_printed_regions_are_there():
    assert REGIONS.keys() >= PRINTED_REGIONS


def test_pink_is_london_and_scotland():
    assert {name for name, region in REGIONS.items() if region["territory"] == "Pink"} == {"London", "Scotland"}


@pytest.mark.parametrize("territory", TERRITORIES)
def test_size_of_a_territory(territory):
    assert 2 <= sum(region["territory"] == territory for region in REGIONS.values()) <= 5


def test_every_region_lies_in_a_territory():
    assert {region["territory"] for region in REGIONS.values()} == TERRITORIES.keys()


@pytest.mark.parametrize(("region", "sea"), PRINTED_PORTS.items())
def test_printed_port(region, sea):
    assert REGIONS[region]["port"] == sea


@pytest.mark.parametrize("sea", ["NorthSea", "Mediterranean"])
def test_each_sea_has_ports(sea):
    assert sum(region["port"] == sea for region in REGIONS.values()) >= 2


def test_turkey_has_no_port_as_the_sample_sails_from_greece():
    assert REGIONS["Turkey"]["port"] == "none"


@pytest.mark.parametrize("ends", PRINTED_BORDERS + DERIVED_BORDERS, ids=lambda ends: "-".join(sorted(ends)))
def test_printed_border(ends):
    assert any(set(border["ends"]) == ends for border in BORDERS.values())


@pytest.mark.parametrize("name", BORDERS)
def test_border_joins_two_regions_and_is_named_after_them(name):
    a, b = BORDERS[name]["ends"]
    assert a != b
    assert {a, b} <= REGIONS.keys()
    assert name == a + b


def test_every_region_is_reached_by_land_or_sea():
    ports = {name for name, region in REGIONS.items() if region["port"] != "none"}
    seen, todo = {"London"}, ["London"]
    while todo:
        here = todo.pop()
        for there in (NEIGHBOURS[here] | (ports if here in ports else set())) - seen:
            seen.add(there)
            todo.append(there)
    assert seen == REGIONS.keys()


def test_only_the_british_isles_lie_apart():
    seen, todo = {"Castile"}, ["Castile"]
    while todo:
        for there in NEIGHBOURS[todo.pop()] - seen:
            seen.add(there)
            todo.append(there)
    assert REGIONS.keys() - seen == {"London", "Scotland"}
    assert BOARD["board"]["apart"] == ["Border"]


@pytest.mark.parametrize("good", GOODS)
def test_sources_of_a_good(good):
    assert sum(good in region["sells"] for region in REGIONS.values()) == SOURCES[good]


def test_spice_is_sold_in_turkey_and_every_region_sells_something():
    assert "Spice" in REGIONS["Turkey"]["sells"]
    assert all(region["sells"] for region in REGIONS.values())


@pytest.mark.parametrize("name", REGIONS)
def test_region_lies_on_the_map(name):
    x, y = REGIONS[name]["at"]
    assert 0 <= x <= 70
    assert 0 <= y <= 30
    near = [
        other for other, region in REGIONS.items()
        if other != name and abs(region["at"][0] - x) < 4 and abs(region["at"][1] - y) < 2
    ]  # fmt: skip
    assert near == []


# ---------------------------------------------------------------- market cards


@pytest.mark.parametrize("name", CARDS)
def test_card_moves_two_to_four_goods_and_brings_one_restriction(name):
    card = CARDS[name]
    assert 2 <= len(card["shift"]) <= 4
    assert card["shift"].keys() <= GOODS.keys()
    assert all(1 <= abs(shift) <= 5 for shift in card["shift"].values())
    assert isinstance(card["restriction"], str)
    assert len(card["goods"]) == (card["restriction"] in {"NoBuying", "NoSelling"})


@pytest.mark.parametrize("good", GOODS)
def test_changes_of_a_good_add_up_to_nothing(good):
    assert sum(card["shift"].get(good, 0) for card in CARDS.values()) == 0


def test_prices_of_the_sample_turn_can_come_up():
    assert GOODS["Spice"]["start_price"] - max(-card["shift"].get("Spice", 0) for card in CARDS.values()) <= 9
    rise = sum(max(0, card["shift"].get("Grain", 0)) for card in CARDS.values())
    assert GOODS["Grain"]["start_price"] + rise >= 13


def test_every_restriction_is_on_some_card():
    assert len({card["restriction"] for card in CARDS.values()}) == 9


# ---------------------------------------------------------------- contracts


def test_contracts_by_number_of_goods():
    assert Counter(len(contract["goods"]) for contract in CONTRACTS.values()) == {1: 8, 2: 12, 3: 6}


@pytest.mark.parametrize("name", CONTRACTS)
def test_contract(name):
    contract = CONTRACTS[name]
    least, most = {1: (1, 2), 2: (3, 4), 3: (5, 6)}[len(contract["goods"])]
    assert least <= contract["bonus"] <= most
    assert sum(contract["goods"].values()) <= 15
    assert contract["place"] in REGIONS
    assert not set(REGIONS[contract["place"]]["sells"]) & contract["goods"].keys()
    assert all(number <= PRINTED_SUPPLY[good] for good, number in contract["goods"].items())
    assert contract["penalty"] == 10


def test_the_printed_contract():
    contract = CONTRACTS["ScotlandWedding"]
    assert (contract["place"], contract["goods"]) == ("Scotland", {"Cloth": 10, "Wine": 5})


def test_some_place_is_asked_for_twice():
    assert max(Counter(contract["place"] for contract in CONTRACTS.values()).values()) == 2


# ---------------------------------------------------------------- sources of the data


@pytest.mark.parametrize("name", REGIONS)
def test_marks_of_a_region(name):
    assert mark("Region", name, "name") == ("T" if name in PRINTED_REGIONS else "I")
    assert mark("Region", name, "territory") == ("T" if name in {"London", "Scotland"} else "I")
    assert mark("Region", name, "port") == ("T" if name in PRINTED_PORTS else "D" if name == "Turkey" else "I")
    assert mark("Region", name, "sells") == ("T" if name == "Turkey" else "I")


@pytest.mark.parametrize("name", BORDERS)
def test_marks_of_a_border(name):
    ends = set(BORDERS[name]["ends"])
    assert mark("Border", name, "ends") == ("T" if ends in PRINTED_BORDERS else "D" if ends in DERIVED_BORDERS else "I")


@pytest.mark.parametrize("name", CARDS)
def test_market_cards_are_marked_as_invented(name):
    assert CARDS[name]["source"] == "I"


@pytest.mark.parametrize("name", CONTRACTS)
def test_marks_of_a_contract(name):
    printed = "T" if name == "ScotlandWedding" else "I"
    assert mark("Contract", name, "place") == mark("Contract", name, "goods") == printed
    assert mark("Contract", name, "bonus") == mark("Contract", name, "penalty") == "I"


@pytest.mark.parametrize("name", GOODS)
def test_marks_of_a_good(name):
    assert mark("Good", name, "pieces") == "T"
    assert mark("Good", name, "start_price") == "I"


# ---------------------------------------------------------------- play


@pytest.fixture(scope="module")
def game() -> Game:
    return mercatoria.load(str(GAME))


@pytest.fixture(scope="module")
def casual() -> Game:
    return mercatoria.load(str(GAME), variants=["without_restrictions"])


def some_way(game: Game, players: int, seed: int, steps: int) -> State:
    state, rng = game.start(players, seed=seed), random.Random(seed)
    for _ in range(steps):
        if state.is_over:
            break
        state.apply(state.sample(rng))
    return state


def check_position(state: State) -> None:
    shown = view(state.table.flow, state.vector, None)
    things, table = shown["things"], shown["game"]
    assert all(1 <= good["price"] <= 40 for good in things["Good"].values())
    assert table["actions_used"] <= 4
    assert table["points_used"] <= 8
    for player in things["Player"].values():
        assert sum(player["wagon"].values()) <= (15 if player["horses"] == 1 else 25)
        assert player["purse"] >= 0
    held = sum(player["notes"] for player in things["Player"].values())
    assert held + table["supply_Banknote"] == 14


@pytest.mark.parametrize("players", COUNTS)
def test_games_end_after_twelve_rounds_and_nothing_is_lost_or_made(game: Game, players: int) -> None:
    rng = random.Random(players)
    actions = Counter()
    for seed in range(3):
        state = game.start(players, seed=seed)
        layout = state.table.flow.layout
        before = layout.totals(state.vector)
        assert before.pieces["Good"] == tuple(PRINTED_SUPPLY.values())
        assert before.pieces["Banknote"] == (14,)
        assert before.pieces["Contract"] == (1,) * 26
        assert before.pieces["MarketCard"] == (1,) * 15
        assert before.money == 0
        while not state.is_over:
            move = state.sample(rng)
            actions[move.action] += 1
            state.apply(move)
            assert layout.totals(state.vector) == before
            check_position(state)
        table = state.view(None)["game"]
        assert table["round_number"] == 12
        assert (table["market_deck"]["count"], table["market_discard"]["count"]) == (0, 12)
        assert state.ended_by == "last_market_card"
        assert sorted(seat for place in state.ranking for seat in place) == list(range(players))
        assert [state.scores[place[0]] for place in state.ranking] == sorted(set(state.scores), reverse=True)
    assert actions.keys() >= {"buy", "sell", "move_pawn", "sail", "browse", "borrow"}


FEW = [COUNTS[0], *(pytest.param(players, marks=pytest.mark.slow) for players in COUNTS[1:])]
"""Player counts for the reference engine. Only the slow suite uses more than the first, because this engine is slow.
"""


@pytest.mark.parametrize("players", FEW)
def test_walker_and_generated_engine_agree(game: Game, players: int) -> None:
    rng = random.Random(players)
    fast, plain = game.start(players, seed=players), game.start(players, seed=players, plain=True)
    while not fast.is_over:
        assert fast.vector == plain.vector
        (seat,) = fast.deciders
        assert fast.rows(seat) == plain.rows(seat)
        move = fast.sample(rng)
        fast.apply(move)
        plain.apply(move)
    assert fast.vector == plain.vector
    assert (fast.scores, fast.ranking) == (plain.scores, plain.ranking)


@pytest.mark.parametrize(
    "players", thinned(((players,) for players in COUNTS), lambda case: case[0] in (COUNTS[0], COUNTS[-1]))
)
def test_casual_games_end_too(casual: Game, players: int) -> None:
    assert some_way(casual, players, 1, 100_000).ended_by == "last_market_card"


RULINGS = {
    "contracts_kept": "4", "bought_where_the_pawn_is": "no", "loans_in_a_round": "2",
    "contract_sales_lower_prices": "no", "borrowed_coin_upgrades": "yes", "every_action_goes_on": "no",
    "one_partner": "no", "contracts_spared_by_bans": "no", "proposals_in_vain": "1",
}  # fmt: skip


def test_all_rulings_are_tried(game: Game) -> None:
    assert {ruling.about.name for ruling in game.table(3).flow.model.rulings} == RULINGS.keys()


@pytest.mark.parametrize(
    "rulings",
    [pytest.param(RULINGS, id="all"),
     *(pytest.param({name: value}, id=name, marks=pytest.mark.slow) for name, value in RULINGS.items())],
)  # fmt: skip
def test_a_variant_can_rule_otherwise(tmp_path: Path, rulings: dict[str, str]) -> None:
    """A game under other rulings has no warnings and ends. Compiling it takes most of the time, so that the default run
    changes all rulings at once.
    """
    file = tmp_path / "otherwise.rules"
    lines = "".join(f"    set {name} to {value}\n" for name, value in rulings.items())
    file.write_text(f'variant otherwise "Otherwise" of {GAME.name}\n{lines}', encoding="utf-8")
    game = mercatoria.load(GAME.name, variants=[str(file)])
    state = some_way(game, 3, 4, 100_000)
    assert game.warnings == []
    assert state.ended_by == "last_market_card"
    check_position(state)


def test_contracts_are_shuffled_after_the_homes_are_chosen(game: Game) -> None:
    state = game.start(3, seed=1)
    while not (browse := [move for move in state.moves() if move.action == "browse"]):
        state.apply(next(move for move in state.moves() if move.action in ("pass", "choose_home")))
    state.chance.manual = True
    state.apply(browse[0])
    assert [chance for _, chance in state.chance_outcomes()] == [Fraction(1, 26)] * 26


def test_the_token_goes_round_to_the_right(game: Game) -> None:
    state, firsts = game.start(4, seed=3), []
    rng = random.Random(3)
    while not state.is_over:
        table = view(state.table.flow, state.vector, None)["game"]
        if len(firsts) < table["round_number"]:
            firsts.append(table["first_player"])
        state.apply(state.sample(rng))
    assert firsts == ["Red", "Yellow", "Green", "Blue"] * 3


def test_states_are_values(game: Game) -> None:
    for seed, steps in ((1, 30), (2, 90), (3, 200)):
        state = game.start(3, seed=seed)
        rng = random.Random(seed)
        for _ in range(steps):
            state.apply(state.sample(rng))
        again = game.state_from_json(state.to_json())
        assert again == state
        assert json.loads(again.to_json()) == json.loads(state.to_json())
        for move in state.moves():
            if not move.open:
                assert game.parse_move(str(move), 3) == move


# ---------------------------------------------------------------- hidden information


def test_hidden_contracts_are_counted_and_shown_ones_are_read(game: Game) -> None:
    state, rng = game.start(3, seed=5), random.Random(5)
    hidden = shown = 0
    while not state.is_over:
        mine, theirs = (view(state.table.flow, state.vector, seat)["things"]["Player"]["Red"] for seat in (0, 1))
        assert theirs["contracts"] == {"count": len(mine["contracts"])}
        assert theirs["shown_contracts"] == mine["shown_contracts"]
        hidden += len(mine["contracts"])
        shown += len(mine["shown_contracts"])
        state.apply(state.sample(rng))
    assert hidden > 0
    assert shown > 0


def test_log_does_not_tell_what_is_kept(game: Game) -> None:
    state = game.start(3, seed=2)
    while not (browse := [move for move in state.moves() if move.action == "browse"]):
        state.apply(next(move for move in state.moves() if move.action in ("pass", "choose_home")))
    state.apply(browse[0])
    kept = next(move for move in state.moves() if move.action == "kept")
    state.apply(kept)
    assert str(kept) in state.log(kept.seat)
    assert not any(kept.args["kept"] in line for line in state.log((kept.seat + 1) % 3))
    assert not any(kept.args["kept"] in line for line in state.log(None))
