"""Tests that the greedy player looks ahead within its turn, knows what things cost, and collects what it needs to
score.
"""

from collections.abc import Callable, Container
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import mercatoria
from interpreter.rng import Stream
from mercatoria.players import Position, seeded
from mercatoria.players.determinization import determinize
from mercatoria.players.greedy import PATIENCE, GreedyPlayer
from mercatoria.players.plans import Plan
from mercatoria.players.prices import prices_of
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


CARTERS = """rulebook carters "Carters"
    players 2
    board "board.yaml"

kind Stop from board
kind Road from board between Stop
    paved: flag
kind Stone for each Player with 20 pieces each
kind Oats with 60 pieces
kind Cart for each Player

each Road has
    stone: space for Stone

each Cart has
    at: Stop or none = Mile0
    steps: 0 to 60 = 0

each Player has
    sack: bag of Oats = 1 of Oats
    sold: 0 to 9 = 0

action reap "Reap oats"
    needs little: you.sack.size < 2
    then
        move 1 of Oats from supply to you.sack
action drive(cart: Cart where cart.owner = you, oats: 1 to you.sack(Oats)) "Drive two stops for each of the oats"
    costs oats: oats of Oats from you.sack to supply
    then
        set cart.steps to 2 * oats
        you must go_on(cart) or sell(cart) or halt(cart) until cart.steps = 0
action go_on(cart: Cart, place: neighbours(cart.at, Road)) "Go on"
    needs paved: is_open(Road(cart.at, place))
    then
        set cart.at to place
        lower cart.steps by 1
value is_open(road: Road): flag = road.paved or road.stone != none
action pave(road: Road) "Pave a road where others end"
    needs unpaved: not is_open(road)
    needs joined: any(place in road.ends where any(r in edges(place, Road) where is_open(r)))
    costs oats: 1 of Oats from you.sack to supply
    costs stone: 1 of Stone(you) from supply to road.stone
action halt(cart: Cart) "Halt"
    then
        set cart.steps to 0
action sell(cart: Cart where cart.owner = you) "Sell, and begin anew"
    needs market: cart.at = Mile7
    then
        raise you.sold by 1
        set cart.steps to 0
        set cart.at to Mile0

round
    turn of player in Player
        player may reap or pave or drive or sell, at most 2 times

end soon of round when round.number = 15

scoring of p in Player
    sold: p.sold
"""
ROADS = [*((f"Mile{n}", f"Mile{n + 1}") for n in range(7)), *((f"Mile{n}", f"Heath{n}") for n in range(7))]
GAP = {"Mile3_Mile4", "Mile4_Mile5", "Mile5_Mile6"}


def carters(game: Callable[..., Path], unpaved: Container[str]) -> mercatoria.Game:
    """Return a game with a road and byways, some of them unpaved."""
    stops = ", ".join(f"{stop}: {{}}" for stop in sorted({end for road in ROADS for end in road}))
    paved = {road: "no" if "_".join(road) in unpaved else "yes" for road in ROADS}
    roads = ", ".join(f"{a}_{b}: {{ends: [{a}, {b}], paved: {paved[a, b]}}}" for a, b in ROADS)
    board = f"board: {{title: Roads, reconstructed: false}}\nStop: {{{stops}}}\nRoad: {{{roads}}}\n"
    return mercatoria.load(str(game(CARTERS, board__yaml=board)))


@pytest.fixture
def builders(game: Callable[[str], Path]) -> mercatoria.Game:
    return mercatoria.load(str(game(BUILDERS)))


def test_bought_pieces_cost_slightly_more(builders: mercatoria.Game) -> None:
    prices = prices_of(builders.table(2))
    price = {(of.name, sort): each for (of, sort), each in zip(prices.assets.classes, prices.price, strict=True)}
    assert price["purse", -1] == 1
    assert price["yard", 0] == price["yard", 1] == pytest.approx(1.1)


def test_pieces_that_score_are_collected(builders: mercatoria.Game) -> None:
    for seed in range(6):
        seat = seed % 2
        result = play(builders, 2, seed, ["greedy" if each == seat else "random" for each in (0, 1)])
        assert result.scores[seat] >= 3
        assert result.winners == (seat,)


def test_it_means_to_get_together_what_a_house_takes(builders: mercatoria.Game) -> None:
    state = builders.start(2, seed=1)
    position = Position(state, 0)
    classes = prices_of(state.table).assets.classes
    plan = position.foresight.planned()
    assert plan is not None
    assert not plan.way
    assert {(classes[at][0].name, classes[at][1], number) for at, number in plan.wants} == {
        ("yard", 0, 2),
        ("yard", 1, 1),
    }


def test_a_plan_has_the_way_to_points_and_what_it_takes(game: Callable[..., Path]) -> None:
    state = carters(game, ()).start(2, seed=1)
    classes = prices_of(state.table).assets.classes
    stops = {stop: at for at, stop in enumerate(state.table.flow.model.kinds["Stop"].things)}
    plan = Position(state, 0).foresight.planned()
    assert plan is not None
    seven_stops = [("sack", 4)]
    assert [(classes[at][0].name, number) for at, number in plan.wants] == seven_stops
    assert {where: far for (_, where), far in plan.way.items()} == {stops[f"Mile{n}"]: n for n in range(1, 8)}


def test_the_way_is_gone_by_and_by(game: Callable[..., Path]) -> None:
    result = play(carters(game, ()), 2, 1, ["greedy", "greedy"])
    assert min(result.scores) >= 2


def test_a_plan_has_the_pieces_without_which_there_is_no_way(game: Callable[..., Path]) -> None:
    byways = {f"Mile{n}_Heath{n}" for n in range(7)}
    state = carters(game, GAP | byways).start(2, seed=1)
    plan = Position(state, 0).foresight.planned()
    assert plan is not None
    assert {state.table.flow.layout.slot_name(slot).partition(".")[0] for slot, _ in plan.pieces} == GAP
    assert len(plan.way) == 7
    assert sum(number for _, number in plan.wants) == 4 + len(GAP)


def test_a_game_replays_by_its_seed(builders: mercatoria.Game) -> None:
    once = play(builders, 2, 3, ["greedy", "greedy"])
    again = replay(builders, 2, 3, ["greedy", "greedy"], once.decisions)
    assert again.is_over
    assert again.scores == once.scores


def test_secret_choices_of_others_do_not_matter() -> None:
    picks, guesses = set(), set()
    for number in (0, 3, -1):
        state = loaded(BIDS).start(2, seed=1)
        first, second = state.deciders
        state.apply(state.moves(first)[number])
        guesses.add(tuple(determinize(state.table, state.vector, second)))
        picks.add(str(seeded("greedy", 1, second).choose(Position(state, second))))
    assert len(guesses) == 1
    assert len(picks) == 1


LAMP = """rulebook lamp "A lamp for sale"
    players 3
    money coins

each Player has
    purse: money = 20
    lamps: 0 to 9 = 0
    points: 0 to 9 = 0

action candle "Light a candle"
    costs price: 9 to bank
    then
        raise you.points by 1

round
    auction lamp "A lamp for whoever bids most"
        bidders p in Player
        bid 1 to p.purse
        won by winner at price
            winner pays price to bank
            {won}
        unsold
            stop phase
    for p in Player
        p may candle

end soon of round when round.number = 1

scoring of p in Player
    points: p.points
"""


@pytest.mark.parametrize(("won", "bid"), [("raise winner.lamps by 1", None), ("raise winner.points by 1", 7)])
def test_it_bids_as_little_as_it_may_and_nothing_for_what_is_worth_nothing(
    tmp_path: Path, won: str, bid: int | None
) -> None:
    (tmp_path / "rulebook.rules").write_text(LAMP.format(won=won), encoding="utf-8")
    state = mercatoria.load(str(tmp_path)).start(3)
    state.apply(next(move for move in state.moves() if move.args == {"bid": 6}))
    move = seeded("greedy", 1, 1).choose(Position(state, 1))
    assert move.args == ({"bid": bid} if bid else {})


def test_a_plan_that_was_held_on_to_for_long_is_forgotten() -> None:
    plan, before = Plan(wants=((1, 1),), rows=((1,),)), list[Plan]()

    @dataclass
    class Looking:
        """A seat whose holdings differ at each call, but whose plan is always the same."""

        holdings: tuple[int, ...]
        plan: Plan = field(default_factory=Plan)
        points: int = 0

        def planned(self) -> Plan:
            before.append(self.plan)
            return plan

    player = GreedyPlayer(Stream(1, "test"))
    for number in range(PATIENCE + 5):
        player._make_plan(Looking((number,)), 2 * number)  # type: ignore[arg-type]
    assert [at for at, each in enumerate(before) if each == Plan()] == [0, PATIENCE + 1]
