"""Tests that bots collect goods for an order, carry them to its town and deliver them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import mercatoria
from interpreter.position import PASS, FieldEntry, HolderForm, Row, Vector
from mercatoria.players import Player, Position, seeded
from mercatoria.players.deliveries import Outlook, outlook_of
from mercatoria.players.deliveries.frames import frames_of
from mercatoria.players.deliveries.orders import Orders, orders_of
from mercatoria.players.foresight import Foresight
from mercatoria.players.values import round_slot
from mercatoria.simulation import play_on

COURIERS = """rulebook couriers "Couriers"
    players 2 to 3
    board "board.yaml"
    money coin

kind Ware from board with 40 pieces
    usual: 1 to 20
kind Town from board
    sells: set of Ware
kind Road from board between Town
kind Weather from board
    shift(Ware): -4 to 4 = 0
kind Order from board
    town: Town
    ware: Ware
    bonus: 1 to 20

each Ware has
    price: 1 to 20 = usual
each Player has
    purse: money = 30
    wagon: bag of Ware
    town: Town = North
    orders: counted pile of Order
    seen: secret pile of Order
game has
    weather_deck: hidden stack of Weather
    weather: stack of Weather
    order_deck: hidden stack of Order, refilled from done
    done: pile of Order

setup
    do prepare

rule prepare
    move everything from box to weather_deck
    shuffle weather_deck
    move everything from box to order_deck
    shuffle order_deck

round
    do look_up
    turn of player in Player
        do act

phase look_up
    draw 1 from weather_deck to weather

phase act
    player may walk or buy or sell or ask or deliver, at most 4 times

trigger prices_shift(sky: Weather) each time sky enters weather
    for ware in Ware
        raise ware.price by sky.shift(ware) clamped

action walk(to_town: neighbours(you.town, Road))
    then
        set you.town to to_town

action buy(ware: Ware, number: 1 to 8)
    needs sold_here: ware in you.town.sells
    needs supplied: supply(ware) >= number
    needs space: you.wagon.size + number <= 8
    costs price: number * ware.price to bank
    then
        move number of ware from supply to you.wagon

action sell(ware: Ware, number: 1 to 8)
    costs goods: number of ware from you.wagon to supply
    then
        bank pays number * ware.price to you

action ask
    needs cards: order_deck.size + done.size >= 2
    then
        draw 2 from order_deck to you.seen
        you may choose kept in you.seen, says "keep {kept}", pass "keep none"
            move kept from you.seen to you.orders
        move everything from you.seen to done

action deliver(order: you.orders)
    needs there: you.town = order.town
    costs goods: 3 of order.ware from you.wagon to supply
    costs card: order from you.orders to done
    then
        bank pays 3 * (order.ware.price + order.bonus) to you

end last_weather of round when weather_deck.size = 0

scoring of p in Player
    coin: p.purse
    orders: 0 - 5 * p.orders.size
"""
ROOT = Path(__file__).parents[4]
TOWNS = ("North", "Ford", "Mill", "South")
BOARD = """board: {title: Couriers, reconstructed: false}
Ware: {Tea: {usual: 8}, Salt: {usual: 6}}
Town: {North: {sells: [Tea]}, Ford: {sells: []}, Mill: {sells: []}, South: {sells: [Salt]}}
Road: {A: {ends: [North, Ford]}, B: {ends: [Ford, Mill]}, C: {ends: [Mill, South]}}
"""
SHIFTS = (-2, -1, 1, 2, -2, -1, 1, 2, -1, 1)
WANTED = (("South", "Tea"), ("Mill", "Tea"), ("North", "Salt"))
ORDERS = [(town, ware, bonus) for bonus in (10, 14) for town, ware in WANTED]


@pytest.fixture(scope="module")
def couriers(tmp_path_factory: pytest.TempPathFactory) -> mercatoria.Game:
    folder = tmp_path_factory.mktemp("couriers")
    weather = ", ".join(f"Day{at}: {{shift: {{Tea: {tea}, Salt: {-tea}}}}}" for at, tea in enumerate(SHIFTS, 1))
    orders = ", ".join(
        f"Order{at}: {{town: {town}, ware: {ware}, bonus: {bonus}}}" for at, (town, ware, bonus) in enumerate(ORDERS, 1)
    )
    (folder / "rulebook.rules").write_text(COURIERS)
    (folder / "board.yaml").write_text(f"{BOARD}Weather: {{{weather}}}\nOrder: {{{orders}}}\n")
    return mercatoria.load(str(folder))


class Counted:
    """A player whose moves are counted by their kinds."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.made = Counter[str]()

    def choose(self, position: Position) -> mercatoria.Move:
        move = self._player.choose(position)
        self.made[move.action] += 1
        return move


def orders(game: mercatoria.Game, seat: int = 0) -> Orders:
    found = orders_of(game.table(2), seat)
    assert found is not None
    return found


def begun(game: mercatoria.Game, seed: int = 1, order: str = "") -> mercatoria.State:
    """Return the first position in which the first seat is free to act, with the order `order` if given."""
    state = game.start(2, seed)
    if order:
        run = next(run for of, run in state.table.flow.layout.runs.items() if of.name == "orders")
        assert isinstance(run.storage, HolderForm)
        index = next(run.holds.first + at for at in range(run.holds.size) if run.name(run.holds.first + at) == order)
        run.storage.put(state.vector, FieldEntry(run, 0), index, 1)
    return state


def outlook(game: mercatoria.Game, v: Vector) -> Outlook:
    found = outlook_of(game.table(2), v, 0)
    assert found is not None
    return found


def row_of(game: mercatoria.Game, v: Vector, text: str) -> Row:
    """Return the first seat's move that reads like this."""
    table = game.table(2)
    return next(row for row in table.engine.moves(v, 0) if table.notation.move(0, row).call == text)


def worths(game: mercatoria.Game, v: Vector, *moves: str) -> list[float]:
    """Make these moves of the first seat, and return what its best delivery is worth before and after each."""
    table, look = game.table(2), outlook(game, v[:])
    found, at = [look.of_best(v)], v[:]
    for text in moves:
        table.engine.apply(at, 0, row_of(game, at, text))
        found.append(look.of_best(at))
    return found


def test_a_survey_finds_markets_roads_and_what_may_bring_orders(couriers: mercatoria.Game) -> None:
    found, frames = orders(couriers), frames_of(couriers.table(2), 0)
    assert frames is not None
    kinds = [kind.name for kind in couriers.table(2).flow.move_kinds]
    assert {kinds[kind] for kind in found.map.sales} == {"sell"}
    assert {kinds[kind] for kind in found.map.journeys} == {"walk"}
    assert {kinds[kind] for kind in found.brought} == {"ask"}
    assert sorted(places for places in found.map.sources.values()) == [frozenset({0}), frozenset({3})]
    assert found.map.far[0][3].steps == 3
    ability = found.ability(frames.slots.things_in(begun(couriers).vector))
    assert (ability.speed, ability.room) == (4, 8)
    assert frames.rounds == len(SHIFTS)


def test_a_delivery_pays_a_premium(couriers: mercatoria.Game) -> None:
    found, v = orders(couriers), begun(couriers, order="Order1").vector
    (delivery,) = found.allowed(found.frames.slots.things_in(v))
    assert delivery.place == TOWNS.index("South")
    assert [number for _, number in delivery.takes] == [3]
    assert delivery.premium == 3 * 10 + 5, "with the points for an order that is not left over"


def test_each_step_towards_a_delivery_counts(couriers: mercatoria.Game) -> None:
    v = begun(couriers, order="Order1").vector
    found = worths(couriers, v, "buy(Tea, 3)", "walk(Ford)", "walk(Mill)")
    assert found == sorted(found) and len(set(found)) == len(found)
    assert found[0] > 0
    away = worths(couriers, v, "walk(Ford)")
    assert away[1] < away[0]


def test_a_delivery_that_comes_too_late_is_worth_nothing(couriers: mercatoria.Game) -> None:
    state = begun(couriers, order="Order1")
    v = state.vector[:]
    v[round_slot(state.table)] = orders(couriers).frames.rounds
    assert outlook(couriers, v).of_best(v) == 0


def test_a_delivery_that_the_seat_cannot_afford_is_worth_less(couriers: mercatoria.Game) -> None:
    v = begun(couriers, order="Order1").vector
    poor, (purse,) = v[:], orders(couriers).frames.slots.money
    poor[purse] = 5
    assert 0 < outlook(couriers, poor).of_best(poor) < outlook(couriers, v).of_best(v)


def test_a_seat_hopes_for_orders_while_it_has_none(couriers: mercatoria.Game) -> None:
    kinds = [kind.name for kind in couriers.table(2).flow.move_kinds]
    idle, busy = begun(couriers).vector, begun(couriers, order="Order4").vector
    assert outlook(couriers, idle).hope(kinds.index("ask")) > outlook(couriers, busy).hope(kinds.index("ask"))
    assert outlook(couriers, idle).hope(kinds.index("buy")) == 0


@pytest.mark.parametrize(("kind", "games"), [("greedy", 2), ("30", 1)])
def test_bots_deliver(couriers: mercatoria.Game, kind: str, games: int) -> None:
    made = Counter[str]()
    for seed in range(games):
        players = [Counted(seeded(kind, seed, 0)), Counted(seeded("random", seed, 1))]
        state = couriers.start(2, seed)
        play_on(state, players)
        assert state.is_over
        made += players[0].made
    assert made["deliver"] >= 4 * games


def test_moves_that_set_a_delivery_back_are_left_out(couriers: mercatoria.Game) -> None:
    """Rollouts end long before the premium is paid, so they could not tell a delivery from idle travel."""
    table, v = couriers.table(2), begun(couriers, order="Order1").vector
    for text in ("buy(Tea, 3)", "walk(Ford)"):
        table.engine.apply(v, 0, row_of(couriers, v, text))
    look, rows, worth = outlook(couriers, v), table.engine.moves(v, 0), Foresight(table, v, 0).worth
    assert look.unharmed(rows, row_of(couriers, v, "walk(Mill)"), worth) == ()
    left = {table.notation.move(0, row).call for row in look.unharmed(rows, PASS, worth) or ()}
    assert {"pass", "walk(Mill)"} <= left
    assert not {"sell(Tea, 1)", "walk(North)"} & left


def test_hidden_cards_do_not_matter(couriers: mercatoria.Game) -> None:
    state = begun(couriers)
    other = state.clone()
    for of, run in state.table.flow.layout.runs.items():
        if of.name in ("order_deck", "weather_deck"):
            first, end = run.base[0], run.base[0] + run.widths[0]
            cards = [at for at in range(first, end) if state.vector[at] != state.vector[first]]
            other.vector[cards[0]], other.vector[cards[-1]] = other.vector[cards[-1]], other.vector[cards[0]]
    assert other.vector != state.vector
    one, two = (Position(each, 0) for each in (state, other))
    assert one.foresight.start == two.foresight.start
    assert seeded("greedy", 1, 0).choose(one) == seeded("greedy", 1, 0).choose(two)


@pytest.mark.parametrize(
    "name",
    [
        "docs/examples/base_catan",
        *(
            pytest.param(each, marks=pytest.mark.slow)
            for each in ("docs/examples/bazaar", "medieval_merchant", "merchants_of_the_middle_ages", "merkator")
        ),
    ],
)
def test_other_games_have_no_deliveries(name: str) -> None:
    """Bots play these games move for move as they did without deliveries."""
    state = mercatoria.load(name if "/" not in name else str(ROOT / name)).start(2, 1)
    assert all(orders_of(state.table, seat) is None for seat in range(2))
    assert Position(state, state.deciders[0]).foresight.outlook is None


def test_a_seat_without_orders_is_on_no_delivery(couriers: mercatoria.Game) -> None:
    v = begun(couriers).vector
    assert outlook(couriers, v).of_best(v) == 0
    assert outlook(couriers, v).unharmed([PASS], PASS, Foresight(couriers.table(2), v, 0).worth) is None


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["greedy", "easy"])
def test_bots_complete_contracts_in_merchants_of_medieval_europe(kind: str) -> None:
    made = Counter[str]()
    for seed in range(3):
        players = [Counted(seeded(kind, seed, seat)) for seat in range(3)]
        play_on(mercatoria.load("merchants_of_medieval_europe").start(3, seed), players)
        for each in players:
            made += each.made
    assert made["complete"] >= 6
