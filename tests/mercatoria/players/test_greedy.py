"""The greedy player looks ahead in its own turn, knows what things cost, and gets together what brings points."""

from collections.abc import Callable
from pathlib import Path

import pytest

import mercatoria
from mercatoria.players import Position, seeded
from mercatoria.players.prices import prices_of
from mercatoria.players.supposed import supposed
from mercatoria.simulation import play, replay
from tests.mercatoria.conftest import BIDS, loaded

BUILDERS = """rulebook builders "Builders"
    players 2
    money coins

kind Material: Log, Nail with 40 pieces each

each Player has
    purse: money = 2
    yard: bag of Material
    houses: 0 to 9 = 0

action work "Work for a coin"
    then
        bank pays 1 to you
action buy(what: Material) "Buy"
    costs price: 1 to bank
    costs what: 1 of what from supply to you.yard
action build "Build a house"
    costs logs: 2 of Log from you.yard to supply
    costs nails: 1 of Nail from you.yard to supply
    then
        raise you.houses by 1

round
    turn of player in Player
        player may work or buy or build, at most 2 times

end soon of round when round.number = 15

scoring of p in Player
    houses: p.houses
"""


@pytest.fixture
def builders(game: Callable[[str], Path]) -> mercatoria.Game:
    return mercatoria.load(str(game(BUILDERS)))


def test_what_is_bought_costs_a_little_more_than_was_paid(builders: mercatoria.Game) -> None:
    prices = prices_of(builders.table(2))
    price = {(of.name, sort): each for (of, sort), each in zip(prices.assets.classes, prices.price, strict=True)}
    assert price["purse", -1] == 1
    assert price["yard", 0] == price["yard", 1] == pytest.approx(1.1)


def test_what_brings_points_is_got_together(builders: mercatoria.Game) -> None:
    for seed in range(6):
        seat = seed % 2
        result = play(builders, 2, seed, ["greedy" if each == seat else "random" for each in (0, 1)])
        assert result.scores[seat] >= 3
        assert result.winners == (seat,)


def test_it_means_to_get_together_what_a_house_takes(builders: mercatoria.Game) -> None:
    state = builders.start(2, seed=1)
    position = Position(state, 0)
    classes = prices_of(state.table).assets.classes
    wants = position.foresight.dream()
    assert wants is not None
    assert {(classes[at][0].name, classes[at][1], number) for at, number in wants} == {("yard", 0, 2), ("yard", 1, 1)}


def test_a_game_replays_by_its_seed(builders: mercatoria.Game) -> None:
    once = play(builders, 2, 3, ["greedy", "greedy"])
    again = replay(builders, 2, 3, ["greedy", "greedy"], once.decisions)
    assert again.is_over
    assert again.scores == once.scores


def test_what_others_chose_in_secret_does_not_matter() -> None:
    picks, guesses = set(), set()
    for number in (0, 3, -1):
        state = loaded(BIDS).start(2, seed=1)
        first, second = state.deciders
        state.apply(state.moves(first)[number])
        guesses.add(tuple(supposed(state.table.flow, state.vector, second)))
        picks.add(str(seeded("greedy", 1, second).choose(Position(state, second))))
    assert len(guesses) == 1
    assert len(picks) == 1
