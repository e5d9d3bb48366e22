"""Finds the legal move nearest to a refused move.

The search suggests a move only after playing it in a copy of the position.

The nearest move is a move of the same action that differs in the fewest parameters. Among moves that differ in equally
many parameters, the search prefers the one with the closest values. If the action has no legal move, the search
suggests a move of another action. The search fills open parameters with the refused move's values if those are legal,
otherwise with the closest legal values.
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
"""Limits of the search: listed moves tried for each action, steps away from a value, and random draws."""


def nearest(table: CompiledGame, v: Vector, move: Move) -> Move | None:
    """Return a legal move near a refused one, or None if the seat is not deciding or the search finds nothing."""
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
    """Yield a seat's legal moves without open parameters, nearest to the wanted move first."""
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
    """Yield completions of a move with open parameters, nearest to the wanted move first."""
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
    """Yield values of the range around `value`, in growing steps. The later steps double in size."""
    middle, step = among.index(value), 1
    for at in range(1, MOST_STEPS):
        for other in (middle - step, middle + step):
            if 0 <= other < len(among):
                yield among[other]
        step += 1 if at < MOST_STEPS // 2 else step
