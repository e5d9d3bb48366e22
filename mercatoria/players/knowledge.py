"""What an eager player is told of a game before play: what its seat supposes of what it cannot see, and what things
are worth to it (`prices`). In whole numbers, so that a player inside a module reckons the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from interpreter.native import AssetClass, Knowledge, Valuation
from interpreter.table import CompiledGame
from mercatoria.players.determinization import suppositions
from mercatoria.players.prices import FIRST, Prices, prices_of, worth_in_stock, worth_of

POINT = 100_000_000
"""What a point by which a seat is ahead is worth."""

MONEY_POINT = 1_000_000
"""The same where money makes the points: there merchandise is worth many of them."""

MOST_COUNTED = 200
"""So many pieces of what is wanted in small numbers only are told apart; more of them are worth no more."""

LARGEST = (1 << 31) - 1
"""The most that pieces of one sort are worth: what a word of a module holds."""

CACHED = "knowledge"


def knowledge_of(table: CompiledGame) -> Knowledge:
    """What is told of a table; found out when it is first asked for."""
    if CACHED not in table.cache:
        prices, seats = prices_of(table), range(table.flow.model.players)
        point = MONEY_POINT if prices.counts_money else POINT
        possessions = tuple(tuple(_possessions(prices, seat, point / prices.points)) for seat in seats)
        valuation = Valuation(point, prices.asked, FIRST, possessions, until_due=prices.counts_money)
        table.cache[CACHED] = Knowledge(suppositions(table), valuation)
    return cast(Knowledge, table.cache[CACHED])


def _possessions(prices: Prices, seat: int, scale: float) -> Iterator[AssetClass]:
    """All that is worth anything to a seat, as `Prices.worth` reckons it; `scale`: what 1 of that is worth."""
    for price, slot, number in prices.stocked[seat]:
        worths = [worth_in_stock(left, price, number) for left in range(number + 1)]
        yield AssetClass(_rounded(worths, scale), 0, (slot,))
    for price, unit, holding in prices.priced[seat]:
        places = tuple(holding.counters), tuple(holding.filled), tuple(holding.spaces)
        if unit:
            worths = [worth_of(amount, price, unit) for amount in range(MOST_COUNTED + 1)]
            yield AssetClass(_rounded(worths, scale), 0, *places)
        else:
            yield AssetClass((0,), round(scale * price), *places)


def _rounded(worths: Sequence[float], scale: float) -> tuple[int, ...]:
    return tuple([min(LARGEST, round(scale * each)) for each in worths])
