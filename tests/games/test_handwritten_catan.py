"""Tests the rulebook `catan_merchants_of_europe` against a handwritten engine.

Both must have the same legal moves with the same effects, and the same probabilities of random outcomes.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest
import yaml
from catan_lockstep import HAND, RESOURCES, SLUG, Fallen, Look, Tongue, crowd

import mercatoria
from interpreter.position import OPEN, Row
from mercatoria import Game, Move
from tests.thinning import thinned

MOST_AT_ONCE = 12  # cards that a player may discard in a single choice


@cache
def loaded(variants: tuple[str, ...], rounds: int) -> Game:
    """Return the game with `rounds` as its last round."""
    return mercatoria.load(SLUG, variants=variants, options={"last_round": rounds})


@cache
def board(name: str) -> tuple[Any, dict[str, int]]:
    """Return the board of the handwritten engine, and the numbers on its tokens."""
    data = yaml.safe_load((HAND.GAME / name).read_text(encoding="utf-8"))
    return HAND.Board(data), {token: row["value"] for token, row in data["Token"].items()}


class Pair:
    """A game that the rulebook and the handwritten engine play in parallel."""

    def __init__(
        self, players: int, variants: tuple[str, ...], rounds: int, seed: int, *, crowded: bool = False
    ) -> None:
        short = "short_game" in variants
        self.game = loaded(variants, rounds)
        lying, values = board("boards/short.yaml" if short else "board.yaml")
        self.rng = random.Random(seed)
        self.luck = Fallen(values)
        self.state = self.game.start(players=players, seed=seed, chance="manual")
        self.luck.fall(self.state, self.rng)
        view = self.state.view(None)
        self.seats: list[str] = view["players"]
        start = self.seats.index(view["game"]["first_player"])
        fixed = "fixed_opening" in variants
        if not fixed:
            self.luck.fallen.clear()  # The handwritten engine starts after the first seat has rolled the dice.
        self.table = HAND.Europe(lying, players, self.luck, short=short, start=start, fixed=fixed, limit=rounds)
        self.tongue = Tongue(lying, self.seats)
        self.look = Look(self.state, self.table, values, self.seats)
        self.seen: Counter[str] = Counter()
        self.crowded = crowded

    def step(self) -> None:
        """Compare the two positions and their legal moves, then play a random move."""
        if self.crowded and self.table.ph == HAND.P_ACT:
            crowd(self.state, self.look, self.rng)
            self.crowded = False
        self.look.same(self.state)
        if self.table.ph == HAND.P_DROP:
            self.discard()
            return
        (seat,) = self.state.deciders
        assert seat == self.table.cur
        theirs = self.table.legal()
        ours = self.tongue.legal(self.state, seat)
        for move in ours.keys() - set(theirs):  # The rulebook lists an offer even if no terms are legal.
            if move >> 2 * HAND.A << 2 * HAND.A == HAND.K_OFFER and not self.table.may_bargain(move & HAND.LOW):
                del ours[move]
        assert len(set(theirs)) == len(theirs)
        if ours.keys() != set(theirs):
            raise AssertionError(self.difference(set(ours), set(theirs)))
        chosen = self.rng.choices(theirs, [inclination(move) for move in theirs])[0]
        kind = chosen >> 2 * HAND.A << 2 * HAND.A
        if kind in (HAND.K_OFFER, HAND.K_COUNTER):
            self.bargain(seat, chosen, ours[chosen])
            return
        self.seen[self.table.describe(chosen)[0]] += 1
        self.play(self.state.table.notation.move(seat, ours[chosen]))
        self.table.apply(chosen)

    def difference(self, ours: set[int], theirs: set[int]) -> str:
        def told(moves: set[int]) -> list[Any]:
            return [self.table.describe(move) for move in sorted(moves)][:9]

        log = self.state.record["log"][-12:]
        return f"only the rulebook: {told(ours - theirs)}; only by hand: {told(theirs - ours)}; before: {log}"

    def play(self, move: Move | str) -> None:
        self.state.apply(move)
        self.luck.fall(self.state, self.rng)

    def discard(self) -> None:
        """Let every player with more than seven cards discard half of them."""
        dropped: dict[int, list[int]] = {}
        while any(move.action == "lost" for seat in self.state.deciders[:1] for move in self.state.moves(seat)):
            seat = self.state.deciders[0]
            hand = [had - gone for had, gone in zip(self.table.hand[seat], dropped.get(seat, [0] * 5), strict=True)]
            owed = self.table.owed[seat] - sum(dropped.get(seat, []))
            moves = self.state.moves(seat)
            assert len(moves) == ways_to_give(hand, min(owed, MOST_AT_ONCE))
            move = self.rng.choice(moves)
            gone = [move.args["lost"].get(name, 0) for name in RESOURCES]
            assert sum(gone) == min(owed, MOST_AT_ONCE)
            assert all(number <= had for number, had in zip(gone, hand, strict=True))
            dropped[seat] = [a + b for a, b in zip(dropped.get(seat, [0] * 5), gone, strict=True)]
            self.play(move)
        self.seen["discards"] += len(dropped)
        assert dropped.keys() == {seat for seat, owed in enumerate(self.table.owed) if owed}
        for seat in sorted(dropped):
            for resource, number in enumerate(dropped[seat]):
                for _ in range(number):
                    assert self.table.cur == seat
                    assert HAND.K_DROP | resource in self.table.legal()
                    self.table.apply(HAND.K_DROP | resource)

    def bargain(self, seat: int, chosen: int, listed: Row) -> None:
        """Play an offer or an answer with random terms, which may be illegal. In the row `listed`, the terms are still
        open.
        """
        table, rng, state = self.table, self.rng, self.state
        first = chosen != HAND.K_COUNTER
        q = chosen & HAND.LOW if first else table.partner
        for _ in range(8):
            give, get, pay, charge = HAND.some_terms(table, q, rng.random)
            if rng.random() < 0.1:
                pay += 1
            terms = iter([*give, *get, pay, charge])
            row = tuple(next(terms) if number == OPEN else number for number in listed)
            move = state.table.notation.move(seat, row)
            legal = table.may_offer(q, give, get, pay, charge) if first else table.may_counter(give, get, pay, charge)
            assert state.is_legal(move) == legal, (str(move), state.why_not(move, seat), table.hand)
            self.seen["legal terms" if legal else "illegal terms"] += 1
            if legal:
                self.play(move)
                if first:
                    table.offer(q, give, get, pay, charge)
                else:
                    table.counter(give, get, pay, charge)
                return
        self.play(f"{self.seats[seat]}: {'pass' if first else 'decline_trade'}")
        table.apply(HAND.PASS if first else HAND.DECLINE)


def ways_to_give(hand: list[int], number: int) -> int:
    """Return the number of different sets of `number` cards that a player can give from a hand."""
    ways = [1] + [0] * number
    for had in hand:
        ways = [sum(ways[k - j] for j in range(min(had, k) + 1)) for k in range(number + 1)]
    return ways[number]


LIKED = {
    HAND.K_DELIVER: 60,
    HAND.K_ROUTE: 1.5,
    HAND.K_SWAP: 0.3,
    HAND.K_SELL: 0.3,
    HAND.K_OFFER: 0.4,
    HAND.K_STOP: 0.4,
    HAND.K_CARD: 3,
    HAND.K_DEV: 2,
    HAND.K_RECRUIT: 0.5,
    HAND.K_WALK: 0.2,
}


def inclination(move: int) -> float:
    """Return the weight of a move in random play. With uniform weights, players would deliver few commodities."""
    return LIKED.get(move >> 2 * HAND.A << 2 * HAND.A, 1)


def play(players: int, variants: tuple[str, ...], rounds: int, seed: int, *, crowded: bool = False) -> Counter[str]:
    pair = Pair(players, variants, rounds, seed, crowded=crowded)
    while not pair.state.is_over:
        pair.step()
    state, table = pair.state, pair.table
    pair.look.same(state)
    assert not table.legal()
    assert not pair.luck.fallen
    assert state.ended_by == ("broken_off" if table.winner is None else "all_delivered")
    assert list(state.scores) == table.delivered
    assert state.ranking == table.ranking()
    pair.seen[state.ended_by] += 1
    return pair.seen


SHORT = ("short_game",)
FIXED = ("short_game", "fixed_opening")


@pytest.mark.parametrize(
    ("players", "variants", "rounds", "seed"),
    thinned([(3, (), 6, 1), (4, (), 6, 2), (3, SHORT, 14, 3), (4, FIXED, 14, 4)], lambda case: case[3] == 1),
)
def test_the_rulebook_plays_like_the_version_by_hand(
    players: int, variants: tuple[str, ...], rounds: int, seed: int
) -> None:
    play(players, variants, rounds, seed)


@pytest.mark.parametrize("seed", [303, pytest.param(311, marks=pytest.mark.slow)])
def test_where_fees_and_full_routes_decide_they_play_alike(seed: int) -> None:
    seen = play(3 + seed % 2, SHORT, 14, seed, crowded=True)
    assert {"send", "go", "stop", "deliver"} <= seen.keys()


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_crowded_boards_are_played_like_the_version_by_hand(players: int) -> None:
    for seed in range(400, 460):
        play(players, SHORT, 14, seed, crowded=True)


@pytest.mark.slow
@pytest.mark.parametrize("tens", range(10))
@pytest.mark.parametrize(("players", "variants"), [(3, ()), (4, ()), (3, SHORT), (4, SHORT), (3, FIXED), (4, FIXED)])
def test_many_games_are_played_like_the_version_by_hand(players: int, variants: tuple[str, ...], tens: int) -> None:
    """Each test case plays ten games, most of them to the end."""
    seen = Counter[str]()
    for seed in range(1000 + 10 * tens, 1010 + 10 * tens):
        seen += play(players, variants, 150, seed)
    assert {"card", "chain", "deliver", "equip", "free_route", "hex", "steal", "token", "walk"} <= seen.keys()
    assert not variants or seen["all_delivered"]
