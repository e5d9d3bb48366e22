"""Tests that the partner could pay a bot's offer, as far as the bot may know, and that no good is on both sides."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.rng import game_seed
from mercatoria import Game, Move, State
from mercatoria.players import Position, seeded
from tests.mercatoria.simulation.test_seated_games import check_games

SWAPS = """\
rulebook swaps "Swaps"
    players 3
    seats Ann, Ben, Cem
    money pence

kind Good: Wool, Ore, Salt with 20 pieces each

each Player has
    hand: counted bag of Good
    purse: money = 12

setup "Deal"
    for p in Player
        draw 2 * p.number from supply to p.hand

round "Trading"
    turn of player in Player
        player may swap, repeatedly

offer swap(partner: others(you), open give: bag of you.hand, open get: bag of Good,
        open pay: 0 to you.purse, open charge: 0 to partner.purse) to partner, countered at most 2 times "Swap"
    needs both_give: give.size + pay > 0 and get.size + charge > 0
    costs given: give from you.hand to partner.hand
    costs gotten: get from partner.hand to you.hand
    costs paid: pay to partner
    costs charged: charge from partner to you
    limit 4 per turn

end evening of round when round.number = 3

scoring of p in Player
    goods: p.hand.size

ranking of p in Player by most score(p), then most p.purse
"""

KINDS = ("random", "eager", "greedy")


@pytest.fixture
def swaps(tmp_path: Path) -> Game:
    (tmp_path / "rulebook.rules").write_text(SWAPS, encoding="utf-8")
    return mercatoria.load(str(tmp_path))


def faults_of(state: State, move: Move, hand: str) -> list[str]:
    """Return the faults of a proposal. For any other move, return an empty list."""
    if "give" not in move.args or move.action.startswith(("accept", "decline")):
        return []
    give, get = move.args["give"], move.args["get"]
    assert isinstance(give, dict) and isinstance(get, dict)
    holds = {seat: size_of(state, seat, hand) for seat in state.table.flow.model.seats}
    # A counter-offer keeps the roles of the first offer: `proposer` gives.
    giver, taker = move.args.get("proposer", move.seat_name), move.args["partner"]
    wrong = [
        f"{seat} has {holds[seat]}" for seat, bag in ((giver, give), (taker, get)) if sum(bag.values()) > holds[seat]
    ]
    wrong += [f"{sort} both ways" for sort in give if give[sort] and get.get(sort)]
    wrong += ["money both ways"] if move.args["pay"] and move.args["charge"] else []
    return [f"{move}: {what}" for what in wrong]


def size_of(state: State, seat: str, hand: str) -> int:
    model = state.table.flow.model
    held = next(
        run for field, run in state.table.flow.layout.runs.items() if (field.kind, field.name) == ("Player", hand)
    )
    first = model.seats.index(seat) * (len(held.base) // model.players)
    return sum(state.vector[held.base[first] : held.base[first] + held.width])


def proposals(game: Game, players: int, kind: str, seed: int, most: int, hand: str) -> tuple[int, list[str]]:
    """Play a game, and return the number of its proposals and their faults."""
    state, found, wrong = game.start(players, seed), 0, list[str]()
    seated = [seeded(kind, seed, seat) for seat in range(players)]
    for _ in range(most):
        if state.is_over:
            break
        seat = state.deciders[0]
        move = seated[seat].choose(Position(state, seat))
        found += "give" in move.args and not move.action.startswith(("accept", "decline"))
        wrong += faults_of(state, move, hand)
        state.apply(move)
    return found, wrong


@pytest.mark.parametrize("kind", KINDS)
def test_offers_can_be_paid_and_give_no_change(swaps: Game, kind: str) -> None:
    made = 0
    for number in range(8):
        found, wrong = proposals(swaps, 3, kind, game_seed(7, number), 60, "hand")
        assert wrong == []
        made += found
    assert made > 0


def test_offers_of_catan() -> None:
    game = mercatoria.load("catan_merchants_of_europe")
    found, wrong = proposals(game, 3, "random", 3, 400, "hand")
    assert wrong == [] and found > 40


def test_native_players_make_the_same_offers(swaps: Game) -> None:
    pytest.importorskip("wasmtime")
    check_games(swaps, ("random",) * 3, range(6))
    check_games(swaps, ("eager", "random", "eager"), range(2))


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["random", "eager", "greedy", "medium"])
def test_many_games(kind: str) -> None:
    game = mercatoria.load("catan_merchants_of_europe")
    for number in range(200 if kind == "random" else 5):
        _, wrong = proposals(game, 3, kind, game_seed(1, number), 1000 if kind == "random" else 200, "hand")
        assert wrong == []
