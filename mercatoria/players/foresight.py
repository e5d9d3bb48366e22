"""How far one seat sees ahead by its own moves: what it could reach before somebody else decides or chance falls.

It plays on from a supposed position (`supposed`), so it knows no more than the seat. What it reaches is worth the lead
in points, and what the seat then has, at the prices that things have in this game.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import islice

from interpreter.flow import OPEN, PC, Decision, PlayFault, Row, Vector
from interpreter.table import CompiledGame
from mercatoria.players.prices import Prices, Wants, prices_of

DEEPEST = 12
"""Own moves that are looked ahead."""

MOST_TRIED = 160
"""Positions that are looked at in one decision, beside those right after its own moves."""

MOST_BRANCHES = 30
"""Moves that are tried in each of these positions."""

WIDTH = 2
"""Positions that are followed up for each kind of first move."""

WIDE = 8
"""As many where an action is under way that goes on."""

MOST_DREAMT = 150
"""Positions that are looked at to see what it would take to gain points."""

CURIOSITY = 0.5
"""What it is worth to be with a thing where it has not been, against a piece that can be got."""

FIRST = 1000
"""How much more counts what the ranking asks first than what it asks then."""

LITTLE = 1e-6
"""Less than any difference of worth that counts."""

FAULTS = (PlayFault, IndexError, KeyError, ValueError)
"""What may come up where a supposed position is impossible."""


@dataclass(slots=True)
class Prospect:
    """A first move, the best it leads to, and after how many moves."""

    row: Row
    worth: float
    steps: int = 0


@dataclass(frozen=True, slots=True)
class _Reached:
    v: Vector
    worth: float
    prospect: Prospect


@dataclass(slots=True)
class Foresight:
    """What one seat can work out in one decision."""

    table: CompiledGame
    start: Vector
    """The position as the seat supposes it."""
    seat: int
    been: set[tuple[int, int]] = field(default_factory=set)
    """Where its things have been."""
    wants: Wants = ()
    """What it means to get together."""
    _prices: Prices = field(init=False)

    def __post_init__(self) -> None:
        self._prices = prices_of(self.table)

    def prospects(self, rows: Iterable[Row], offers: Container[Row] = ()) -> list[Prospect]:
        """What each move leads to. An offer is worth something if whoever decides on it would not be worse off. A move
        of which nothing can be known counts a little less than the position as it is."""
        now = self.worth(self.start)
        found, reached = [], []
        for row in rows:
            prospect = Prospect(row, now)
            found.append(prospect)
            v = self._after(self.start, self.seat, row)
            if v is not None and row in offers:
                v = self._agreed(v)
            if v is None:
                prospect.worth -= LITTLE
                continue
            prospect.worth = self.worth(v)
            reached.append(_Reached(v, prospect.worth, prospect))
        self._go_on(reached)
        return found

    @property
    def holdings(self) -> tuple[int, ...]:
        """What the seat has, class by class."""
        return tuple(self._prices.assets.amounts(self.start, self.seat))

    def worth(self, v: Vector) -> float:
        """What the seat strives for, the more the better."""
        prices = self._prices
        points = self._points(v)
        lead = points[self.seat] - max((p for seat, p in enumerate(points) if seat != self.seat), default=0)
        worth = prices.points * lead + prices.worth(v, self.seat)
        news = sum(place not in self.been for place in self.places(v))
        return worth + CURIOSITY * prices.usual * news + prices.wanted(v, self.seat, self.wants)

    def places(self, v: Vector) -> list[tuple[int, int]]:
        """Where the things of the seat are."""
        return self._prices.places(v, self.seat)

    def _points(self, v: Vector) -> list[int]:
        """What the ranking asks of each seat before money, the more the better: as a rule the points. The seat's own
        money is left out, as it is counted elsewhere."""
        poor = self._prices.without_money(v, self.seat)
        if not self._prices.asked:
            return list(self.table.engine.scores(poor))
        points = []
        for standing in self.table.engine.standings(poor):
            total = 0
            for at in self._prices.asked:
                total = total * FIRST - standing[at]
            points.append(total)
        return points

    def _agreed(self, v: Vector) -> Vector | None:
        """What comes of an offer if it is answered as suits both; None if no answer does."""
        engine, cost = self.table.engine, self._prices.sum
        try:
            (other,) = engine.deciders(v)
            rows = [row for row in engine.moves(v, other) if OPEN not in row] if other != self.seat else []
        except FAULTS:
            return None
        answers = [after for row in rows[:MOST_BRANCHES] if (after := self._after(v, other, row)) is not None]
        answers = [after for after in answers if cost(after, other) >= cost(v, other) + self._prices.usual]
        return max(answers, key=self.worth, default=None)

    # ------------------------------------------------------------ what would bring points

    def dream(self) -> Wants | None:
        """What it would take to gain points by one more action, if the seat had plenty: the cheapest that is found.
        Nothing where no action brings points; None where it does not choose freely."""
        prices = self._prices
        rich = prices.rich(self.start, self.seat)
        before = self._points(rich)[self.seat]
        if not prices.obtainable or not self._may_pass(rich):
            return None
        plenty, count = prices.sum(rich, self.seat), 0
        heap = [(0.0, count, rich)]
        seen = set()
        for _ in range(MOST_DREAMT):
            if not heap:
                break
            _, _, v = heappop(heap)
            if (mark := tuple(v)) in seen:
                continue
            seen.add(mark)
            if self._points(v)[self.seat] > before:
                return prices.spent(rich, v, self.seat)
            if v is not rich and (not self._goes_on(v) or self._may_pass(v)):
                continue
            for after in self._next(v):
                count += 1
                heappush(heap, (plenty - prices.sum(after, self.seat), count, after))
        return ()

    def _may_pass(self, v: Vector) -> bool:
        """Whether the seat decides whether to do anything."""
        node = self.table.flow.nodes[v[PC]]
        return isinstance(node, Decision) and not node.must and self._goes_on(v)

    def _next(self, v: Vector) -> Iterator[Vector]:
        """The positions after each of the seat's next moves; what leaves something open is left out."""
        engine = self.table.engine
        try:
            engine.advance(v)  # play stands already; but the engine begins to count its work anew
            rows = [row for row in engine.moves(v, self.seat) if OPEN not in row]
        except FAULTS:
            return
        for row in rows:
            after = self._after(v, self.seat, row)
            if after is not None:
                yield after

    # ------------------------------------------------------------ going on

    def _go_on(self, reached: list[_Reached]) -> None:
        """Follows up what was reached, the best of each kind of first move; keeps in mind what came of it."""
        seen = {tuple(self.start)}
        left = MOST_TRIED
        for step in range(1, DEEPEST):
            reached = self._best_of_each_kind(reached, seen)
            if not reached:
                return
            further: list[_Reached] = []
            for each in reached:
                for v in islice(self._next(each.v), MOST_BRANCHES):
                    worth = self.worth(v)
                    further.append(_Reached(v, worth, each.prospect))
                    if worth > each.prospect.worth + LITTLE:
                        each.prospect.worth, each.prospect.steps = worth, step
                    left -= 1
                if left <= 0:
                    return
            reached = further

    def _best_of_each_kind(self, reached: list[_Reached], seen: set[tuple[int, ...]]) -> list[_Reached]:
        """Those that are followed up; none twice, and none in which the seat does not go on."""
        kinds: dict[int, int] = {}
        best = []
        for each in sorted(reached, key=lambda one: -one.worth):
            kind = each.prospect.row[0]
            width = WIDTH if each.v[PC] == self.start[PC] else WIDE
            if kinds.get(kind, 0) >= width or (mark := tuple(each.v)) in seen or not self._goes_on(each.v):
                continue
            seen.add(mark)
            kinds[kind] = kinds.get(kind, 0) + 1
            best.append(each)
        return best

    def _goes_on(self, v: Vector) -> bool:
        engine = self.table.engine
        try:
            return not engine.over(v) and engine.deciders(v) == (self.seat,)
        except FAULTS:
            return False

    def _after(self, v: Vector, seat: int, row: Row) -> Vector | None:
        after = v[:]
        try:
            self.table.engine.apply(after, seat, row)
        except FAULTS:
            return None
        return after
