"""Everything an eager player knows before the game: assumptions about hidden parts, and asset prices.

All values are whole numbers, so that a player inside a native module computes exactly the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from interpreter.native import AssetClass, Knowledge, Valuation
from interpreter.table import CompiledGame
from mercatoria.players.determinization import suppositions
from mercatoria.players.prices import FIRST, Prices, prices_of, worth_in_stock, worth_of

POINT = 100_000_000
"""Value of a lead of one point."""

MONEY_POINT = 1_000_000
"""Value of a lead of one point if money counts as points.

Goods are then worth many points.
"""

MOST_COUNTED = 200
"""Maximum number of pieces of a class that are valued; further pieces add no value."""

LARGEST = (1 << 31) - 1
"""Maximum value of all pieces of one class: the largest signed 32-bit integer."""

CACHED = "knowledge"


def knowledge_of(table: CompiledGame) -> Knowledge:
    """Return the knowledge about a table; it is computed on first use."""
    if CACHED not in table.cache:
        prices, seats = prices_of(table), range(table.flow.model.players)
        point = MONEY_POINT if prices.counts_money else POINT
        possessions = tuple(tuple(_possessions(prices, seat, point / prices.points)) for seat in seats)
        valuation = Valuation(point, prices.asked, FIRST, possessions, until_due=prices.counts_money)
        table.cache[CACHED] = Knowledge(suppositions(table), valuation)
    return cast(Knowledge, table.cache[CACHED])


def _possessions(prices: Prices, seat: int, scale: float) -> Iterator[AssetClass]:
    """Yield the asset classes that have a value for a seat, as in `Prices.worth`.

    All values are multiplied by `scale`.
    """
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
