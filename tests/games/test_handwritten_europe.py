"""Tests the rulebook of Merchants of Medieval Europe against a handwritten engine: legal moves and their effects."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from handwritten_europe import CONTRACTS, GOODS, NEIGHBOURS, REGIONS, Goods, Table

import mercatoria
from mercatoria import Move, State
from tests.thinning import thinned

SLUG = "merchants_of_medieval_europe"
PROPOSALS = 6  # The rulebook limits the offers per turn, unlike the printed rules.


class Pair:
    """A game that the rulebook and the handwritten engine play in parallel."""

    def __init__(self, players: int, variants: list[str], seed: int) -> None:
        first = 1 + seed % players
        self.game = mercatoria.load(SLUG, variants=variants, options={"starting_seat": first})
        self.state: State = self.game.start(players=players, seed=seed)
        self.seats: list[str] = self.state.view(None)["players"]
        restrictions, keep = "without_restrictions" not in variants, 2 if "keep_two" in variants else 1
        self.table = Table(self.seats, self.seats[first - 1], restrictions=restrictions, keep=keep)
        self.rng = random.Random(seed)
        self.proposals = 0
        self.seen: Counter[str] = Counter()

    def what_chance_brought(self) -> None:
        view = self.state.view(self.state.deciders[0])
        if not self.table.steps:
            self.table.flip(view["game"]["market_discard"]["top"][-1])
        step, seat = self.table.steps[0]
        if step in ("home", "keep"):
            self.table.drawn = view["things"]["Player"][seat]["browsing"]

    def compare(self) -> list[Move]:
        """Compare the two positions, and return all legal moves except trades."""
        table, (seat,) = self.table, self.state.deciders
        step, name = table.steps[0]
        assert self.seats[seat] == name
        same_position(self.state.view(None), table)
        moves = self.state.moves(seat)
        plain = [move for move in moves if move.action != "trade"]
        assert {str(move).partition(": ")[2] for move in plain} == table.legal()
        if step == "turn" and self.proposals < PROPOSALS:
            self.compare_partners(name, {move.args["partner"] for move in moves if move.action == "trade"})
        return plain

    def compare_partners(self, name: str, offered: set[Any]) -> None:
        def something(seat: str) -> Iterator[tuple[Goods, Goods]]:
            for good in GOODS:
                yield {good: 1}, {}
                yield {}, {good: 1}
            for mine in GOODS:
                for theirs in GOODS:
                    yield {mine: 1}, {theirs: 1}

        for other in self.seats:
            possible = any(self.table.may_trade(name, other, *swap, 0, 0) for swap in something(other))
            assert (other in offered) == possible

    def bargain(self, name: str) -> bool:
        """Make a random offer, which may be illegal. Return True if the offer is legal."""
        other = self.rng.choice([seat for seat in self.seats if seat != name])
        give, get = self.some_goods(name), self.some_goods(other)
        pay, charge = (self.some_coin(seat) for seat in (name, other))
        terms = f"{written(give)}, {written(get)}, {pay}, {charge})"
        offer = self.game.parse_move(f"{name}: trade({other}, {terms}")
        legal = self.table.may_trade(name, other, give, get, pay, charge)
        assert self.state.is_legal(offer) == legal
        self.seen["legal offer" if legal else "illegal offer"] += 1
        if not legal:
            return False
        self.state.apply(offer)
        self.proposals += 1
        if self.rng.random() < 0.7:
            self.state.apply(self.game.parse_move(f"{other}: accept_trade({name}, {other}, {terms}"))
            self.table.trade(name, other, give, get, pay, charge)
        else:
            self.state.apply(self.game.parse_move(f"{other}: decline_trade"))
        return True

    def some_goods(self, seat: str) -> Goods:
        wagon = self.table.merchants[seat].wagon
        goods = [good for good, pieces in wagon.items() if pieces and self.rng.random() < 0.5]
        return {good: self.rng.randint(1, wagon[good] + (self.rng.random() < 0.1)) for good in goods}

    def some_coin(self, seat: str) -> int:
        return self.rng.randint(0, self.table.merchants[seat].purse + 1) if self.rng.random() < 0.3 else 0

    def step(self) -> None:
        self.what_chance_brought()
        moves = self.compare()
        step, name = self.table.steps[0]
        if step == "turn" and self.proposals < PROPOSALS and self.rng.random() < 0.3 and self.bargain(name):
            return
        move = self.rng.choices(moves, [inclination(move, self.table) for move in moves])[0]
        self.seen[move.action] += 1
        self.state.apply(move)
        self.table.apply(move.action, *move.args.values())
        if step == "turn" and move.action == "pass":
            self.proposals = 0


def same_position(view: Any, table: Table) -> None:
    game, things = view["game"], view["things"]
    for seat, me in table.merchants.items():
        seen = things["Player"][seat]
        assert (seen["purse"], seen["horses"], seen["notes"]) == (me.purse, me.horses, me.notes)
        assert seen["region"] == me.region or not me.region
        assert seen["wagon"] == {good: pieces for good, pieces in me.wagon.items() if pieces}
        assert (seen["contracts"]["count"], set(seen["shown_contracts"])) == (len(me.hidden), me.shown)
    assert {good: things["Good"][good]["price"] for good in GOODS} == table.price
    assert game["supply_Good"] == {good: table.supply(good) for good in GOODS if table.supply(good)}
    assert (game["first_player"], game["market_deck"]["count"]) == (table.first, table.cards_left)
    assert (game["contract_deck"]["count"], set(game["contract_discard"])) == (
        table.contract_deck,
        table.contract_discard,
    )


def written(goods: Goods) -> str:
    return " + ".join(f"{pieces} of {good}" for good, pieces in goods.items()) or "{}"


LIKED = {
    "complete": 60,
    "upgrade_wagon": 9,
    "kept": 5,
    "buy": 2,
    "sail": 0.3,
    "show_contract": 0.2,
    "close_action": 0.5,
}


def inclination(move: Move, table: Table) -> float:
    """Return the weight of a move in random play.

    A player with a contract moves towards its region. Otherwise players would complete few contracts.
    """
    step, seat = table.steps[0]
    me = table.merchants[seat]
    if step != "turn" or not (held := sorted(me.hidden | me.shown)) or move.action in ("complete", "show_contract"):
        return LIKED.get(move.action, 1)
    lacking = [{g: n - me.wagon[g] for g, n in CONTRACTS[c]["goods"].items() if n > me.wagon[g]} for c in held]
    lack, contract = min(zip(lacking, held, strict=True), key=lambda pair: (sum(pair[0].values()), pair[1]))
    match move.action, move.args:
        case "buy", {"good": good, "how_many": pieces}:
            return 30 + 8 * pieces if pieces <= lack.get(good, 0) else 0.2
        case "sell", {"good": good}:
            return 0.05 if good in CONTRACTS[contract]["goods"] else 3
        case "move_pawn" | "sail", {"to_region": there}:
            goal = {r for r in REGIONS if lack.keys() & set(REGIONS[r]["sells"])} or {CONTRACTS[contract]["place"]}
            return 12 if steps_to(goal, there) < steps_to(goal, me.region) else 0.02
    return 0.3


def steps_to(goal: set[str], start: str) -> int:
    """Return the number of steps to the nearest region in `goal`."""
    near, steps = {start}, 0
    while not near & goal:
        ports = {there for there in REGIONS if REGIONS[there]["port"] != "none"}
        near |= {there for here in near for there in NEIGHBOURS[here]} | (ports if near & ports else set())
        steps += 1
    return steps


@pytest.mark.parametrize(
    ("players", "variants", "seed"),
    thinned(
        [
            (3, [], 1),
            (4, ["keep_two"], 5),
            (5, ["without_restrictions"], 3),
            (6, ["keep_two", "without_restrictions"], 4),
        ],
        lambda case: case[2] == 1,
    ),
)
def test_the_rulebook_plays_like_the_version_by_hand(players: int, variants: list[str], seed: int) -> None:
    pair = Pair(players, variants, seed)
    while not pair.state.is_over:
        pair.step()
    table = pair.table
    assert table.over
    assert table.rounds == 12
    scores = [table.merchants[seat].score for seat in pair.seats]
    assert list(pair.state.scores) == scores
    places = [[seat for seat in range(players) if scores[seat] == score] for score in sorted(set(scores), reverse=True)]
    assert [sorted(place) for place in pair.state.ranking] == places
    assert {"buy", "sell", "move_pawn", "sail", "borrow", "browse", "kept", "complete"} <= pair.seen.keys()
    assert {"legal offer", "illegal offer"} <= pair.seen.keys()
