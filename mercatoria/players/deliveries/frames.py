"""Frames: positions in which a seat is free to act, with the place, goods and things of another position.

The moves in a frame answer what a seat could do if it were its turn, and if it were elsewhere, richer or poorer. The
answer depends only on what the question states. All frames come from the same few random games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from dsl.model import Ref
from interpreter.position import PASS, PLAYER, PlayFault, Row, Vector, once, owner_seat
from interpreter.rng import Stream
from interpreter.table import CompiledGame, may_see
from mercatoria.players.own_moves import OwnMoves
from mercatoria.players.prices import Prices, prices_of
from mercatoria.players.trial_games import trial_game
from mercatoria.players.values import round_slot

GAMES = 3
"""Number of random games in which frames are looked for."""

LONGEST_GAME = 500
"""Maximum length of such a game, in decisions and chance events."""

FILLINGS = 10
"""Maximum number of sets of parameter values to try before another move is chosen."""

MOST_TURNS = 30
"""Maximum number of turns of each seat from which its frames are chosen."""

MOST_FRAMES = 4
"""Maximum number of frames of each seat."""

MANY_GOODS, MUCH_MONEY = 20, 1000
"""Plenty of each good, and of money, for any single move."""

MOST_STEPS = 20
"""Maximum number of steps of one turn to count."""

NOBODY = -2
"""Placeholder for a seat number before the first step."""


@dataclass(frozen=True, slots=True)
class SeatSlots:
    """Memory slots that say where a seat is and what it owns."""

    place: int
    """Slot of the seat's place."""
    places: range
    """Values that this slot may have."""
    goods: Mapping[int, int]
    """Slots of merchandise, by asset class."""
    money: tuple[int, ...]
    things: tuple[int, ...]
    """Slots of everything else that the seat owns for longer than a turn."""

    def things_in(self, v: Vector) -> tuple[int, ...]:
        """Return the values of the seat's things in a position."""
        return tuple([v[slot] for slot in self.things])

    def funds(self, v: Vector) -> int:
        """Return how much money the seat has in a position."""
        return sum(v[slot] for slot in self.money)


@dataclass(frozen=True, slots=True)
class Frames:
    """Frames of one seat, the best first, with the moves that the seat can make in them."""

    table: CompiledGame
    seat: int
    slots: SeatSlots
    prices: Prices
    turns: tuple[Vector, ...]
    """Positions at the beginning of a turn, at least one."""
    rounds: int
    """Number of rounds of a game in which all players pass."""

    def at(self, place: int, goods: int, money: int, things: tuple[int, ...] = (), turn: int = 0) -> Vector:
        """Return a frame in which the seat is at a place with this much of each good, and with this much money.

        Args:
            things: Values of the slots of the seat's things, if they differ from those of the turn.
            turn: Index of the turn from which the rest of the position comes.
        """
        slots, v = self.slots, self.turns[turn][:]
        v[slots.place] = place
        for slot in slots.goods.values():
            v[slot] = goods
        for slot in slots.money:
            v[slot] = money
        for slot, value in zip(slots.things, things, strict=False):
            v[slot] = value
        return v

    def lasting(self, v: Vector) -> Vector:
        """Return a frame with everything from a position that outlasts a turn."""
        frame = self.turns[0][:]
        for of, run in self.table.flow.layout.runs.items():
            if not of.builtin and not of.lifetime:
                for base, width in zip(run.base, run.widths, strict=True):
                    frame[base : base + width] = v[base : base + width]
        return frame

    @property
    def home(self) -> int:
        """The seat's place in the best turn."""
        return self.turns[0][self.slots.place]

    @property
    def moves(self) -> OwnMoves:
        """The seat's move generator."""
        return OwnMoves(self.table, self.seat)

    def next(self, v: Vector) -> Iterator[tuple[Row, Vector]]:
        """Yield the seat's moves other than a pass, each with the resulting position."""
        return ((row, after) for row, after in self.moves.next(v) if row != PASS)

    def steps(self, v: Vector) -> int:
        """Return how often the seat can change its place from a position, up to `MOST_STEPS` times."""
        place = self.slots.place
        for steps in range(MOST_STEPS):
            after = next((after for _, after in self.next(v) if after[place] != v[place]), None)
            if after is None:
                return steps
            v = after
        return MOST_STEPS

    def gain(self, before: Vector, after: Vector) -> float:
        """Return by how much the seat's ranking criterion grows between two positions."""
        engine, prices = self.table.engine, self.prices
        more = prices.standing(engine, after)[self.seat] - prices.standing(engine, before)[self.seat]
        return prices.points * more

    def goods_spent(self, before: Vector, after: Vector) -> dict[int, int]:
        """Return how many goods of each class the seat spent between two positions."""
        return {at: n for at, slot in self.slots.goods.items() if (n := before[slot] - after[slot]) > 0}

    def goods_gained(self, before: Vector, after: Vector) -> dict[int, int]:
        """Return how many goods of each class the seat gained between two positions."""
        return self.goods_spent(after, before)


def frames_of(table: CompiledGame, seat: int) -> Frames | None:
    """Return the frames of a seat, or None if the game has no merchandise or the seat has no place."""
    return once(table, _trials)[seat] if prices_of(table).has_merchandise else None


def _trials(table: CompiledGame) -> tuple[Frames | None, ...]:
    """Return the frames of each seat, from the same few random games."""
    seats = range(table.flow.model.players)
    references = [_references(table, seat) for seat in seats]
    changed = [set[int]() for _ in seats]
    turns: dict[int, list[Vector]] = defaultdict(list)
    stream = Stream(0, "deliveries")
    for _ in range(GAMES):
        last = NOBODY
        with suppress(PlayFault):
            for step in trial_game(table, stream, FILLINGS, LONGEST_GAME):
                if step.seat in seats:
                    changed[step.seat] |= {at for at in references[step.seat] if step.before[at] != step.after[at]}
                    begins = step.seat != last and len(turns[step.seat]) < MOST_TURNS
                    if begins and OwnMoves(table, step.seat).may_pass(step.before):
                        turns[step.seat].append(step.before)
                last = step.seat
    rounds = _rounds(table)
    return tuple(
        _best_frames(table, seat, places[0], references[seat][places[0]], turns[seat], rounds)
        if len(places := sorted(changed[seat])) == 1 else None
        for seat in seats
    )  # fmt: skip


def _references(table: CompiledGame, seat: int) -> dict[int, range]:
    """Return the slots that say which thing a seat's field refers to, each with the range of its values."""
    kinds, found = table.flow.model.kinds, dict[int, range]()
    for of, run in table.flow.layout.runs.items():
        if isinstance(of.type, Ref) and not of.type.optional and not of.keys:
            kind = kinds[of.type.kind]
            for first, _ in _own_entries(table, seat):
                if first in run.base:
                    found[first] = range(kind.first, kind.first + kind.size)
    return found


def _own_entries(table: CompiledGame, seat: int) -> Iterator[tuple[int, int]]:
    """Yield the first slot and the width of each field entry that a seat owns for longer than a turn."""
    for of, run in table.flow.layout.runs.items():
        if of.kind == PLAYER and not of.builtin and not of.lifetime:
            for (owner, keys), base, width in zip(run.combinations(), run.base, run.widths, strict=True):
                if owner_seat(of, owner, keys) == seat and may_see(of, owner, keys, seat) == "all":
                    yield base, width


def _rounds(table: CompiledGame) -> int:
    rounds, slot = 0, round_slot(table)
    with suppress(PlayFault):
        for step in trial_game(table, Stream(0, "rounds"), FILLINGS, LONGEST_GAME, passing=True):
            rounds = step.after[slot]
    return rounds


def _best_frames(
    table: CompiledGame, seat: int, place: int, places: range, turns: list[Vector], rounds: int
) -> Frames | None:
    """Return frames from the turns in which the seat can go farthest and, among these, has the most moves."""
    prices = prices_of(table)
    holdings = prices.assets.holdings[seat]
    goods = {at: holdings[at].counters[0] for at, price in enumerate(prices.price) if price}
    money = tuple([slot for holding in holdings if holding.money for slot in holding.counters])
    if not turns or not money:
        return None
    entries = [range(base, base + width) for base, width in _own_entries(table, seat)]
    things = tuple([at for entry in entries for at in entry if at not in (place, *goods.values(), *money)])
    frames = Frames(table, seat, SeatSlots(place, places, goods, money, things), prices, tuple(turns), rounds)
    best = sorted(range(len(turns)), key=lambda turn: _freedom(frames, turn), reverse=True)
    return replace(frames, turns=tuple([turns[at] for at in best[:MOST_FRAMES]]))


def _freedom(frames: Frames, turn: int) -> tuple[int, int]:
    """Return the number of steps that the seat can take in a turn, and the number of moves at all places.

    The seat has the things that it had in the first turn.
    """
    slots, things = frames.slots, frames.slots.things_in(frames.turns[0])
    poor = [frames.at(place, 0, MUCH_MONEY, things, turn) for place in slots.places]
    rich = frames.at(frames.turns[turn][slots.place], MANY_GOODS, MUCH_MONEY, things, turn)
    moves = sum(len(_listed(frames, v)) for v in poor) + len(poor) * len(_listed(frames, rich))
    return frames.steps(frames.at(frames.home, 0, MUCH_MONEY, things, turn)), moves


def _listed(frames: Frames, v: Vector) -> list[Row]:
    engine = frames.table.engine
    with suppress(PlayFault):
        engine.advance(v)  # this leaves the position unchanged but restarts the engine's step counter
        return engine.moves(v, frames.seat)
    return []
