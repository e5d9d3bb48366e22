"""Prior knowledge of the `eager` player: its assumptions about hidden fields, and the asset prices.

All values are whole numbers, so that the native version of the player computes exactly the same results.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.native import AssetClass, Knowledge, Valuation
from interpreter.position import once
from interpreter.table import CompiledGame
from mercatoria.players.determinization import suppositions
from mercatoria.players.prices import FIRST, Prices, prices_of, worth_in_stock, worth_of

POINT = 100_000_000
"""Value of a lead of one point."""

MONEY_POINT = 1_000_000
"""Value of a lead of one point if the scoring counts money.

Goods are worth many points each if money counts.
"""

MOST_COUNTED = 200
"""Maximum number of valued pieces per class; further pieces add no value."""

LARGEST = (1 << 31) - 1
"""Maximum total value of the pieces of one class: the largest signed 32-bit integer."""


def knowledge_of(table: CompiledGame) -> Knowledge:
    """Return the prior knowledge for a game and player count, computed on first use."""
    return once(table, _knowledge)


def _knowledge(table: CompiledGame) -> Knowledge:
    prices, seats = prices_of(table), range(table.flow.model.players)
    point = MONEY_POINT if prices.counts_money else POINT
    possessions = tuple(tuple(_possessions(prices, seat, point / prices.points)) for seat in seats)
    valuation = Valuation(point, prices.asked, FIRST, possessions, until_due=prices.counts_money)
    return Knowledge(suppositions(table), valuation)


def _possessions(prices: Prices, seat: int, scale: float) -> Iterator[AssetClass]:
    """Yield the valued asset classes of a seat, as in `Prices.worth`, with values multiplied by `scale`."""
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
