"""Ways between the places of a game, and the places where goods are sold, found by trying moves in frames."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from math import inf
from typing import NamedTuple

from interpreter.position import Row
from mercatoria.players.deliveries.frames import MANY_GOODS, MUCH_MONEY, Frames

PACE = 0.4
"""Value of the time that one step takes, as a multiple of the mean price of a piece of merchandise."""


class Way(NamedTuple):
    """A way from one place to another. A smaller way is better."""

    cost: float
    """Fares, and the value of the time that the way takes."""
    fares: float = 0.0
    steps: int = 0

    def then(self, other: Way, more: float = 0.0, steps: int = 0) -> Way:
        """Return this way and another one after it, with additional steps of a given cost."""
        return Way(self.cost + other.cost + more, self.fares + other.fares, self.steps + other.steps + steps)


NO_WAY = Way(inf)


@dataclass(frozen=True, slots=True)
class Map:
    """Ways, markets and kinds of move that one seat found."""

    far: Mapping[int, Mapping[int, Way]]
    """Best ways, by place and destination."""
    sources: Mapping[int, frozenset[int]]
    """Places where a good is sold, by asset class."""
    proceeds: Mapping[int, float]
    """Proceeds of one piece of a good in the first frame, by asset class."""
    sales: frozenset[int]
    """Kinds of move that only turn goods into money."""
    journeys: frozenset[int]
    """Kinds of move that change the seat's place."""
    others: frozenset[int]
    """Kinds of move that do neither, and that buy nothing."""
    pace: float
    """Value of the time that one step takes."""


def surveyed(frames: Frames) -> Map:
    """Return what the seat's moves show about a game."""
    prices = [frames.prices.price[at] for at in frames.slots.goods]
    pace = PACE * sum(prices) / len(prices)
    sales, proceeds = _market(frames)
    fares: dict[int, dict[int, float]] = defaultdict(dict)
    sources, journeys, others = defaultdict[int, set[int]](set), set[int](), set[int]()
    tried = set[tuple[int, Row]]()
    for turn, place in product(range(len(frames.turns)), frames.slots.places):
        poor = frames.at(place, 0, MUCH_MONEY, (), turn)
        for row, after in frames.next(poor):
            if (place, row) in tried:
                continue
            tried.add((place, row))
            gained, spent = frames.goods_gained(poor, after), frames.slots.funds(poor) - frames.slots.funds(after)
            if (there := after[frames.slots.place]) != place:
                journeys.add(row[0])
                fares[place][there] = min(float(max(0, spent)), fares[place].get(there, inf))
            elif len(gained) == 1 and spent > 0:
                sources[next(iter(gained))].add(place)
            else:
                others.add(row[0])
    return Map(
        _best_ways(frames.slots.places, fares, pace),
        {at: frozenset(places) for at, places in sources.items()},
        proceeds,
        frozenset(sales),
        frozenset(journeys),
        frozenset(others - journeys - sales),
        pace,
    )


def _market(frames: Frames) -> tuple[set[int], dict[int, float]]:
    """Return the kinds of move that only sell goods, and the proceeds of one piece of each good."""
    slots, rich = frames.slots, frames.at(frames.home, MANY_GOODS, MUCH_MONEY)
    proceeds, sells = dict[int, float](), dict[int, bool]()
    for row, after in frames.next(rich):
        spent, gain = frames.goods_spent(rich, after), frames.gain(rich, after)
        alike = slots.things_in(rich) == slots.things_in(after) and rich[slots.place] == after[slots.place]
        is_sale = alike and len(spent) == 1 and gain > 0
        sells[row[0]] = sells.get(row[0], True) and is_sale
        for at, number in spent.items() if is_sale else ():
            if number == 1:
                proceeds[at] = max(gain, proceeds.get(at, 0.0))
    return {kind for kind, only in sells.items() if only}, proceeds


def _best_ways(places: range, fares: Mapping[int, Mapping[int, float]], pace: float) -> dict[int, dict[int, Way]]:
    """Return the best way between any two places (Floyd and Warshall's algorithm)."""
    far = {one: {other: Way(0.0) if one == other else NO_WAY for other in places} for one in places}
    for one, ends in fares.items():
        for other, fare in ends.items():
            far[one][other] = Way(fare + pace, fare, 1)
    for via, one in product(places, places):
        if (first := far[one][via]).cost < inf:
            for other in places:
                far[one][other] = min(far[one][other], first.then(far[via][other]))
    return far
