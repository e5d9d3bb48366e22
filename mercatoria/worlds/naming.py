"""Finds the pieces that a transcript entry names, and those that the seat saw come or go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from dsl.model import NONE, Bag, Many, Ref, Type
from interpreter.flow import ChanceNode
from interpreter.log import CHANCE
from interpreter.table import CompiledGame
from mercatoria.worlds.observed_entries import ObservedEntry
from mercatoria.worlds.seat_observations import Piece, SeatObservation, SeatObserver


class PieceMentions:
    """Finds the pieces that each entry reveals to a seat, or to a spectator if the seat is None."""

    def __init__(self, table: CompiledGame, seat: int | None) -> None:
        self._table = table
        self._onlooker = SeatObserver(table, seat)
        self._drawn: dict[str, str] = {}
        for node in table.flow.nodes:
            if isinstance(node, ChanceNode) and isinstance(node.outcome_type, Ref):
                self._drawn[node.label] = node.outcome_type.kind

    def named(self, observed: ObservedEntry, before: SeatObservation) -> list[Piece]:
        """Return the pieces that an entry names or visibly moves, sorted and without repeats.

        `before` is the observation before the entry.
        """
        return sorted({*self._spoken(observed), *self._onlooker.moved(before, observed.sight)})

    def _spoken(self, observed: ObservedEntry) -> Iterator[Piece]:
        if observed.form == CHANCE:
            if observed.words[0] is not None and observed.label in self._drawn:
                yield self._root(self._drawn[observed.label]), observed.words[0]
            return
        kind, *words = observed.words
        assert kind is not None
        types = [of for _, of in self._table.flow.move_kinds[kind].params]
        for of, value in zip(types, self._values(types, words), strict=True):
            match of:
                case Ref(name) if isinstance(value, int) and value != NONE:
                    yield self._root(name), value
                case Bag(name) | Many(Ref(name)) if value:
                    yield from ((self._root(name), member) for member in value)

    def _values(self, types: Sequence[Type], words: Sequence[int | None]) -> Iterator[Any]:
        at, rows = 0, self._table.notation.rows
        for of in types:
            width = rows.width(of)
            observed = [word for word in words[at : at + width] if word is not None]
            yield rows.unpack(of, tuple(observed)) if len(observed) == width else None
            at += width

    def _root(self, kind: str) -> str:
        return self._table.flow.model.kinds[kind].root
