"""Tests payments of Merkator by brute force: for contracts in the handwritten engine, and for cards in the rulebook."""

from __future__ import annotations

import random
from itertools import combinations, combinations_with_replacement, product

import pytest
from merkator_cards import GOODS, Bag, price, worth
from merkator_lockstep import asks, choices
from merkator_payments import group, payable, payments, wanted, written

import mercatoria
from mercatoria import State


def one_by_one(contract: str, store: Bag, time: int) -> set[tuple[tuple[tuple[str, int], ...], int]]:
    """Return all payments, found by brute force.

    The search tries every delivery, and every exchange of four other pieces for one delivered piece.
    """
    goods, kinds = wanted(contract)
    found = set()
    groups = [combinations([g for g in GOODS if group(g, kinds) == each], number) for each, number in kinds.items()]
    for chosen in product(*groups):
        delivery = sorted([*goods.elements(), *(good for each in chosen for good in each)])
        for number in range(len(delivery) + 1):
            for own in set(combinations(delivery, len(delivery) - number)):
                for fours in combinations_with_replacement([*GOODS, "time"], number):
                    handed = Bag(own) + Bag({good: 4 * n for good, n in Bag(fours).items() if good != "time"})
                    tokens = 4 * fours.count("time")
                    if tokens <= time and all(store[good] >= n for good, n in handed.items()):
                        found.add(written(handed, tokens))
    return found


@pytest.mark.parametrize("contract", ["Spain3", "Denmark3", "Italy4", "Netherlands5", "Netherlands6"])
def test_payments_by_hand_are_all_that_there_are(contract: str) -> None:
    rng = random.Random(contract)
    for _ in range(12):
        store = Bag({good: rng.choice([0, 0, 1, 2, 4, 5, 8]) for good in GOODS if rng.random() < 0.5})
        time = rng.choice([0, 3, 4, 8])
        by_thinking = [written(*way) for way in payments(contract, store, time)]
        assert set(by_thinking) == one_by_one(contract, store, time)
        assert len(set(by_thinking)) == len(by_thinking)
        assert payable(contract, store, time) == bool(by_thinking)


@pytest.mark.parametrize("seed", [4, 8])
def test_any_contracts_pay_for_a_card_if_those_not_needed_are_sold_before(seed: int) -> None:
    """The printed rules let a player pay with any contracts and take coins for the excess.

    A player who first sells the contracts that the payment does not need gets the same result.
    """
    state = mercatoria.load("merkator").start(players=2, seed=seed)
    view = state.view(None)
    seat = view["players"][state.deciders[0]]
    coins, contracts = view["things"]["Player"][seat]["purse"], view["things"]["Player"][seat]["contracts"]
    some = [given for number in range(len(contracts)) for given in combinations(contracts, number)]
    assert len(some) == 15, "all but the four together"
    for card in [*view["game"]["bonus_row"], *view["game"]["building_row"]]:
        by_hand = {
            (coins + worth(given) - price(card), frozenset(contracts) - set(given))
            for given in some
            if coins + worth(given) >= price(card)
        }
        found = set()
        for sold in some:
            after = state.clone()
            for contract in sold:
                after.apply(f"{seat}: sell_contract({contract})")
            for bought in buying(after, f"{seat}: buy({card})"):
                left = bought.view(None)["things"]["Player"][seat]
                found.add((left["purse"], frozenset(left["contracts"])))
        assert found == by_hand, card


def buying(state: State, move: str) -> list[State]:
    """Return all positions after a purchase. The list is empty if the player cannot pay."""
    open_ones, ends = [state.clone().apply(move)] if state.is_legal(move) else [], []
    while open_ones:
        state = open_ones.pop()
        if asks(state):
            open_ones += [state.clone().apply(choice) for choice in choices(state)]
        else:
            ends.append(state)
    return ends
