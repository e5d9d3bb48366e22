"""The legal move next to a refused one, tried out before it is named.

Nearest is a move of the same action that differs in the fewest parameters, then by the least; where the action has no
legal move, another one. What a listed move leaves open is filled with what was wanted, as far as that is allowed, then
with something near it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from interpreter.position import OPEN, PlayFault, Row, Vector
from interpreter.rng import Stream
from interpreter.table import Move

if TYPE_CHECKING:
    from interpreter.table import CompiledGame

MOST_ROWS, MOST_STEPS, MOST_DRAWS = 20, 12, 200
"""Listed moves that are looked at, values tried for one open place, and draws at random once those are used up."""


def nearest(table: CompiledGame, v: Vector, move: Move) -> Move | None:
    """A legal move that can be played, next to one that is refused; None if the seat has no decision to make."""
    if move.seat not in table.engine.deciders(v):
        return None
    try:
        rows = table.engine.moves(v, move.seat)
    except PlayFault:
        return None
    same = sorted((row for row in rows if row[0] == move.row[0]), key=lambda row: _distance(row, move.row))
    others = [row for row in reversed(rows) if row[0] != move.row[0]]
    for row in [*same[:MOST_ROWS], *others[:MOST_ROWS]]:
        for filled in _filled(table, v, move, row) if OPEN in row else [row]:
            if _can_be_played(table, v, move.seat, filled):
                return table.notation.move(move.seat, filled)
    return None


def by_distance(table: CompiledGame, v: Vector, move: Move) -> Iterator[Move]:
    """The legal moves of a seat that leave nothing open, the nearest to a wanted one first."""
    try:
        rows = table.engine.moves(v, move.seat) if move.seat in table.engine.deciders(v) else []
    except PlayFault:
        return
    rows = [row for row in rows if OPEN not in row]
    same = sorted((row for row in rows if row[0] == move.row[0]), key=lambda row: _distance(row, move.row))
    for row in (*same, *(row for row in reversed(rows) if row[0] != move.row[0])):
        yield table.notation.move(move.seat, row)


def _distance(row: Row, wanted: Row) -> tuple[int, int, Row]:
    pairs = [(a, b) for a, b in zip(row[1:], wanted[1:], strict=True) if a != OPEN]
    return (sum(a != b for a, b in pairs), sum(abs(a - b) for a, b in pairs), row)


def _can_be_played(table: CompiledGame, v: Vector, seat: int, row: Row) -> bool:
    if not table.engine.is_legal(v, seat, row):
        return False
    try:
        table.engine.apply(v[:], seat, row)
    except PlayFault:
        return False
    return True


def _filled(table: CompiledGame, v: Vector, move: Move, row: Row) -> Iterator[Row]:
    """Ways to fill the open places of a listed move, the nearest to what was wanted first."""
    ranges = table.engine.ranges(v, move.seat, row)
    places = [at for at, value in enumerate(row) if value == OPEN]
    if not ranges or not all(ranges):
        return
    wanted = [move.row[at] if move.row[0] == row[0] else among[0] for at, among in zip(places, ranges, strict=True)]
    near = [_nearest(value, among) for value, among in zip(wanted, ranges, strict=True)]
    least = [among[0] for among in ranges]
    for start in (near, least):
        yield _with(row, places, start)
        for at, among in enumerate(ranges):
            for value in _outwards(start[at], among):
                yield _with(row, places, [*start[:at], value, *start[at + 1 :]])
    stream = Stream(0, "nearest move")
    for _ in range(MOST_DRAWS):
        yield _with(row, places, [stream.choice(among) for among in ranges])


def _nearest(value: int, among: range) -> int:
    at = (value - among.start + among.step // 2) // among.step
    return among[min(max(at, 0), len(among) - 1)]


def _with(row: Row, places: list[int], values: list[int]) -> Row:
    filled = list(row)
    for at, value in zip(places, values, strict=True):
        filled[at] = value
    return tuple(filled)


def _outwards(value: int, among: range) -> Iterator[int]:
    """Other values of a range, the nearest first, then in greater and greater steps."""
    middle, step = among.index(value), 1
    for at in range(1, MOST_STEPS):
        for other in (middle - step, middle + step):
            if 0 <= other < len(among):
                yield among[other]
        step += 1 if at < MOST_STEPS // 2 else step
