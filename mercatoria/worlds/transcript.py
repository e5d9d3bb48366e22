"""The transcript of a seat: everything that the seat has learnt and seen, entry by entry.

A transcript is the only information that passes from the real game to sampled positions: samplers receive a transcript
and no state. Two games that a seat cannot tell apart therefore have equal transcripts and lead to the same particles.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.flow import ChanceNode
from interpreter.game import State
from interpreter.log import CHANCE, LogEntry, entries, pending_secret_answers, take_fired
from interpreter.position import Vector, once
from interpreter.table import CompiledGame
from mercatoria.worlds.observed_entries import EntryObserver, ObservedEntry
from mercatoria.worlds.seat_observations import SeatObservation, SeatObserver
from mercatoria.worlds.unseen import hides


class NotPlayedTo(ValueError):
    """Raised for a position that was set up by hand, because replaying the log does not reproduce this position."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """A seat's knowledge about a game, or a spectator's if the seat is None."""

    seat: int | None
    begin: SeatObservation
    """The seat's view before the first entry."""
    entries: tuple[ObservedEntry, ...]


@dataclass(frozen=True, slots=True)
class _Written:
    """The entries of a transcript written so far.

    `v` is the true position and is never passed to players.
    """

    last: LogEntry | None
    v: Vector
    observed: tuple[ObservedEntry, ...]


class _Writer:
    """Writes transcripts for one seat, and continues the last transcript if it belongs to the same game."""

    def __init__(self, table: CompiledGame, seat: int | None) -> None:
        self._table = table
        self._seat = seat
        self._onlooker = SeatObserver(table, seat)
        self._teller = EntryObserver(table, seat)
        start = table.start()
        self._begin = self._onlooker.sees(start)
        self._nothing = _Written(None, start, ())
        self._written = self._nothing

    def write(self, state: State) -> Transcript:
        """Return the transcript of a game.

        Raises `NotPlayedTo` if replaying the log does not reproduce the position.
        """
        sealed = pending_secret_answers(self._table, state.vector, state.last)
        firm = self._go_on(self._kept(state.last), sealed[-1].before if sealed else state.last, sealed=False)
        self._written = firm
        whole = self._go_on(firm, state.last, sealed=True)
        if whole.v != state.vector:
            raise NotPlayedTo("replaying the log does not reproduce this position")
        return Transcript(self._seat, self._begin, whole.observed)

    def _kept(self, last: LogEntry | None) -> _Written:
        """Return the entries already written for this game, or none if the game is new or moves were undone."""
        known = self._written
        while last is not None and known.last is not None and last.length > known.last.length:
            last = last.before
        return known if last is known.last else self._nothing

    def _go_on(self, before: _Written, last: LogEntry | None, sealed: bool) -> _Written:
        """Write the entries up to `last`.

        If `sealed` is True, the new entries belong to a secret decision in which other players have yet to choose.
        """
        v, observed = before.v[:], list(before.observed)
        for entry in entries(last, since=before.last):
            observed.append(self._entry(v, entry, sealed))
        return _Written(last, v, tuple(observed))

    def _entry(self, v: Vector, entry: LogEntry, sealed: bool) -> ObservedEntry:
        """Apply an entry to the position, and return the entry as the seat observes it."""
        before, node = v[:], self._table.flow.nodes[entry.node]
        if entry.form == CHANCE:
            assert isinstance(node, ChanceNode)
            self._table.resolve(v, entry.row[0])
            label, mover, words = node.label, -1, self._teller.of_chance(before, node, entry.row[0])
        else:
            self._table.apply(v, entry.seat, entry.row)
            label, mover = "", entry.seat
            words = self._teller.of_move(before, entry.node, entry.seat, entry.row, v, sealed)
        take_fired(self._table, v)
        fired = self._teller.fired(entry.fired)
        return ObservedEntry(entry.form, label, mover, words, fired, sealed, self._onlooker.sees(v))


def transcript_of(state: State, seat: int | None) -> Transcript:
    """Return the transcript of a seat, or of a spectator if the seat is None, by replaying the game's log.

    The next call for the same seat and game replays only the new entries.

    Raises:
        NotPlayedTo: The position was set up by hand, so replaying the log does not reproduce it, or the game began at a
            scenario that holds secrets.
    """
    if state.edition.begins is not None and once(state.table, hides):
        raise NotPlayedTo("what the scenario hides was not dealt, so nothing is known of how likely it is")
    return once(state.table, _Writer, seat).write(state)
