"""Plans for scoring points with one more action, as if the seat had plenty of every asset.

A plan says what the action costs and how the seat's things reach their target, which may take many moves within the
action. With the assets it really has, the seat carries out part of the plan and is closer to the target at its next
action. If no single action gains points, the seat may first need more pieces on the board. The planner then adds every
piece that one earlier action could place. If these pieces are not enough, the planner adds the pieces that a second
earlier action could place, and so on. The plan keeps only the pieces that its moves need, directly or in order to place
another piece. A piece already placed adds no further cost. The planner drops the plan if another piece occupies a
planned location.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from dsl.model import NONE
from interpreter.position import PC, Row, Vector
from mercatoria.players.own_moves import FAULTS, OwnMoves, noted
from mercatoria.players.prices import Prices, Wants

MOST_LOOKED_AT = 200
"""Maximum number of positions to expand in search of a plan."""

MOST_ROWS = 4
"""Maximum number of rounds of placements to plan ahead."""

Place = tuple[int, int]
"""A board slot and the value that it should have, as a (slot, value) pair."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A seat's plan to gain points."""

    wants: Wants = ()
    """Assets to collect for the whole plan, placements included."""
    way: dict[Place, int] = field(default_factory=dict)
    """Locations that the seat's things pass on the way to their target, each with its step number."""
    pieces: dict[Place, Piece] = field(default_factory=dict)
    """Pieces to place, by location, in an order in which they can be placed."""
    rows: tuple[Row, ...] = ()
    """Moves that gain the points once the seat has all assets and has placed all pieces."""
    takes: Wants = ()
    """Assets that `rows` cost."""

    def going_on(self, v: Vector) -> Plan:
        """Return the rest of the plan in a position, without the pieces already placed."""
        pieces = {place: piece for place, piece in self.pieces.items() if v[place[0]] != place[1]}
        return replace(self, wants=_in_all(self.takes, pieces), pieces=pieces)

    def is_blocked(self, v: Vector) -> bool:
        """Return True if another piece occupies a planned location."""
        return any(v[at] not in (NONE, own) for at, own in self.pieces)


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece that the plan needs on the board but that is not there yet."""

    row: Row
    """The move that places the piece."""
    takes: Wants
    """Assets that `row` costs."""
    cost: float
    """Total price of `takes`."""
    brings: Wants
    """Assets that `row` gains in classes that are not `obtainable` (see `Prices`)."""
    behind: int
    """Maximum number of earlier placements that this placement depends on."""


@dataclass(frozen=True, slots=True)
class _Trail:
    """A position, the move that led to it, and the trail that led to the previous position."""

    v: Vector
    row: Row
    before: _Trail | None = None

    @property
    def steps(self) -> list[_Trail]:
        """Return the positions along the trail, starting with the position after the first move."""
        return [*self.before.steps, self] if self.before is not None else [self]


@dataclass(frozen=True, slots=True)
class Planner:
    """Planner that finds a way for one seat to gain points.

    `points` is a function that returns the ranking criterion of each seat in a position.
    """

    moves: OwnMoves
    prices: Prices
    points: Callable[[Vector], Sequence[int]]

    def plan(self, start: Vector, before: Plan) -> Plan | None:
        """Return the plan with the fewest moves or, among equally short plans, the cheapest.

        The plan `before` is kept while it remains possible. If no action gains points, the plan is empty. Returns None
        if the seat is not free to choose an action.
        """
        if not self.prices.obtainable or not self.moves.may_pass(start):
            return None
        rich = self.prices.rich(start, self.moves.seat)
        if before.rows and not before.is_blocked(start) and self._gains(self._with(rich, before.pieces), before.rows):
            return before.going_on(start)
        equipped, placed = rich, dict[Place, Piece]()
        for behind in range(MOST_ROWS + 1):
            points, first = self._own_points(equipped), [_Trail(v, row) for row, v in self.moves.next(equipped)]
            if points is None:
                break
            if gaining := self._gaining(first, points):
                best = max((self._begun_cheaply(trail, first) for trail in gaining), key=self._kept)
                return self._made(rich, equipped, placed, best)
            more = self._placed(equipped, first, behind)
            if not more:
                break
            placed |= more
            equipped = self._with(equipped, more)
        return Plan()

    def _made(self, rich: Vector, equipped: Vector, placed: Mapping[Place, Piece], trail: _Trail) -> Plan:
        """Return the plan for a trail, with only the placed pieces that the trail requires."""
        rows = tuple([each.row for each in trail.steps])

        def can_be_gone(places: list[Place]) -> bool:
            return self._gains(self._with(rich, {place: placed[place] for place in places}), rows)

        dearest_first = sorted(placed, key=lambda place: -placed[place].cost)
        pieces = self._in_order(rich, placed, _needed(dearest_first, can_be_gone))
        takes = self.prices.spent(equipped, trail.v, self.moves.seat)
        return Plan(_in_all(takes, pieces), self._way(rich, trail), pieces, rows, takes)

    def _placed(self, v: Vector, first: list[_Trail], behind: int) -> dict[Place, Piece]:
        """Return the pieces that a single action can place."""
        prices, seat, placed = self.prices, self.moves.seat, dict[Place, Piece]()
        for trail in first:
            for place in prices.added(v, trail.v, seat):
                if place not in placed:
                    takes = prices.spent(v, trail.v, seat)
                    brings = prices.brought(v, trail.v, seat)
                    placed[place] = Piece(trail.row, takes, prices.of(takes), brings, behind)
        return placed

    def _in_order(self, rich: Vector, placed: Mapping[Place, Piece], needed: list[Place]) -> dict[Place, Piece]:
        """Return the needed pieces, and those that must be placed before them, in a valid placing order."""
        found: dict[Place, Piece] = {}

        def add(place: Place) -> None:
            piece = placed[place]

            def can_be_placed(others: list[Place]) -> bool:
                there = found | {other: placed[other] for other in others}
                return self.moves.is_legal(self._with(rich, there), piece.row)

            if not can_be_placed([]):
                sooner = [other for other in placed if placed[other].behind < piece.behind and other not in found]
                for other in _needed(sooner, can_be_placed):
                    if other not in found:
                        add(other)
            found[place] = piece

        for place in sorted(needed, key=lambda each: placed[each].behind):
            if place not in found:
                add(place)
        return found

    def _with(self, v: Vector, pieces: Mapping[Place, Piece]) -> Vector:
        """Return a copy of a position in which these pieces are on the board.

        In each asset class, the seat also receives the largest gain that any one of these pieces brings.
        """
        after, brings = v[:], dict[int, int]()
        for (slot, sort), piece in pieces.items():
            after[slot] = sort
            brings |= {at: max(number, brings.get(at, 0)) for at, number in piece.brings}
        for at, number in brings.items():
            after[self.prices.assets.holdings[self.moves.seat][at].counters[0]] += number
        return after

    def _gains(self, start: Vector, rows: Sequence[Row]) -> bool:
        """Return True if these moves are legal from `start` and gain points."""
        trail, points = self._gone(_Trail(start, ()), rows), self._own_points(start)
        return trail is not None and points is not None and self._has_more(trail.v, points)

    def _has_more(self, v: Vector, points: int) -> bool:
        own = self._own_points(v)
        return own is not None and own > points

    def _own_points(self, v: Vector) -> int | None:
        """Return the seat's ranking criterion, or None in an impossible position, such as one with too many pieces."""
        try:
            return self.points(v)[self.moves.seat]
        except FAULTS as fault:
            noted(fault)
            return None

    def _gaining(self, first: list[_Trail], points: int) -> list[_Trail]:
        """Return the shortest move sequences that gain points.

        Of several first moves with the same effect on the board, the search follows the most expensive, because it
        leads furthest. Among later moves with the same effect, the search follows the cheapest.
        """
        reached, seen, looked_at = first, set[tuple[int, ...]](), 0
        while reached and looked_at < MOST_LOOKED_AT:
            if found := [trail for trail in reached if self._has_more(trail.v, points)]:
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
        for trail in trails:
            if (mark := self._mark(trail.v)) not in seen:
                seen.add(mark)
                yield trail

    def _mark(self, v: Vector) -> tuple[int, ...]:
        """Return a hashable key under which the search treats two positions as the same.

        The key contains the locations of the seat's things, or the whole position if the seat has no things.
        """
        places = self.prices.places(v, self.moves.seat)
        return (v[PC], *[where for _, where in places]) if places else tuple(v)

    def _begun_cheaply(self, trail: _Trail, first: list[_Trail]) -> _Trail:
        """Return the trail with the cheapest first move that still permits its later moves."""
        begun, *later = trail.steps
        alike = [each for each in first if each.row[0] == begun.row[0] and self._mark(each.v) == self._mark(begun.v)]
        for other in sorted(alike, key=self._kept, reverse=True) if later else ():
            if (gone := self._gone(other, [each.row for each in later])) is not None:
                return gone
        return trail

    def _gone(self, trail: _Trail, rows: Sequence[Row]) -> _Trail | None:
        """Return the trail extended by these moves, or None if one of them is illegal."""
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
        """Return the value of the seat's remaining assets at the end of a trail."""
        return self.prices.sum(trail.v, self.moves.seat)


def _needed(places: list[Place], is_enough: Callable[[list[Place]], bool]) -> list[Place]:
    """Return a minimal list of locations for which `is_enough` is True.

    The search removes large groups first, and earlier locations before later ones.
    """
    needed, size = places, len(places)
    while size:
        at = 0
        while at < len(needed):
            fewer = needed[:at] + needed[at + size :]
            if is_enough(fewer):
                needed = fewer
            else:
                at += size
        size //= 2
    return needed


def _in_all(takes: Wants, pieces: Mapping[Place, Piece]) -> Wants:
    """Return the total cost of the moves and of all placements."""
    total: dict[int, int] = {}
    for wants in (takes, *[piece.takes for piece in pieces.values()]):
        for at, number in wants:
            total[at] = total.get(at, 0) + number
    return tuple(sorted(total.items()))
