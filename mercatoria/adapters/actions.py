"""Numbered actions with a fixed meaning, for learning agents.

Each kind of move has a range of action numbers. If the kind's parameters have at most `MOST_SPELLED_OUT` combinations,
each number means the same move in every position. Otherwise, the numbers index the currently legal moves of that kind,
up to `MOST_RANKED`. A move with open parameters has `FILLINGS` numbers, one for each set of parameter values: the
minima, the maxima, the midpoints, then fixed pseudo-random draws. The highest number means "any legal move". It is
legal only if no other number is legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from math import prod

from dsl.model import Flag, Int, Ref, Type
from interpreter.flow import MoveKind
from interpreter.game import State
from interpreter.position import OPEN, Row, filled_in
from interpreter.rng import Stream
from interpreter.table import CompiledGame, Move

MOST_SPELLED_OUT = 4096
MOST_RANKED = 256
FILLINGS = 8


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Range of action numbers for one kind of move, starting at `first`."""

    first: int
    places: tuple[range, ...]
    """Possible values of each parameter, or an empty range if the parameter is open.

    The tuple is empty if the kind has too many combinations for a fixed numbering.
    """
    ranked: bool
    fillings: int

    @property
    def size(self) -> int:
        return self.fillings * (MOST_RANKED if self.ranked else prod(len(place) or 1 for place in self.places))

    def number(self, row: Row, rank: int) -> int | None:
        """Return the action number of a listed move, with its open parameters set to the first set of values.

        Returns None if the move has no action number.

        `rank` is the index of the move among the listed moves of the same kind.
        """
        if self.ranked:
            return self.first + rank * self.fillings if rank < MOST_RANKED else None
        number = 0
        for value, place in zip(row[1:], self.places, strict=True):
            if value == OPEN:
                continue
            if value not in place:
                return None
            number = number * len(place) + place.index(value)
        return self.first + number * self.fillings


class Actions:
    """Mapping between action numbers and moves, for a game with a fixed number of players."""

    def __init__(self, table: CompiledGame) -> None:
        self._table = table
        self._stretches: list[_Stretch] = []
        first = 0
        for kind in table.flow.move_kinds:
            stretch = self._stretch(kind, first)
            self._stretches.append(stretch)
            first += stretch.size
        self.some = first
        """The action number that means "any legal move"."""
        self.size = first + 1

    def legal(self, state: State, seat: int) -> dict[int, Move]:
        """Return the legal moves of a seat in ascending order of action number.

        The result is never empty while the seat must decide.
        """
        found: dict[int, Row] = {}
        for kind, rows in groupby(state.rows(seat), key=lambda row: row[0]):
            for rank, row in enumerate(rows):
                number = self._stretches[kind].number(row, rank)
                if number is None:
                    continue
                for at, filled in self._filled_in(state, seat, row):
                    found.setdefault(number + at, filled)
        if not found:
            return {self.some: state.sample(Stream(0, "some move"), seat)}
        return {number: self._table.notation.move(seat, found[number]) for number in sorted(found)}

    def _filled_in(self, state: State, seat: int, row: Row) -> Iterator[tuple[int, Row]]:
        """Yield the legal sets of values for the open parameters of a move, without duplicates, each with its index."""
        if OPEN not in row:
            yield 0, row
            return
        engine, v = state.table.engine, state.vector
        ranges = engine.ranges(v, seat, row)
        seen: set[Row] = set()
        for at, filled in enumerate(self._ways(row, ranges, engine.sizes(v, seat, row))):
            if filled not in seen and engine.is_legal(v, seat, filled):
                yield at, filled
            seen.add(filled)

    @staticmethod
    def _ways(row: Row, ranges: tuple[range, ...], sizes: tuple[tuple[int, int, int, int, bool], ...]) -> list[Row]:
        """Return `FILLINGS` candidate sets of values for the open parameters of a move; some may be illegal."""
        picks = [[each[at * (len(each) - 1) // 2] for each in ranges] for at in (0, 2, 1)]
        ways = []
        for pick in picks:
            numbers = iter(pick)
            ways.append(tuple(next(numbers) if value == OPEN else value for value in row))
        for at in range(len(picks), FILLINGS):
            ways.append(filled_in(row, ranges, sizes, Stream(at, "filling").randrange))
        return ways

    def _stretch(self, kind: MoveKind, first: int) -> _Stretch:
        left_open = (
            [param.open for param in kind.action.params] if kind.action is not None else [False] * len(kind.params)
        )
        places: list[range | None] = []
        for (_, of), is_open in zip(kind.params, left_open, strict=True):
            width = self._table.notation.rows.width(of)
            places += [range(0)] * width if is_open else [self._values(of)] * width
        fillings = FILLINGS if any(left_open) else 1
        spelled_out = [place for place in places if place is not None]
        if len(spelled_out) < len(places) or prod(len(place) or 1 for place in spelled_out) > MOST_SPELLED_OUT:
            return _Stretch(first, (), True, fillings)
        return _Stretch(first, tuple(spelled_out), False, fillings)

    def _values(self, of: Type) -> range | None:
        """Return the possible values of a parameter, or None if values of its type are not stored as single numbers."""
        match of:
            case Int(low, high):
                return range(low, high + 1)
            case Flag():
                return range(2)
            case Ref(name, optional):
                kind = self._table.flow.model.kinds[name]
                return range(-1 if optional else kind.first, kind.first + kind.size)
        return None
