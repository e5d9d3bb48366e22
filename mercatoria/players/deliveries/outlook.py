"""Value of a seat's deliveries in the positions of one decision, at the market prices of its start.

A delivery is worth its premium, less the fares, the time and the losses on the way. A seat that must sell other goods
to make room or to raise money loses the proceeds that they would bring later. Prices return to their usual level only
partly before the seat needs the money, so it expects them halfway between now and usual.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, inf

from interpreter.position import Row, Vector
from interpreter.table import CompiledGame
from mercatoria.players.deliveries.orders import Delivery, Orders, Things, orders_of
from mercatoria.players.values import round_slot

RETURN = 0.5
"""Share of the way that a price is expected to return to its usual level."""

SHORTAGE = 2
"""Exponent by which a delivery loses value with the share of its goods that the seat cannot afford."""

LITTLE = 1e-6
"""Largest difference between two values that is ignored."""


@dataclass(slots=True)
class Outlook:
    """Deliveries of one seat, seen from the start of one decision."""

    orders: Orders
    start: Vector
    _market: Mapping[int, float] = field(init=False)
    """Proceeds of one piece of each good now, or its usual price if it cannot be sold."""
    _round: int = field(init=False)

    def __post_init__(self) -> None:
        self._market = self._prices_now()
        self._round = round_slot(self.orders.frames.table)

    def worth(self, v: Vector) -> float:
        """Return what the best delivery adds to the value of a position, and what today's prices add to its goods."""
        slots, usual = self.orders.frames.slots.goods, self.orders.frames.prices.price
        gaps = sum(v[slot] * (self._market[at] - usual[at]) for at, slot in slots.items())
        return self.of_best(v) + (1 - RETURN) * gaps

    def of_best(self, v: Vector) -> float:
        """Return what the best delivery adds to the value of a position, or 0 if no delivery can be made in time."""
        things = self.orders.frames.slots.things_in(v)
        return max((self._of(v, each, things) for each in self.orders.allowed(things)), default=0.0)

    def hope(self, kind: int) -> float:
        """Return what a kind of move gains on average if it brings new deliveries, and 0 if it brings none."""
        results = self.orders.brought.get(kind, ())
        if not results:
            return 0.0
        now, things = self.of_best(self.start), self.orders.frames.slots.things_in(self.start)
        found = 0.0
        for options in results:
            gains = [
                option.gain + max(self._of(self.start, each, things) for each in option.deliveries) - now
                for option in options
            ]
            found += max(0.0, *gains) if gains else 0.0
        return max(0.0, found / len(results) - self.orders.map.pace)

    def unharmed(self, rows: Sequence[Row], liked: Row, worth: Callable[[Vector], float]) -> Sequence[Row] | None:
        """Return the moves that do not set back the delivery on which the seat is, or None if it is on none.

        A move that gains more than it sets the delivery back does no harm. The result is empty if the favourite move
        `liked` furthers or makes a delivery, or may bring one.

        Args:
            worth: Function that returns the value of a position for the seat, deliveries included.
        """
        now = self.of_best(self.start)
        if self.hope(liked[0]) or self._advances(liked, now):
            return ()
        if not now:
            return None
        least = worth(self.start)

        def does_no_harm(row: Row) -> bool:
            after = self.orders.frames.moves.after(self.start, row)
            return row == liked or after is None or self.of_best(after) >= now - LITTLE or worth(after) > least

        return [row for row in rows if does_no_harm(row)]

    def _advances(self, row: Row, now: float) -> bool:
        after = self.orders.frames.moves.after(self.start, row)
        return after is not None and (self.of_best(after) > now + LITTLE or self._is_made(after))

    def _is_made(self, after: Vector) -> bool:
        """Return True if a move to this position used up a delivery and its goods."""
        frames = self.orders.frames
        spent, things_in = frames.goods_spent(self.start, after), frames.slots.things_in
        gone = set(self.orders.allowed(things_in(self.start))) - set(self.orders.allowed(things_in(after)))
        return any(dict(each.takes) == spent for each in gone)

    def _of(self, v: Vector, delivery: Delivery, things: Things) -> float:
        """Return what a delivery adds to the value of a position."""
        frames, market = self.orders.frames, self._market
        usual, takes = frames.prices.price, dict(delivery.takes)
        others = list[tuple[float, float, int]]()
        missing, lacking, load, value = 0, 0.0, 0, delivery.premium
        for at, slot in frames.slots.goods.items():
            has, needs, price = v[slot], takes.get(at, 0), market[at]
            load += max(has, needs)
            if has > needs:
                others.append((RETURN * (usual[at] - price), price, has - needs))
            lacking += max(0, needs - has) * price
            value += RETURN * min(has, needs) * (price - usual[at])
        for number, (at, needs) in enumerate(delivery.takes):
            missing |= (v[frames.slots.goods[at]] < needs) << number
        way, ability = self.orders.way(delivery, v[frames.slots.place], missing), self.orders.ability(things)
        if way.cost == inf or ceil(way.steps / ability.speed) > frames.rounds - v[self._round]:
            return 0.0
        costs = lacking + way.fares
        excess, short = load - ability.room, costs - frames.slots.funds(v)
        if excess > 0 or short > 0:
            value -= self.orders.map.pace
        for loss, price, number in sorted(others):
            sold = min(number, max(0, excess, ceil(short / price) if price else 0))
            excess, short, value = excess - sold, short - sold * price, value - max(0.0, loss) * sold
        value = max(0.0, value - way.cost)
        return value * _affordable(short, costs, sum(needs * market[at] for at, needs in delivery.takes) + way.fares)

    def _prices_now(self) -> dict[int, float]:
        frames, usual = self.orders.frames, self.orders.frames.prices.price
        found = {at: usual[at] for at in frames.slots.goods}
        stocked = frames.lasting(self.start)
        for slot in frames.slots.goods.values():
            stocked[slot] += 1
        for _, after in frames.moves.next(stocked, self.orders.map.sales):
            spent = frames.goods_spent(stocked, after)
            if list(spent.values()) == [1]:
                found[next(iter(spent))] = float(frames.slots.funds(after) - frames.slots.funds(stocked))
        return found


def _affordable(short: float, costs: float, total: float) -> float:
    """Return the share of its value that a delivery keeps if the seat is short of money for it."""
    return max(0.0, 1 - short / max(costs, total)) ** SHORTAGE if short > 0 else 1.0


def outlook_of(table: CompiledGame, start: Vector, seat: int) -> Outlook | None:
    """Return the deliveries of a seat at a decision that begins in a determinized position; None if it has none."""
    orders = orders_of(table, seat)
    return Outlook(orders, start) if orders is not None else None
