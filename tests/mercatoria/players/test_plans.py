"""Tests the plans of a seat for points that require pieces on the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import mercatoria
from dsl.source import NOWHERE
from interpreter.position import PlayFault
from mercatoria.players import Position
from mercatoria.players.own_moves import OwnMoves
from mercatoria.players.plans import Plan, Planner
from mercatoria.players.prices import prices_of

# A road leads from the inn to the bridge, but none leads on to the market yet. The first paved road must start at the
# yard. Each shop brings a crate, and a crate scores a point at the market.
SHOPS = """rulebook shops "Shops"
    players 2
    board "board.yaml"

kind Stop from board
kind Road from board between Stop
    paved: flag
kind Stone for each Player with 9 pieces each
kind Shop for each Player with 9 pieces each
kind Oats with 60 pieces
kind Crate with 20 pieces

each Road has
    stone: space for Stone

each Stop has
    shop: space for Shop

each Player has
    sack: bag of Oats = 2 of Oats
    crates: bag of Crate
    sold: 0 to 9 = 0

action reap "Reap oats"
    needs little: you.sack.size < 9
    then
        move 1 of Oats from supply to you.sack

action pave(road: Road) "Pave a road"
    needs unpaved: not road.paved and road.stone = none
    needs joined: any(place in road.ends where place = Yard or any(r in edges(place, Road) where r.stone = Stone(you)))
    costs oats: 1 of Oats from you.sack to supply
    costs stone: 1 of Stone(you) from supply to road.stone

action build(place: Stop) "Build a shop"
    needs empty: place.shop = none
    costs oats: (if place = Yard then 3 else 1) of Oats from you.sack to supply
    costs shop: 1 of Shop(you) from supply to place.shop

trigger stocked(shop: Shop, place: Stop) each time shop enters place.shop "A crate comes with it"
    move 1 of Crate from supply to shop.owner.crates

action sell "Sell a crate"
    needs way: Market in reach(Inn, {r in Road where r.paved or r.stone != none})
    costs oats: 1 of Oats from you.sack to supply
    costs crate: 1 of Crate from you.crates to supply
    then
        raise you.sold by 1

round
    turn of player in Player
        player may reap or pave or build or sell, at most 2 times

end soon of round when round.number = 15

scoring of p in Player
    sold: p.sold
"""

BOARD = """board: {title: Roads, reconstructed: false}
Stop: {Yard: {}, Inn: {}, Bridge: {}, Market: {}}
Road:
  Inn_Bridge: {ends: [Inn, Bridge], paved: yes}
  Yard_Bridge: {ends: [Yard, Bridge], paved: no}
  Bridge_Market: {ends: [Bridge, Market], paved: no}
"""


@pytest.fixture
def shops(game: Callable[..., Path]) -> mercatoria.State:
    return mercatoria.load(str(game(SHOPS, board__yaml=BOARD))).start(2, seed=1)


def planned(state: mercatoria.State, before: Plan | None = None) -> Plan:
    foresight = Position(state, 0).foresight
    foresight.plan = before or Plan()
    plan = foresight.planned()
    assert plan is not None
    return plan


def where(state: mercatoria.State, plan: Plan) -> list[str]:
    return [state.table.flow.layout.slot_name(slot).partition(".")[0] for slot, _ in plan.pieces]


def wants(state: mercatoria.State, plan: Plan) -> dict[str, int]:
    classes = prices_of(state.table).assets.classes
    return {classes[at][0].name: number for at, number in plan.wants}


def moved(state: mercatoria.State, *moves: str) -> None:
    """Play these moves for the first seat, and pass in all other decisions."""
    for move in moves:
        while state.deciders != (0,):
            state.apply("pass")
        state.apply(move)
    while state.deciders != (0,):
        state.apply("pass")


def test_a_piece_is_placed_for_what_it_brings_and_where_that_costs_least(shops: mercatoria.State) -> None:
    plan = planned(shops)
    (shop,) = set(where(shops, plan)) - {"Yard_Bridge", "Bridge_Market"}
    assert shop != "Yard"
    assert wants(shops, plan) == {"sack": 1 + 1 + 1 + 1}  # The plan needs a shop, two roads and a sale.


def test_a_plan_has_the_pieces_without_which_others_cannot_be_placed(shops: mercatoria.State) -> None:
    """The way to the market lacks only one road. The player can place this road only after another one."""
    places = where(shops, planned(shops))
    assert places.index("Yard_Bridge") < places.index("Bridge_Market")


def test_no_more_is_wanted_for_a_piece_that_lies_there(shops: mercatoria.State) -> None:
    plan = planned(shops)
    moved(shops, "pave(Yard_Bridge)")
    left = planned(shops, plan)
    assert left.rows == plan.rows
    assert set(where(shops, left)) == set(where(shops, plan)) - {"Yard_Bridge"}
    assert wants(shops, left) == {"sack": 3}


def test_a_plan_is_given_up_where_a_rival_has_taken_a_place(shops: mercatoria.State) -> None:
    plan = planned(shops)
    (shop,) = set(where(shops, plan)) - {"Yard_Bridge", "Bridge_Market"}
    moved(shops, "reap")
    while shops.deciders != (1,):
        shops.apply("pass")
    shops.apply(f"build({shop})")
    while shops.deciders != (0,):
        shops.apply("pass")
    assert shop not in where(shops, planned(shops, plan))


def test_planning_bot_sells_crates(game: Callable[..., Path]) -> None:
    state = mercatoria.load(str(game(SHOPS, board__yaml=BOARD))).start(2, seed=1)
    players = [mercatoria.players.seeded("greedy", 1, seat) for seat in range(2)]
    while not state.is_over:
        (seat,) = state.deciders
        state.apply(players[seat].choose(Position(state, seat)))
    assert min(state.scores) >= 2


def test_impossible_moves_are_no_way_to_points(shops: mercatoria.State) -> None:
    """If the rules fail in every supposed position, the seat has no plan."""
    table, start = shops.table, Position(shops, 0).determinized

    def points(v: list[int]) -> Sequence[int]:
        if v != start:
            raise PlayFault("out of range", NOWHERE)
        return table.engine.scores(v)

    assert Planner(OwnMoves(table, 0), prices_of(table), points).plan(start, Plan()) == Plan()
