"""Play at one table so far: the position, the way to it, and the possible undos.

A session is immutable; a move or an undo returns a new one. So a decision is tried first, then saved, and only then
counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from mercatoria import Move, State
from mercatoria.web.store import Entry
from mercatoria.web.tables.undo_check import undo_blocker


class Stale(Exception):
    """The decision belongs to an older position."""


@dataclass(frozen=True, slots=True)
class GameSession:
    """Position of a table with its history.

    `deciders` are the seats that owe a decision, stored because another thread may ask. `length` counts the log
    entries, `turns` each seat's entries and `taken_back` all undos; together they number the questions. `trail` holds
    the positions before the last decisions, as far back as one seat made them all.
    """

    state: State
    deciders: tuple[int, ...]
    length: int
    turns: tuple[int, ...]
    taken_back: int = 0
    trail: tuple[State, ...] = ()
    trail_of: int = -1

    @classmethod
    def begun(cls, state: State) -> GameSession:
        """Return the session of a new game."""
        return cls(state, state.deciders, 0, (0,) * state.players)

    def turn(self, seat: int) -> int:
        """Return a number for the question that a seat is asked now.

        It follows from the seat's own decisions and from the public undos, so it reveals nothing about secret choices.
        """
        return self.turns[seat] + self.taken_back

    def after_move(self, move: Move) -> GameSession:
        """Return the session after a move. Raises `IllegalMove` or `PlayFault`; this session stays the same."""
        seat, state = move.seat, self.state.clone()
        state.apply(move)
        trail = self.trail if seat == self.trail_of else ()
        return replace(
            self, state=state, deciders=state.deciders, length=self.length + 1, turns=self._counted(seat),
            trail=(*trail, self.state), trail_of=seat,
        )  # fmt: skip

    def stays(self, seat: int) -> str:
        """Return why a seat's last decision cannot be undone, or an empty string."""
        if not self.trail:
            return "There is nothing to take back."
        if seat != self.trail_of:
            return "Another player has moved since."
        return undo_blocker(self.trail[-1], self.state)

    def after_taking_back(self, seat: int) -> GameSession:
        """Return the session before the last decision of a seat, which must be undoable."""
        state = self.trail[-1]
        return replace(
            self, state=state, deciders=state.deciders, length=self.length + 1, turns=self._counted(seat),
            taken_back=self.taken_back + 1, trail=self.trail[:-1],
        )  # fmt: skip

    def _counted(self, seat: int) -> tuple[int, ...]:
        return tuple(many + (number == seat) for number, many in enumerate(self.turns))


def replayed(state: State, entries: Iterable[Entry]) -> GameSession:
    """Return the session at the end of a table's log. Raises `NotAMove`, `IllegalMove` or `PlayFault` for a log of
    other rules."""
    course = GameSession.begun(state)
    for entry in entries:
        if entry.move:
            course = course.after_move(course.state.table.notation.parse(entry.move, entry.seat))
        else:
            course = course.after_taking_back(entry.seat)
    return course


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """Return the decisions that were not undone."""
    found: list[Entry] = []
    for entry in entries:
        if entry.move:
            found.append(entry)
        else:
            found.pop()
    return found
