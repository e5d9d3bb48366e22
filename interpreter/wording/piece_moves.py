"""Finds where pieces went: matches those that left a field with those that arrived in another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from interpreter.trace import FieldChange

Held = dict[str, int]
"""Number of pieces of each type."""


@dataclass(frozen=True, slots=True)
class PieceLocation:
    """The location of some pieces: a field, and the player or thing that owns the field.

    If the game itself owns the field, `seat` and `thing` are empty strings. If the picture does not show the location,
    all three strings are empty.
    """

    seat: str = ""
    thing: str = ""
    field: str = ""
    alone: str = ""
    """The words for the field alone, such as `the market`."""

    @property
    def words(self) -> str:
        """The location as text, such as `Red`, `Harbour` or `the market`."""
        return self.seat or self.thing or self.alone


NOWHERE_SEEN = PieceLocation()

Moved = tuple[str, PieceLocation, int]
"""A type of piece, its old or new location, and the number of pieces."""

Way = tuple[PieceLocation, PieceLocation]
"""The old and the new location of some pieces."""


def held_pieces(change: FieldChange, value: object) -> Held:
    """Count the pieces of each type in the value of a field."""
    if isinstance(value, dict):
        return dict(value)
    if isinstance(value, int):
        run, entry = change.place
        return {run.name(run.sorts[entry] if run.sorts else run.holds.first): value}
    names = value if isinstance(value, list) else [value] if value is not None else []
    return {str(name): names.count(name) for name in names}


def matched(left: list[Moved], come: list[Moved]) -> Iterator[tuple[str, PieceLocation, PieceLocation, int]]:
    """Match pieces that left a field with pieces that arrived in another, and yield each transfer."""
    waiting = [number for _, _, number in come]
    for sort, start, rest in left:
        for at, (other, end, _) in enumerate(come):
            taken = min(rest, waiting[at]) if other == sort else 0
            if taken:
                yield sort, start, end, taken
                waiting[at] -= taken
                rest -= taken
        if rest:
            yield sort, start, NOWHERE_SEEN, rest
    for (sort, end, _), number in zip(come, waiting, strict=True):
        if number:
            yield sort, NOWHERE_SEEN, end, number


def alike_moves(ways: Mapping[Way, Held]) -> Iterator[tuple[list[str], Way, Held]]:
    """Yield the ways of pieces with what went there, joining moves between the same two fields of several things.

    Each way comes after the names of the things inside which the pieces moved, and these pieces are added up.
    """
    inside: dict[tuple[str, str, tuple[str, ...]], list[Way]] = {}
    for way, held in ways.items():
        start, end = way
        if start.thing and start.thing == end.thing:
            inside.setdefault((start.alone, end.alone, tuple(held)), []).append(way)
        else:
            yield [], way, held
    for (_, _, sorts), alike in inside.items():
        held = {sort: sum(ways[way][sort] for way in alike) for sort in sorts}
        yield [end.thing for _, end in alike], alike[0], held
