"""Deliveries that a seat's things allow, and the moves that may bring it new ones."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import TypeVar

from interpreter.position import PlayFault, Vector, once
from interpreter.rng import Stream, weighted_choice
from interpreter.table import CompiledGame
from mercatoria.players.deliveries.frames import MANY_GOODS, MUCH_MONEY, Frames, frames_of
from mercatoria.players.deliveries.map import NO_WAY, Map, Way, surveyed
from mercatoria.players.prices import Wants

MOST_SORTS = 5
"""Maximum number of sorts of goods that a delivery may take."""

MOST_ROOM = 60
"""Maximum number of goods that a seat is thought to carry."""

SAMPLES = 16
"""Number of random results to draw for each kind of move that may bring deliveries."""

MOST_EVENTS = 40
"""Maximum number of chance events in one such result."""

MOST_KEPT = 1 << 12
"""Maximum number of answers of one kind to remember."""

Things = tuple[int, ...]
"""Values of the slots of a seat's things (`SeatSlots`)."""

Key = TypeVar("Key", bound=Hashable)
Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Delivery:
    """A move that takes goods at a place, and pays more for them than the market does."""

    place: int
    takes: Wants
    premium: float
    """Gain in points beyond the proceeds of the goods in the market."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that a seat has after a random result: how its points change, and the deliveries that it gets."""

    gain: float
    deliveries: tuple[Delivery, ...]


@dataclass(frozen=True, slots=True)
class Ability:
    """A seat's abilities in one turn, with its things."""

    speed: int
    """Number of steps."""
    room: int
    """Number of goods that it can carry."""


@dataclass(slots=True)
class Orders:
    """Deliveries of one seat, remembered by the seat's things."""

    frames: Frames
    map: Map
    brought: dict[int, list[tuple[Option, ...]]] = field(init=False)
    """Random results of each kind of move that may bring deliveries."""
    _allowed: dict[Things, tuple[Delivery, ...]] = field(default_factory=dict)
    _abilities: dict[Things, Ability] = field(default_factory=dict)
    _ways: dict[tuple[Delivery, int, int], Way] = field(default_factory=dict)

    def __post_init__(self) -> None:
        drawn = {kind: self._drawn(kind) for kind in sorted(self.map.others)}
        self.brought = {kind: results for kind, results in drawn.items() if any(results)}

    def allowed(self, things: Things) -> tuple[Delivery, ...]:
        """Return the deliveries that these things allow the seat, wherever it is and whatever goods it has."""
        return _remembered(self._allowed, things, lambda key: tuple(self._tried(key)))

    def ability(self, things: Things) -> Ability:
        """Return what the seat can do in a turn with these things."""
        return _remembered(self._abilities, things, lambda key: Ability(self._speed(key), self._room(key)))

    def way(self, delivery: Delivery, place: int, missing: int) -> Way:
        """Return the best way to collect the missing goods and to deliver.

        `missing` has a bit for each sort of goods that the delivery takes.
        """
        return _remembered(self._ways, (delivery, place, missing), lambda key: min(self._ways_on(*key), default=NO_WAY))

    def _ways_on(self, delivery: Delivery, place: int, missing: int) -> Iterator[Way]:
        pace, far = self.map.pace, self.map.far[place]
        if not missing:
            yield far[delivery.place].then(Way(pace, 0.0, 1))
        for number, (at, _) in enumerate(delivery.takes):
            if missing & 1 << number:
                for source in sorted(self.map.sources.get(at, ())):
                    if far[source].cost < inf:
                        yield far[source].then(self.way(delivery, source, missing & ~(1 << number)), pace, 1)

    def _tried(self, things: Things) -> Iterator[Delivery]:
        """Yield the moves that take goods at some place and pay more than the market."""
        frames = self.frames
        kinds = frozenset(range(len(frames.table.flow.move_kinds))) - self.map.sales - self.map.journeys
        for place in frames.slots.places:
            rich = frames.at(place, MANY_GOODS, MUCH_MONEY, things)
            for _, after in frames.moves.next(rich, kinds):
                takes = tuple(sorted(frames.goods_spent(rich, after).items()))
                market = sum(self.map.proceeds.get(at, 0.0) * number for at, number in takes)
                if 0 < len(takes) <= MOST_SORTS and (premium := frames.gain(rich, after) - market) > 0:
                    yield Delivery(place, takes, premium)

    def _speed(self, things: Things) -> int:
        return max(1, self.frames.steps(self.frames.at(self.frames.home, 0, MUCH_MONEY, things)))

    def _room(self, things: Things) -> int:
        """Return the smallest number of goods with which the seat can buy no more of one good at its source."""
        at, sources = min(self.map.sources.items())
        poor, slot = self.frames.at(min(sources), 0, MUCH_MONEY, things), self.frames.slots.goods[at]
        for load in range(MOST_ROOM):
            poor[slot] = load
            if not any(after[slot] > load for _, after in self.frames.next(poor)):
                return load
        return MOST_ROOM

    # ------------------------------------------------------------ new deliveries

    def _drawn(self, kind: int) -> list[tuple[Option, ...]]:
        """Return random results of a kind of move: the options of the seat's next choice that bring deliveries."""
        stream = Stream(0, f"deliveries {kind}")
        begun = self.frames.at(self.frames.home, 0, MUCH_MONEY)
        rows = [(row, v) for row, v in self.frames.moves.next(begun, {kind})]
        return [self._options(begun, stream.choice(rows)[1], stream) for _ in range(SAMPLES if rows else 0)]

    def _options(self, begun: Vector, after: Vector, stream: Stream) -> tuple[Option, ...]:
        v, found, things_in = after[:], list[Option](), self.frames.slots.things_in
        had = self.allowed(things_in(begun))
        if not self._settle(v, stream):
            return ()
        for _, chosen in self.frames.moves.next(v):
            new = tuple([each for each in self.allowed(things_in(chosen)) if each not in had])
            if new:
                found.append(Option(self.frames.gain(begun, chosen), new))
        return tuple(found)

    def _settle(self, v: Vector, stream: Stream) -> bool:
        """Draw chance events up to the next decision; return True if there were some and the seat decides."""
        engine, fell = self.frames.table.engine, False
        try:
            for _ in range(MOST_EVENTS):
                if engine.over(v) or engine.deciders(v):
                    break
                weighed = engine.chance(v)
                engine.resolve(v, weighted_choice(weighed, stream.randrange(sum(weight for _, weight in weighed))))
                fell = True
        except PlayFault:
            return False
        return fell and self.frames.moves.goes_on(v)


def _remembered(answers: dict[Key, Answer], key: Key, found: Callable[[Key], Answer]) -> Answer:
    """Return the answer for a key, which is found at most once while it is remembered."""
    if key not in answers:
        if len(answers) >= MOST_KEPT:
            answers.clear()
        answers[key] = found(key)
    return answers[key]


def orders_of(table: CompiledGame, seat: int) -> Orders | None:
    """Return the deliveries of a seat, computed on first use, or None if the game has none for it."""
    return once(table, _orders, seat)


def _orders(table: CompiledGame, seat: int) -> Orders | None:
    frames = frames_of(table, seat)
    if frames is None:
        return None
    found = surveyed(frames)
    return Orders(frames, found) if found.sources and found.proceeds else None
