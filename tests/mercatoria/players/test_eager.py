"""Tests that the eager player compares what its moves gain in its turn, and uses only information that its seat may
see.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import mercatoria
from dsl.source import NOWHERE
from interpreter.position import PlayFault
from mercatoria.players import Position, knowledge_of, seeded
from mercatoria.players.prices import prices_of
from mercatoria.simulation import play
from tests.mercatoria.conftest import ROOT, SHIPPED, loaded

STALLS = """rulebook stalls "Stalls"
    players 2

each Player has
    goods: 0 to 9 = 0
    points: 0 to 99 = 0

action fetch "Fetch goods"
    then
        raise you.goods by 2
action sell(open number: 1 to you.goods) "Sell goods"
    needs some: you.goods > 0
    then
        lower you.goods by number
        raise you.points by number
action rest "Rest"
    then
        set you.goods to 0

round
    turn of player in Player
        player may fetch or sell or rest, at most 2 times

end soon of round when round.number = 3

scoring of p in Player
    points: p.points
"""


@pytest.fixture
def stalls(tmp_path: Path) -> mercatoria.State:
    (tmp_path / "rulebook.rules").write_text(STALLS)
    state = mercatoria.load(str(tmp_path)).start(2, 1)
    knowledge_of(state.table)
    return state


def eagerly(state: mercatoria.State, seed: int = 1) -> str:
    seat = state.deciders[0]
    return str(seeded("eager", seed, seat).choose(Position(state, seat)))


def test_it_draws_among_what_is_as_good_and_leaves_a_pass(stalls: mercatoria.State) -> None:
    assert {eagerly(stalls, seed) for seed in range(20)} == {"Seat1: fetch", "Seat1: rest"}


def test_points_go_before_all_else(stalls: mercatoria.State) -> None:
    stalls.apply("Seat1: fetch")
    chosen = [eagerly(stalls, seed) for seed in range(30)]
    assert all("sell" in each for each in chosen)
    assert chosen.count("Seat1: sell(2)") > 20, "of three ways to fill it in, the best"


def test_a_move_of_which_nothing_can_be_known_is_as_good_as_none(
    stalls: mercatoria.State, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = stalls.table.engine
    (fetch,) = (number for number, kind in enumerate(stalls.table.flow.move_kinds) if kind.name == "fetch")
    apply = engine.apply

    def failing(v: list[int], seat: int, row: tuple[int, ...]) -> None:
        if row[0] == fetch:
            raise PlayFault("nothing is known of this", NOWHERE, None)
        apply(v, seat, row)

    monkeypatch.setattr(engine, "apply", failing)
    assert {eagerly(stalls, seed) for seed in range(20)} == {"Seat1: rest"}


def test_the_same_seed_gives_the_same_game_and_chance_is_beaten() -> None:
    games = [play(loaded(SHIPPED), 2, seed, ("eager", "random")) for seed in (5, 5, 6, 7)]
    assert games[0] == games[1]
    assert all(game.winners == (0,) for game in games)


def test_values_follow_the_prices() -> None:
    state, rng = loaded(str(ROOT / "docs" / "examples" / "winter")).start(2, 3), random.Random(3)
    prices, valuation = prices_of(state.table), knowledge_of(state.table).valuation
    for _ in range(30):
        state.apply(state.sample(rng))
        points = prices.standing(state.table.engine, state.vector)
        for seat in range(2):
            exact = points[seat] - points[1 - seat] + prices.worth(state.vector, seat) / prices.points
            found = valuation.worth(points, state.vector, seat)
            assert found == pytest.approx(valuation.point * exact, abs=1e-5 * valuation.point)
