"""Tests the value of merchandise to bots in games that score money, and the bots' moves with it."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.position import PASS
from interpreter.rng import Stream
from mercatoria.players import Position, seeded
from mercatoria.players.determinization import determinize
from mercatoria.players.knowledge import knowledge_of
from mercatoria.players.playouts.chance_sampler import ChanceSampler
from mercatoria.players.playouts.rollouts import Rollouts
from mercatoria.players.prices import Prices, prices_of
from mercatoria.players.search_bot import SearchBot
from mercatoria.players.search_bot.win_estimates import Distances, WinEstimates
from mercatoria.simulation import play, play_on

STALL = """rulebook stall "Tea and salt"
    players 2 to 4
    board "board.yaml"
    money coin

kind Ware from board with 40 pieces
    usual: 1 to 20
kind News from board
    shift(Ware): -4 to 4 = 0

each Ware has
    price: 1 to 20 = usual
each Player has
    purse: money = 30
    wagon: bag of Ware
    trophies: 0 to 9 = 0
game has
    deck: hidden stack of News
    told: stack of News

setup
    do prepare

rule prepare
    move everything from box to deck
    shuffle deck

round
    do listen
    turn of player in Player
        do trade

phase listen
    draw 1 from deck to told

phase trade
    player may buy or sell or boast, repeatedly

trigger prices_shift(news: News) each time news enters told
    for ware in Ware
        raise ware.price by news.shift(ware) clamped

action buy(ware: Ware)
    needs on_sale: ware != Oil and supply(ware) > 0
    costs price: ware.price to bank
    limit 4 per turn
    then
        move 1 of ware from supply to you.wagon

action sell(ware: Ware)
    costs goods: 1 of ware from you.wagon to supply
    limit 40 per turn
    then
        bank pays ware.price to you

action boast
    costs price: 1 to bank
    limit 1 per turn
    then
        raise you.trophies by 1 clamped

end told_all of round when deck.size = 0

scoring of p in Player
    coin: p.purse
"""
BOARD = """board: {title: Stall, reconstructed: false}
Ware: {Tea: {usual: 8}, Salt: {usual: 6}, Oil: {usual: 5}}
News:
"""
SHIFTS = (-4, -3, -2, 2, 3, 4)


@pytest.fixture(scope="module")
def stall(tmp_path_factory: pytest.TempPathFactory) -> mercatoria.Game:
    return loaded(tmp_path_factory.mktemp("stall"), STALL)


def loaded(folder: Path, rules: str) -> mercatoria.Game:
    """Return a game with this rulebook and the board of the stall."""
    cards = [f"  Card{number}: {{shift: {{Tea: {tea}, Salt: {-tea}}}}}" for number, tea in enumerate(SHIFTS * 2, 1)]
    (folder / "rulebook.rules").write_text(rules)
    (folder / "board.yaml").write_text(BOARD + "\n".join(cards) + "\n")
    return mercatoria.load(str(folder))


def by_ware(prices: Prices) -> dict[str, float]:
    """Return the prices of the goods on wagons, in the order of the wares."""
    found = [(sort, price) for (of, sort), price in zip(prices.assets.classes, prices.price, strict=True)
             if of.name == "wagon"]  # fmt: skip
    return dict(zip(("Tea", "Salt", "Oil"), [price for _, price in sorted(found)], strict=True))


def test_it_is_worth_what_it_usually_brings(stall: mercatoria.Game) -> None:
    found = by_ware(prices_of(stall.table(2)))
    assert found["Tea"] == pytest.approx(8, abs=1.5)
    assert found["Salt"] == pytest.approx(6, abs=1.5)
    assert found["Oil"] == 5, "nobody sells it, but who had some could"


def test_a_sale_that_cannot_be_supposed_tells_nothing(tmp_path: Path) -> None:
    """No seat can have two pieces of a ware. If a seat has one and supposes another one, the rule therefore fails."""
    rules = STALL.replace("wagon: bag of Ware", "left: 0 to 0 = 0\n    wagon: bag of Ware = 1 of Tea")
    rules = rules.replace("ware != Oil and", "ware != Oil and you.wagon(ware) < 1 and")
    rules = rules.replace("bank pays ware.price", "set you.left to you.wagon(ware)\n        bank pays ware.price")
    found = by_ware(prices_of(loaded(tmp_path, rules).table(2)))
    assert found["Tea"] == 0
    assert found["Salt"] == pytest.approx(6, abs=1.5)


def test_pieces_without_a_market_have_no_price(stall: mercatoria.Game) -> None:
    prices = prices_of(stall.table(2))
    assert {of.name for (of, _), price in zip(prices.assets.classes, prices.price, strict=True) if price} == {"wagon"}


def test_it_is_bought_below_that_and_sold_above(stall: mercatoria.Game) -> None:
    for kind in ("greedy", "eager"):
        scores = [play(stall, 3, seed, (kind, kind, "random")).scores for seed in range(4)]
        assert sum(one + other for one, other, _ in scores) > 2 * 30 * len(scores)
        assert sum(one + other - 2 * by_chance for one, other, by_chance in scores) > 0


def test_nobody_keeps_any_when_the_game_is_due_to_end(stall: mercatoria.Game) -> None:
    for kind in ("greedy", "eager"):
        state = stall.start(2, 7)
        play_on(state, [seeded(kind, 7, seat) for seat in range(2)])
        assert state.is_over
        assert state.scores != (30, 30)
        for player in state.view(None)["things"]["Player"].values():
            assert not any(player["wagon"].values())


def test_a_deck_that_nobody_sees_is_not_supposed_to_be_used_up(stall: mercatoria.Game) -> None:
    state = stall.start(2, 3)
    engine, table = state.table.engine, state.table
    assert not engine.due(determinize(table, state.vector, 0))
    while not engine.due(state.vector):
        state.apply(next(move for move in state.moves() if move.row == (0,)))
    assert engine.due(determinize(table, state.vector, 0))
    valuation, seat = knowledge_of(table).valuation, state.deciders[0]
    assert valuation.until_due
    assert Position(state, seat).foresight.worth(state.vector) == 0


def test_search_bot_plays_some_turns_and_counts_holdings(stall: mercatoria.Game) -> None:
    """If rollouts continued to the end of the game, chance would matter far more than a single move."""
    state = stall.start(2, 3)
    rollouts, v, engine = Rollouts(state.table), state.vector[:], state.table.engine
    assert rollouts.base.for_some_turns and not rollouts.base.plays_to_end
    rollouts.play_on(v, ChanceSampler(state.table, 1), 0)
    assert not engine.over(v)
    rollouts.finish(v, ChanceSampler(state.table, 1))
    assert engine.over(v)
    hints = SearchBot(Stream(1, "test"), 20).hints(Position(state, state.deciders[0]))
    assert all(hint.is_final for hint in hints), "a chance to win is told, not what one has"


def test_holdings_count_in_proportion(stall: mercatoria.Game) -> None:
    """Twice the lead must be worth twice as much. Merchandise counts until the expected end of the game."""
    assert Distances().in_proportion([10, 20, 30]) == pytest.approx([0.625 / 3, 1 / 3, 1.375 / 3])
    assert Distances().in_proportion([20, 20]) == [0.5, 0.5]
    state = stall.start(2, 3)
    holdings = prices_of(state.table).assets.holdings
    for holding in holdings[1]:
        if holding.name[0].name == "wagon":
            state.vector[holding.counters[0]] = 2
    late = state.clone()
    while not state.table.engine.due(late.vector):
        late.apply(next(move for move in late.moves() if move.row == PASS))
    ahead, alike = (WinEstimates(state.table, by_riches=True).shares(each.vector) for each in (state, late))
    assert ahead[1] > ahead[0]
    assert alike == [0.5, 0.5]
