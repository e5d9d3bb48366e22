"""How far one seat sees ahead by its own moves: what it could reach before somebody else decides or chance falls.

It plays on from a supposed position (`determinization`), so it knows no more than the seat. What it reaches is worth
the lead in points, and what the seat then has, at the prices that things have in this game.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from interpreter.position import OPEN, PC, Row, Vector
from interpreter.table import CompiledGame
from mercatoria.players.own_moves import FAULTS, OwnMoves, noted
from mercatoria.players.plans import Plan, Planner
from mercatoria.players.prices import Prices, prices_of

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

CURIOSITY = 0.5
"""What it is worth to be with a thing where it has not been, against a piece that can be got."""

PROGRESS = 2.0
"""What it is worth to be a move farther along the way that is planned, against the same."""

URGENT = 2.0
"""How much more a piece is worth that belongs to what would bring points."""

LITTLE = 1e-6
"""Less than any difference of worth that counts."""


@dataclass(slots=True)
class ReachableValue:
    """A first move, the best it leads to, and after how many moves."""

    row: Row
    worth: float
    steps: int = 0


@dataclass(frozen=True, slots=True)
class _Reached:
    v: Vector
    worth: float
    prospect: ReachableValue


@dataclass(slots=True)
class Foresight:
    """What one seat can work out in one decision."""

    table: CompiledGame
    start: Vector
    """The position as the seat supposes it."""
    seat: int
    been: set[tuple[int, int]] = field(default_factory=set)
    """Where its things have been."""
    plan: Plan = field(default_factory=Plan)
    """How it means to gain points."""
    _prices: Prices = field(init=False)
    _moves: OwnMoves = field(init=False)

    def __post_init__(self) -> None:
        self._prices = prices_of(self.table)
        self._moves = OwnMoves(self.table, self.seat)

    def planned(self) -> Plan | None:
        """How it could gain points, as it means to or otherwise; None where it does not choose freely."""
        return Planner(self._moves, self._prices, self._points).plan(self.start, self.plan)

    def prospects(self, rows: Iterable[Row], offers: Container[Row] = ()) -> list[ReachableValue]:
        """What each move leads to. An offer is worth something if whoever decides on it would not be worse off; a bid,
        or none, is weighed as if nobody bid after it. A move of which nothing can be known counts a little less than
        the position as it is."""
        now = self.worth(self.start)
        found, reached = [], []
        for row in rows:
            prospect = ReachableValue(row, now)
            found.append(prospect)
            v = self._moves.after(self.start, row)
            if v is not None and row in offers:
                v = self._agreed(v)
            elif v is not None and self._moves.is_bid(self.start, row):
                v = self._moves.unanswered(v)
            if v is None:
                prospect.worth -= LITTLE
                continue
            prospect.worth = self.worth(v)
            reached.append(_Reached(v, prospect.worth, prospect))
        self._go_on(reached)
        return found

    @property
    def points(self) -> int:
        """What the ranking asks of the seat before money, as it stands."""
        return self._points(self.start)[self.seat]

    @property
    def holdings(self) -> tuple[int, ...]:
        """What the seat has, class by class."""
        return tuple(self._prices.assets.amounts(self.start, self.seat))

    @property
    def has_merchandise(self) -> bool:
        """Whether things of the game are bought and sold for money that makes the points."""
        return self._prices.has_merchandise

    def worth(self, v: Vector) -> float:
        """What the seat strives for, the more the better."""
        prices = self._prices
        points = self._points(v)
        lead = points[self.seat] - max((p for seat, p in enumerate(points) if seat != self.seat), default=0)
        worth = prices.points * lead
        if not (prices.counts_money and self.table.engine.due(v)):
            worth += prices.worth(v, self.seat)
        places = self.places(v)
        news = sum(place not in self.been for place in places)
        along = max((self.plan.way.get(place, 0) for place in places), default=0)
        laid = [piece.cost for (at, own), piece in self.plan.pieces.items() if v[at] == own]
        worth += prices.usual * (CURIOSITY * news + PROGRESS * (along + len(laid)))
        return worth + URGENT * (prices.wanted(v, self.seat, self.plan.wants) + sum(laid))

    def places(self, v: Vector) -> list[tuple[int, int]]:
        """Where the things of the seat are."""
        return self._prices.places(v, self.seat)

    def _points(self, v: Vector) -> Sequence[int]:
        return self._prices.standing(self.table.engine, v)

    def _agreed(self, v: Vector) -> Vector | None:
        """What comes of an offer if it is answered as suits both; None if no answer does."""
        engine = self.table.engine
        try:
            deciders = engine.deciders(v)
            if len(deciders) != 1 or deciders == (self.seat,):
                return None
            (other,) = deciders
            rows = [row for row in engine.moves(v, other) if OPEN not in row]
        except FAULTS as fault:
            noted(fault)
            return None
        answers = [self._moves.after_move_of(other, v, row) for row in rows[:MOST_BRANCHES]]
        enough = self._means(v, other) + self._prices.usual
        agreed = [after for after in answers if after is not None and self._means(after, other) >= enough]
        return max(agreed, key=self.worth, default=None)

    def _means(self, v: Vector, seat: int) -> float:
        """What all that somebody has would cost; where money makes the points, with these."""
        points = self._points(v)[seat] if self._prices.counts_money else 0
        return self._prices.sum(v, seat) + self._prices.points * points

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
                for _, v in islice(self._moves.next(each.v), MOST_BRANCHES):
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
            if kinds.get(kind, 0) >= width or (mark := tuple(each.v)) in seen or not self._moves.goes_on(each.v):
                continue
            seen.add(mark)
            kinds[kind] = kinds.get(kind, 0) + 1
            best.append(each)
        return best
