"""How a seat could gain points by one more action if it had plenty of everything: what that takes, and the way there.

The way may be long: a thing of the seat has to come from where it is to where it is wanted, by many moves within the
action. Who knows it can go a part of it with the little that he has, and be nearer the next time. Where no action gains
points, pieces of the seat may be wanting on the board: it is tried with all that it could place there by one action
more, by two, and so on, as if they all lay there at once. Of these pieces the plan keeps those without which the way
cannot be gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from interpreter.position import PC, Row, Vector
from mercatoria.players.own_moves import OwnMoves
from mercatoria.players.prices import Prices, Wants

MOST_LOOKED_AT = 200
"""Positions from which it is tried to go on."""

MOST_ROWS = 4
"""How many pieces one behind the other are thought of."""

Place = tuple[int, int]
"""A slot that says where a thing is, or what lies there; and what it says."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a seat means to gain points."""

    wants: Wants = ()
    """What it is to get together."""
    way: dict[Place, int] = field(default_factory=dict)
    """Where its things are to come by: each place, and how far along it is."""
    pieces: dict[Place, float] = field(default_factory=dict)
    """Where pieces of its own are to lie, and what each of them costs."""
    rows: tuple[Row, ...] = ()
    """The moves that gain the points, if all that is there."""


@dataclass(frozen=True, slots=True)
class _Trail:
    """A position, and the move by which it was reached from another one."""

    v: Vector
    row: Row
    before: _Trail | None = None

    @property
    def steps(self) -> list[_Trail]:
        """What was reached on the way, from the first move on."""
        return [*self.before.steps, self] if self.before is not None else [self]


@dataclass(frozen=True, slots=True)
class Planner:
    """Looks for the next points of one seat. `points` says what the ranking asks of each seat in a position."""

    moves: OwnMoves
    prices: Prices
    points: Callable[[Vector], Sequence[int]]

    def plan(self, start: Vector, before: Plan) -> Plan | None:
        """The way to points that takes the fewest moves, and of these the cheapest; the plan that it had before, while
        that can still be carried out. An empty plan where no action brings points; None where the seat does not choose
        freely."""
        if not self.prices.obtainable or not self.moves.may_pass(start):
            return None
        rich = self.prices.rich(start, self.moves.seat)
        if before.rows and self._gains(_with(rich, before.pieces), before.rows):
            return before
        equipped, pieces = rich, dict[Place, Wants]()
        for _ in range(MOST_ROWS + 1):
            first = [_Trail(v, row) for row, v in self.moves.next(equipped)]
            if gaining := self._gaining(first, self._own_points(equipped)):
                best = max((self._begun_cheaply(trail, first) for trail in gaining), key=self._kept)
                rows = tuple([each.row for each in best.steps])
                pieces = self._needed(rich, pieces, rows)
                wants = [self.prices.spent(equipped, best.v, self.moves.seat), *pieces.values()]
                cost = {place: self.prices.of(each) for place, each in pieces.items()}
                return Plan(_sum(wants), self._way(rich, best), cost, rows)
            more = self._placed(equipped, first)
            if not more:
                break
            pieces |= more
            equipped = _with(equipped, more)
        return Plan()

    def _placed(self, v: Vector, first: list[_Trail]) -> dict[Place, Wants]:
        """The pieces that one action can place, each with what it takes."""
        placed: dict[Place, Wants] = {}
        for trail in first:
            for place in self.prices.added(v, trail.v, self.moves.seat):
                if place not in placed and self.moves.may_pass(trail.v):
                    placed[place] = self.prices.spent(v, trail.v, self.moves.seat)
        return placed

    def _needed(self, rich: Vector, pieces: dict[Place, Wants], rows: Sequence[Row]) -> dict[Place, Wants]:
        """The pieces without which the moves cannot be made: what can be left out is left out, many at a time first."""
        needed, size = list(pieces), len(pieces)
        while size:
            at = 0
            while at < len(needed):
                fewer = needed[:at] + needed[at + size :]
                if self._gains(_with(rich, fewer), rows):
                    needed = fewer
                else:
                    at += size
            size //= 2
        return {place: pieces[place] for place in needed}

    def _gains(self, start: Vector, rows: Sequence[Row]) -> bool:
        """Whether these moves can be made and gain points."""
        trail = self._gone(_Trail(start, ()), rows)
        return trail is not None and self._own_points(trail.v) > self._own_points(start)

    def _own_points(self, v: Vector) -> int:
        return self.points(v)[self.moves.seat]

    def _gaining(self, first: list[_Trail], points: int) -> list[_Trail]:
        """What gains points in as few moves as any. Of alike first moves the dearest is followed, as it leads
        farthest; after it, the cheapest."""
        reached, seen, looked_at = first, set[tuple[int, ...]](), 0
        while reached and looked_at < MOST_LOOKED_AT:
            if found := [trail for trail in reached if self._own_points(trail.v) > points]:
                return found
            within = [each for each in reached if self._is_within_action(each.v)]
            within.sort(key=self._kept, reverse=reached is not first)
            ahead = list(self._new(within, seen))
            looked_at += len(ahead)
            reached = [_Trail(v, row, trail) for trail in ahead for row, v in self.moves.next(trail.v)]
        return []

    def _is_within_action(self, v: Vector) -> bool:
        return self.moves.goes_on(v) and not self.moves.may_pass(v)

    def _new(self, trails: list[_Trail], seen: set[tuple[int, ...]]) -> Iterator[_Trail]:
        """Those with which the seat is where it has not been."""
        for trail in trails:
            if (mark := self._mark(trail.v)) not in seen:
                seen.add(mark)
                yield trail

    def _mark(self, v: Vector) -> tuple[int, ...]:
        """What a position is known by: where the seat's things are; all of it in a game in which they are nowhere."""
        places = self.prices.places(v, self.moves.seat)
        return (v[PC], *[where for _, where in places]) if places else tuple(v)

    def _begun_cheaply(self, trail: _Trail, first: list[_Trail]) -> _Trail:
        """The trail after the cheapest of all first moves that are alike and after which it can still be gone."""
        begun, *later = trail.steps
        alike = [each for each in first if each.row[0] == begun.row[0] and self._mark(each.v) == self._mark(begun.v)]
        for other in sorted(alike, key=self._kept, reverse=True) if later else ():
            if (gone := self._gone(other, [each.row for each in later])) is not None:
                return gone
        return trail

    def _gone(self, trail: _Trail, rows: Sequence[Row]) -> _Trail | None:
        """A trail that goes on by some moves; None where one of them is not legal."""
        for row in rows:
            v = self.moves.after(trail.v, row) if self.moves.is_legal(trail.v, row) else None
            if v is None:
                return None
            trail = _Trail(v, row, trail)
        return trail

    def _way(self, rich: Vector, trail: _Trail) -> dict[Place, int]:
        way = dict.fromkeys(self.prices.places(rich, self.moves.seat), 0)
        for at, each in enumerate(trail.steps):
            for place in self.prices.places(each.v, self.moves.seat):
                way.setdefault(place, at)
        return {place: at for place, at in way.items() if at}

    def _kept(self, trail: _Trail) -> float:
        """What is left to the seat."""
        return self.prices.sum(trail.v, self.moves.seat)


def _with(v: Vector, pieces: Iterable[Place]) -> Vector:
    """A copy of a position in which these pieces lie on the board."""
    after = v[:]
    for slot, sort in pieces:
        after[slot] = sort
    return after


def _sum(wants: list[Wants]) -> Wants:
    total: dict[int, int] = {}
    for each in wants:
        for at, number in each:
            total[at] = total.get(at, 0) + number
    return tuple(sorted(total.items()))
