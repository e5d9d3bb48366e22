"""Tests that bots collect goods for an order, carry them to its town and deliver them."""

from __future__ import annotations

from collections import Counter

import pytest

import mercatoria
from mercatoria.players import Player, Position, seeded
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


@pytest.mark.parametrize(("kind", "games"), [("greedy", 2)])
def test_bots_deliver(couriers: mercatoria.Game, kind: str, games: int) -> None:
    made = Counter[str]()
    for seed in range(games):
        players = [Counted(seeded(kind, seed, 0)), Counted(seeded("random", seed, 1))]
        state = couriers.start(2, seed)
        play_on(state, players)
        assert state.is_over
        made += players[0].made
    assert made["deliver"] >= 4 * games


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["greedy"])
def test_bots_complete_contracts_in_merchants_of_medieval_europe(kind: str) -> None:
    made = Counter[str]()
    for seed in range(3):
        players = [Counted(seeded(kind, seed, seat)) for seat in range(3)]
        play_on(mercatoria.load("merchants_of_medieval_europe").start(3, seed), players)
        for each in players:
            made += each.made
    assert made["complete"] >= 6
