"""Tests the rulebook of Merkator against a handwritten engine: legal moves and their effects.

The rulebook splits an action such as a payment into smaller questions. A test answers all questions of an action, and
the complete payment must be legal in the handwritten engine. Some tests follow every path through these questions on
copies of the game.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from functools import cache
from itertools import combinations, islice, permutations
from typing import Any

import pytest
from handwritten_merkator import Table
from merkator_cards import CONTRACTS, FOR_SALE, MAIN, Bag, of_cube, price, worth
from merkator_lockstep import (
    AT_ANY_TIME,
    BUYING,
    SWAPPING,
    Chance,
    asks,
    cards_of,
    catch_up,
    changed,
    choices,
    enrich,
    inclination,
    must_lose_all,
    phase,
    same_position,
)
from merkator_merchants import Merchant, ranking, scores
from merkator_payments import is_payment, payments, pieces, written

import mercatoria
from mercatoria import Game, Move, State
from tests.thinning import thinned

SLUG = "merkator"
MOST_WALKED = 400


@cache
def loaded(variants: tuple[str, ...], first: int) -> Game:
    return mercatoria.load(SLUG, variants=variants, options={"starting_seat": first})


class Pair:
    """A game that the rulebook and the handwritten engine play in parallel."""

    def __init__(self, players: int, variants: Collection[str], seed: int) -> None:
        first = 1 + seed % players
        variants = [*variants, *(["solo"] if players == 1 else [])]
        self.game = loaded(tuple(variants), first)
        self.state = self.game.start(players=players, seed=seed)
        self.seats: list[str] = self.state.view(None)["players"]
        self.chance = Chance(self.state)
        self.table = Table(self.seats, self.seats[first - 1], self.chance.comes, variants)
        self.chance.table = self.table
        self.rng = random.Random(seed)
        self.seen: Counter[str] = Counter()
        self.keen = seed % 2 == 0  # prefers contracts to cards

    # ------------------------------------------------------------ one decision

    def step(self) -> None:
        """Compare the legal actions, and play a random one."""
        (seat,) = self.state.deciders
        name = self.seats[seat]
        moves = self.state.moves(seat)
        catch_up(self.table, phase(self.state), name)
        assert self.table.step.seat == name, (self.table.step, phase(self.state), name)
        same_position(self.state, self.table)
        if self.at_any_time(name, [move for move in moves if move.action in AT_ANY_TIME]):
            return
        deeds = [move for move in moves if move.action not in AT_ANY_TIME]
        self.handler({move.action for move in deeds})(deeds)

    def handler(self, actions: set[str]) -> Callable[[list[Move]], None]:
        """Return the function that compares and plays a decision between these actions."""
        by_action = {
            **dict.fromkeys([*BUYING, "sell_contract", "give_up_coins"], self.invest),
            "build": self.build,
            "travel": self.travel,
            **dict.fromkeys(["keep_as", "good"], self.place),
            "turn_up": self.turn_up,
            "lost": self.lose,
            "fulfil": self.fulfil_or_not,
            "follow": self.follow,
            "bid_for_swap": self.bid,
            "partner": self.choose_bid,
        }
        by_phase = {
            "invest": self.invest,
            "fulfil_contracts": self.fulfil_or_not,
            "join_journey": self.follow if self.table.step.what == "follow" else self.fulfil_or_not,
            "last_goods": self.close,
            "lose_goods": self.no_more_down,
            "reward": self.reward,
            **dict.fromkeys(SWAPPING, self.choose_bid),
        }
        known = [by_action[action] for action in sorted(actions) if action in by_action]
        return known[0] if known else by_phase[phase(self.state)]

    def at_any_time(self, name: str, moves: list[Move]) -> bool:
        """Compare the actions that are legal at any time, and sometimes play one. Return True if an
        action was played.
        """
        table = self.table
        assert self.among(moves, "stow", "good") == table.merchants[name].fields_for_reserve
        tops = {level: pile.top for level, pile in table.contracts.stacks.items()}
        if table.step.what != "last":
            in_hand = {tops[level] for level in self.among(moves, "take_contract_in_hand", "level")}
            assert in_hand | self.among(moves, "take_card", "card") == table.may_take_in_hand()
        else:  # After the last journey, the handwritten engine takes no card in hand.
            moves = [move for move in moves if move.action == "stow"]
        likes = 0.6 if table.step.what == "last" else 0.15
        if not moves or self.rng.random() > likes:
            return False
        move = self.rng.choice(moves)
        self.play(move)
        if move.action == "stow":
            table.reserve(name, move.args["good"])
        else:
            table.take_in_hand(move.args.get("card") or tops[move.args["level"]])
        return True

    def play(self, move: Move) -> None:
        self.seen[move.action] += 1
        self.chance.note_chart(self.state)
        self.state.apply(move)
        self.chance.see(self.state)

    def among(self, moves: list[Move], action: str, word: str) -> set[Any]:
        return {move.args[word] for move in moves if move.action == action}

    def pick(self, moves: list[Move]) -> Move:
        return self.rng.choices(moves, [inclination(move, self.table, keen=self.keen) for move in moves])[0]

    # ------------------------------------------------------------ part 1

    def invest(self, moves: list[Move]) -> None:
        table, me = self.table, self.table.deciding
        assert self.among(moves, "sell_contract", "contract") == table.may_sell()
        assert any(move.action == "give_up_coins" for move in moves) == table.has_too_much(me)
        assert any(move.action == "pass" for move in moves) == bool(table.may_travel())
        self.compare_packages(moves)
        move = self.pick(moves)
        if move.action in BUYING:
            self.buy(move)
            return
        self.play(move)
        if move.action == "sell_contract":
            table.sell(move.args["contract"])
        if move.action == "give_up_coins":
            table.give_up()

    def compare_packages(self, moves: list[Move]) -> None:
        """Compare the open cards that the player can pay for, and the first card of each package of several cards."""
        cards = sorted(self.table.on_sale(), key=FOR_SALE.index)
        by_hand: set[tuple[str, str]] = {("buy", card) for card in cards if self.can_pay({card})}
        by_hand |= {("buy_package", one) for one, other in permutations(cards, 2) if self.can_pay({one, other})}
        assert {(move.action, move.args["card"]) for move in moves if move.action in BUYING} == by_hand

    def can_pay(self, package: Collection[str]) -> bool:
        return next(self.ways_to_pay(package, self.table.deciding), None) is not None

    def ways_to_pay(self, package: Collection[str], me: Merchant) -> Iterator[frozenset[str]]:
        """Yield the sets of contracts that a player may hand over. Without any one contract of a set, the payment is
        too low.

        A player who wants coins for other contracts may sell these first.
        """
        due = sum(price(card) for card in package)
        for number in range(len(me.contracts)):
            for given in combinations(me.contracts, number):
                enough_without = given and worth(given) - min(CONTRACTS[card]["level"] for card in given) >= due
                if not enough_without and self.table.may_buy(package, given):
                    yield frozenset(given)

    def buy(self, move: Move) -> None:
        me, seat = self.table.deciding, self.table.step.seat
        owned = cards_of(self.state, seat)
        if self.rng.random() < 0.2:
            bought = self.outcomes(move)
            if bought is not None:
                found = {changed(owned, cards_of(state, seat)) for state in bought}
                assert found == set(self.purchases(move, me))
                self.seen[f"all ways to {move.action}"] += 1
        self.play(move)
        self.answer()
        package, given = changed(owned, cards_of(self.state, seat))
        assert given in self.ways_to_pay(package, me)
        self.table.buy(package, given)

    def build(self, moves: list[Move]) -> None:
        """Let the player buy a random open building with coins, as variant B requires."""
        assert self.table.step.what == "must_buy"
        assert self.among(moves, "build", "building") == set(self.table.market.rows["building"])
        move = self.rng.choice(moves)
        self.play(move)
        self.table.buy([move.args["building"]])

    def purchases(self, move: Move, me: Merchant) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
        """Yield the cards that a player may buy after choosing a move, each with a set of contracts that can pay for
        it.
        """
        cards = sorted(self.table.on_sale(), key=FOR_SALE.index)
        others = [card for card in cards if card != move.args["card"]]
        for number in range(1, len(others) + 1) if move.action == "buy_package" else [0]:
            for more in combinations(others, number):
                package = frozenset([move.args["card"], *more])
                yield from ((package, given) for given in self.ways_to_pay(package, me))

    # ------------------------------------------------------------ part 2

    def travel(self, moves: list[Move]) -> None:
        assert self.among(moves, "travel", "place") == self.table.may_travel()
        move = self.pick(moves)
        self.play(move)
        self.table.travel(move.args["place"])

    def place(self, moves: list[Move]) -> None:
        first, second = of_cube(MAIN[self.table.pawn]["cube"])
        number, as_first = self.table.step.number, {}
        for move in moves:
            good, kept = move.args["good"], move.args.get("how_many", 1)
            as_first[move] = kept if good == first else number - kept
            assert good in (first, second)
        assert set(as_first.values()) == set(self.table.may_place())
        move = self.rng.choice(moves)
        self.play(move)
        self.table.place(as_first[move])

    def turn_up(self, moves: list[Move]) -> None:
        assert self.table.step.what == "loss"
        assert {move.action for move in moves} == {"pass", "turn_up"}
        move = self.rng.choice(moves)
        self.play(move)
        self.chance.note_chart(self.state)
        self.table.turn_up_another(move.action == "turn_up")

    def no_more_down(self, moves: list[Move]) -> None:
        """Check that a player may put a reserve cube into the losing column before the loss."""
        table, step = self.table, self.table.step
        assert {move.action for move in moves} == {"pass"}
        assert table.may_lose()
        self.seen["asked before a loss"] += 1
        self.play(moves[0])
        for _ in range(step.number):
            if table.step.what == "lose" and table.step.seat == step.seat and must_lose_all(table):
                table.lose(min(table.may_lose()))

    def lose(self, moves: list[Move]) -> None:
        assert self.among(moves, "lost", "lost") == self.table.may_lose()
        move = self.rng.choice(moves)
        self.play(move)
        self.table.lose(move.args["lost"])

    # ------------------------------------------------------------ parts 3 and 4

    def fulfil_or_not(self, moves: list[Move]) -> None:
        assert self.among(moves, "fulfil", "contract") == self.table.may_fulfil()
        assert any(move.action == "pass" for move in moves)
        move = self.pick(moves)
        if move.action == "fulfil":
            self.fulfil(move)
            return
        self.play(move)
        self.table.enough()

    def fulfil(self, move: Move) -> None:
        contract, me = move.args["contract"], self.table.deciding
        if self.rng.random() < 0.3 and len(ways := list(islice(payments(contract, me.store, me.time), 200))) < 200:
            paid = self.outcomes(move)
            if paid is not None:
                assert {written(*self.handed_over(state)) for state in paid} == {written(*way) for way in ways}
                self.seen["all ways to pay"] += 1
        self.play(move)
        self.answer()
        handed, tokens = self.handed_over(self.state)
        assert is_payment(contract, me.store, me.time, handed, tokens), (contract, handed, tokens)
        self.seen["exchanges"] += (handed.total() + tokens - pieces(contract)) // 3
        self.seen[f"fulfilled {CONTRACTS[contract]['level']}"] += 1
        self.table.fulfil(contract, handed, tokens)

    def handed_over(self, state: State) -> tuple[Bag, int]:
        me, now = self.table.deciding, state.view(None)["things"]["Player"][self.table.step.seat]
        return me.store - Bag(now["stock"]), me.time - now["time"]

    def answer(self) -> None:
        """Answer the questions of a move at random."""
        while asks(self.state):
            self.play(self.rng.choice(choices(self.state)))

    def outcomes(self, move: Move) -> list[State] | None:
        """Return every position that the questions of a move can lead to, or None if there are too many."""
        ends, open_ones, walked = [], [self.state.clone().apply(move)], 0
        while open_ones:
            state, walked = open_ones.pop(), walked + 1
            if walked > MOST_WALKED:
                return None
            if asks(state):
                open_ones += [state.clone().apply(choice) for choice in choices(state)]
            else:
                ends.append(state)
        return ends

    def follow(self, moves: list[Move]) -> None:
        """Play part 4 of a turn, in which other players may fulfil contracts.

        The rulebook also asks a player who could pay when part 4 began but can no longer pay. This player must pass.
        """
        assert {move.action for move in moves} == ({"pass", "follow"} if self.table.may_follow() else {"pass"})
        move = self.pick(moves)
        self.play(move)
        if move.action == "follow":
            self.table.follow()
        else:
            self.table.stay()

    def bid(self, moves: list[Move]) -> None:
        """Bid a random number of coins and time tokens, which may be zero (variant D)."""
        me = self.table.deciding
        coins, tokens = self.rng.randint(0, me.coins + 1), self.rng.randint(0, me.time + 1)
        text, legal = (
            f"{self.table.step.seat}: bid_for_swap({coins}, {tokens})",
            self.table.swap.may_bid(me, coins, tokens),
        )
        assert self.state.is_legal(text) == legal
        if not legal or self.rng.random() < 0.3:
            coins, tokens = 0, 0
            (text,) = (str(move) for move in moves if move.action == "pass")
        self.play(self.game.parse_move(text))
        self.table.bid(coins, tokens)

    def choose_bid(self, moves: list[Move]) -> None:
        assert self.among(moves, "partner", "partner") == self.table.swap.bids.keys()
        move = self.rng.choice(moves)
        self.play(move)
        self.table.choose_bid(move.args.get("partner", ""))

    def reward(self, moves: list[Move]) -> None:
        assert self.table.step.what == "reward"
        assert {move.action for move in moves} == {"pass", "contract"}
        move = self.rng.choice(moves)
        self.play(move)
        self.table.choose_hand(move.action == "contract")

    def close(self, moves: list[Move]) -> None:
        (move,) = moves
        self.play(move)
        self.table.close()


# ---------------------------------------------------------------- the games


def play(players: int, variants: Collection[str], seed: int, *, rich: bool = False) -> Counter[str]:
    pair = Pair(players, variants, seed)
    if rich:
        enrich(pair.state, pair.table, 7, 12)
    while not pair.state.is_over:
        pair.step()
    catch_up(pair.table, "", "")
    assert pair.table.over
    final = scores(pair.table.merchants)
    assert list(pair.state.scores) == [final[seat] for seat in pair.seats]
    assert [{pair.seats[seat] for seat in place} for place in pair.state.ranking] == ranking(pair.table.merchants)
    return pair.seen


GAMES = [(2, [], 1), (4, [], 3), (1, [], 45), (3, ["long", "advanced", "bonus_at_once"], 3)]
MANY = [
    *((players, variants) for variants in ([], ["long"]) for players in (1, 2, 3, 4)),
    *((2, variants) for variants in (["no_coins", "no_joining"], ["contract_swap"])),
    *((3, variants) for variants in (["no_goods_loss", "forced_buildings"], ["advanced", "bonus_at_once"])),
    (1, ["advanced"]),
]


@pytest.mark.parametrize(("players", "variants", "seed"), thinned(GAMES, lambda case: case[0] == 2))
def test_the_rulebook_plays_like_the_version_by_hand(players: int, variants: list[str], seed: int) -> None:
    seen = play(players, variants, seed)
    assert {"buy", "travel", "keep_as", "fulfil"} <= seen.keys()


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_with_full_stores_they_play_alike_to_the_dearest_contracts(players: int) -> None:
    seen = sum((play(players, [], seed, rich=True) for seed in range(2000, 2020)), Counter())
    assert {"fulfilled 9", "fulfilled 10", "kinds", "goods", "four"} <= seen.keys()


@pytest.mark.slow
@pytest.mark.parametrize(("players", "variants"), MANY)
def test_many_games_are_played_like_the_version_by_hand(players: int, variants: list[str]) -> None:
    seen = sum((play(players, variants, seed) for seed in range(1000, 1040)), Counter())
    assert {"buy_package", "kinds", "goods", "four", "all ways to pay", "all ways to buy"} <= seen.keys()
    assert players == 1 or "no_goods_loss" in variants or {"turn_up", "lost"} <= seen.keys()
