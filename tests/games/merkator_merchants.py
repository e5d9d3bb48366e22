"""The players of the handwritten engine for Merkator, and their final scores.

Scores are exact fractions, because the printed rules do not round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from merkator_cards import BONUS, BUILDINGS, CONTRACTS, GOODS, SIDE, Bag, in_column

STORES, DEPOTS = "ABCD", "EF"
HIGH = 8


@dataclass
class Merchant:
    """One player, with everything that the player owns."""

    coins: int = 0
    time: int = 0
    contracts: list[str] = field(default_factory=list)
    bonus: set[str] = field(default_factory=set)
    buildings: set[str] = field(default_factory=set)
    store: Bag = field(default_factory=Bag)
    reserve: Bag = field(default_factory=Bag)
    hand: str = ""

    def column(self, letter: str) -> int:
        return sum(self.store[good] for good in in_column(letter))

    @property
    def has_reserve(self) -> bool:
        return self.reserve.total() > 0

    @property
    def fields_for_reserve(self) -> set[str]:
        """Return the goods that a cube on the player's reserve tile may become."""
        return {good for good, says in GOODS.items() if self.reserve[says["cube"]]}

    def place_reserve(self, good: str) -> None:
        assert good in self.fields_for_reserve
        self.reserve[GOODS[good]["cube"]] -= 1
        self.store[good] += 1

    def bonus_goods(self, place: str, each: int) -> None:
        for card in self.bonus:
            if BONUS[card]["place"] == place:
                self.store[BONUS[card]["good"]] += each

    @property
    def levels(self) -> list[int]:
        return sorted((CONTRACTS[card]["level"] for card in self.contracts), reverse=True)

    @property
    def places(self) -> set[str]:
        """Return the places where the player can fulfil contracts. The Peace has no place."""
        return {CONTRACTS[card]["place"] for card in self.contracts if "place" in CONTRACTS[card]}


def contract_points(me: Merchant) -> Fraction:
    return sum(me.levels[:5]) + Fraction(sum(me.levels[5:]), 2)


SOLELY: dict[str, Callable[[Merchant], int]] = {
    "SoleHighestContract": lambda who: max(who.levels),
    "SoleMostContracts": lambda who: len(who.contracts),
    "SoleMostTime": lambda who: who.time,
    "SoleMostFood": lambda who: sum(who.store[good] for good in GOODS if GOODS[good]["category"] == "Food"),
    "SoleMostBonusCards": lambda who: len(who.bonus),
}

COUNTED: dict[str, Callable[[Merchant], int]] = {
    "PlaceWithBoth": lambda me: len(me.places & {BONUS[card]["place"] for card in me.bonus}),
    "CubeInBestStore": lambda me: max(me.column(letter) for letter in STORES),
    "AllDepotKinds": lambda me: all(me.store[good] for letter in DEPOTS for good in in_column(letter)),
    "AllStoreKinds": lambda me: all(me.store[good] for letter in STORES for good in in_column(letter)),
    "CubeInDepots": lambda me: sum(me.column(letter) for letter in DEPOTS),
    "CubeInStores": lambda me: sum(me.column(letter) for letter in STORES),
    "KindWithFour": lambda me: sum(me.store[good] >= 4 for good in GOODS),
    "TimeToken": lambda me: me.time,
    "ContractHeld": lambda me: len(me.contracts),
    "PlaceOfContract": lambda me: len(me.places),
    "SidePlaceOfContract": lambda me: len(me.places & SIDE.keys()),
    "ValueOfContract": lambda me: len(set(me.levels)),
    "HighContract": lambda me: sum(level >= HIGH for level in me.levels),
}


def building_points(building: str, me: Merchant, others: Sequence[Merchant]) -> Fraction:
    says = BUILDINGS[building]
    basis = says["basis"]
    if basis == "KindOfCategory":
        return Fraction(sum(says["kind_points"].get(GOODS[good]["category"], 0) for good in GOODS if me.store[good]))
    if basis in SOLELY:
        mine = SOLELY[basis](me)
        number = int(all(mine > SOLELY[basis](other) for other in others))
    else:
        number = int(COUNTED[basis](me))
    return Fraction(says["points"] * number, says["each"])


def points(me: Merchant, others: Sequence[Merchant]) -> Fraction:
    """Return the player's score from buildings and from contracts, fulfilled or not.

    Goods, tokens, coins and bonus cards score nothing.
    """
    return contract_points(me) + sum(building_points(building, me, others) for building in me.buildings)


def scores(merchants: dict[str, Merchant]) -> dict[str, Fraction]:
    return {seat: points(me, [who for who in merchants.values() if who is not me]) for seat, me in merchants.items()}


def ranking(merchants: dict[str, Merchant]) -> list[set[str]]:
    """Return the seats in order of their points. Time tokens break ties, and seats that are still tied share a rank."""
    reached = {seat: (score, merchants[seat].time) for seat, score in scores(merchants).items()}
    return [{seat for seat in reached if reached[seat] == each} for each in sorted(set(reached.values()), reverse=True)]
