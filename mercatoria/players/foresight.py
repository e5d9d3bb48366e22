"""Lookahead over one seat's own moves, until another player decides or a chance event occurs.

The lookahead starts from a determinized position (`determinization`), so it uses only what the seat knows. The value of
a position is the seat's lead in points plus the value of its assets at the prices of this game, and of its deliveries
(`deliveries`).
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from interpreter.position import OPEN, PC, Row, Vector
from interpreter.table import CompiledGame
from mercatoria.players.deliveries import Outlook, outlook_of
from mercatoria.players.own_moves import FAULTS, OwnMoves, noted
from mercatoria.players.plans import Plan, Planner
from mercatoria.players.prices import Prices, prices_of

DEEPEST = 12
"""Maximum depth of the lookahead, counted in the seat's own moves."""

MOST_TRIED = 160
"""Maximum number of positions to examine per decision, not counting those reached by a single move."""

MOST_BRANCHES = 30
"""Maximum number of moves to try in each position that the lookahead follows."""

WIDTH = 2
"""Number of positions to follow for each kind of first move, once an action is finished."""

WIDE = 8
"""Number of positions to follow for each kind of first move in the middle of an action."""

CURIOSITY = 0.5
"""Value of moving one of the seat's things to a new location, as a multiple of a typical piece's value."""

PROGRESS = 2.0
"""Value of each step along the planned route, as a multiple of a typical piece's value."""

URGENT = 2.0
"""Factor by which a piece that the plan needs is worth more than other pieces."""

LITTLE = 1e-6
"""Largest difference between two values that is ignored."""


@dataclass(slots=True)
class ReachableValue:
    """A first move, the best value reachable after it, and the number of further moves needed to reach that value."""

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
    """Lookahead for one decision of one seat."""

    table: CompiledGame
    start: Vector
    """The current position, determinized for the seat."""
    seat: int
    been: set[tuple[int, int]] = field(default_factory=set)
    """Locations that the seat's things have visited, as (slot, value) pairs."""
    plan: Plan = field(default_factory=Plan)
    """The seat's current plan to gain points."""
    outlook: Outlook | None = field(init=False)
    """The seat's deliveries, or None if the game has none."""
    _prices: Prices = field(init=False)
    _moves: OwnMoves = field(init=False)

    def __post_init__(self) -> None:
        self._prices = prices_of(self.table)
        self._moves = OwnMoves(self.table, self.seat)
        self.outlook = outlook_of(self.table, self.start, self.seat)

    def planned(self) -> Plan | None:
        """Return a plan to gain points: the current plan if it is still possible, otherwise a new one.

        Returns None if the seat is not free to choose an action.
        """
        return Planner(self._moves, self._prices, self._points).plan(self.start, self.plan)

    def prospects(self, rows: Iterable[Row], offers: Container[Row] = ()) -> list[ReachableValue]:
        """Return the best value that each move can lead to.

        An offer counts as accepted if some reply to it gains the other player at least the value of a typical piece. A
        bid, or a pass during bidding, is valued as if the other players passed next. A move with an unknown result, or
        an offer that would be refused, is worth slightly less than the current position.

        Args:
            rows: The seat's legal moves, with all parameters filled in.
            offers: The moves in `rows` that are offers.
        """
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
            prospect.worth = self.worth(v) + (self.outlook.hope(row[0]) if self.outlook is not None else 0.0)
            reached.append(_Reached(v, prospect.worth, prospect))
        self._go_on(reached)
        return found

    @property
    def points(self) -> int:
        """Return the seat's ranking criterion without the keys that count money."""
        return self._points(self.start)[self.seat]

    @property
    def holdings(self) -> tuple[int, ...]:
        """Return how much of each asset class the seat owns."""
        return tuple(self._prices.assets.amounts(self.start, self.seat))

    @property
    def has_merchandise(self) -> bool:
        """Return True if the game has goods to buy and sell, and points depend on money."""
        return self._prices.has_merchandise

    def worth(self, v: Vector) -> float:
        """Return the value of a position for the seat, where larger is better."""
        prices = self._prices
        points = self._points(v)
        lead = points[self.seat] - max((p for seat, p in enumerate(points) if seat != self.seat), default=0)
        worth = prices.points * lead
        if not (prices.counts_money and self.table.engine.due(v)):
            worth += prices.worth(v, self.seat)
            if self.outlook is not None:
                worth += self.outlook.worth(v)
        places = self.places(v)
        news = sum(place not in self.been for place in places)
        along = max((self.plan.way.get(place, 0) for place in places), default=0)
        laid = [piece.cost for (at, own), piece in self.plan.pieces.items() if v[at] == own]
        worth += prices.usual * (CURIOSITY * news + PROGRESS * (along + len(laid)))
        return worth + URGENT * (prices.wanted(v, self.seat, self.plan.wants) + sum(laid))

    def places(self, v: Vector) -> list[tuple[int, int]]:
        """Return the current locations of the seat's things, as (slot, value) pairs."""
        return self._prices.places(v, self.seat)

    def _points(self, v: Vector) -> Sequence[int]:
        return self._prices.standing(self.table.engine, v)

    def _agreed(self, v: Vector) -> Vector | None:
        """Return the position after the best reply to an offer.

        Among the replies that gain the other player at least a typical piece's value, the best is the one that this
        seat values most. Returns None if no reply qualifies.
        """
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
        """Return the value of a seat's assets, plus its points if the scoring counts money."""
        points = self._points(v)[seat] if self._prices.counts_money else 0
        return self._prices.sum(v, seat) + self._prices.points * points

    # ------------------------------------------------------------ deeper lookahead

    def _go_on(self, reached: list[_Reached]) -> None:
        """Follow the best positions after each kind of first move, and update the values of the first moves."""
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
        """Return the most valuable new positions, a few for each kind of first move, in which the seat decides next."""
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
