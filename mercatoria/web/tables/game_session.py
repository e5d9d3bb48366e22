"""The session of a game at one table: its position, its recent history, and the undos that are possible.

A session is immutable, and a move or an undo returns a new session. The server first tries a decision, then saves it,
and only then replaces the session of the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from mercatoria import Move, State
from mercatoria.web.store import Entry
from mercatoria.web.tables.undo_check import undo_blocker


class Stale(Exception):
    """Raised for a decision whose number is no longer current."""


@dataclass(frozen=True, slots=True)
class GameSession:
    """The position of a table, with its recent history.

    `deciders` are the seats that have to decide. They are stored, so that another thread can read them without
    computing anything. `length` is the number of log entries, `turns` is the number of entries made by each seat, and
    `taken_back` is the number of all undos. A seat's decision is numbered by the sum of its `turns` and `taken_back`.
    `trail` contains the positions before the most recent consecutive decisions that seat `trail_of` made.
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
        """Return the number of the decision that a seat has to make now.

        The number depends only on the seat's own decisions and on the undos, which are public. The number therefore
        reveals nothing about secret choices.
        """
        return self.turns[seat] + self.taken_back

    def after_move(self, move: Move) -> GameSession:
        """Return the session after a move; this session does not change. Raises `IllegalMove` or `PlayFault`."""
        seat, state = move.seat, self.state.clone()
        state.apply(move)
        trail = self.trail if seat == self.trail_of else ()
        return replace(
            self, state=state, deciders=state.deciders, length=self.length + 1, turns=self._counted(seat),
            trail=(*trail, self.state), trail_of=seat,
        )  # fmt: skip

    def stays(self, seat: int) -> str:
        """Return why a seat's last decision cannot be undone, or an empty string if it can."""
        if not self.trail:
            return "There is nothing to undo."
        if seat != self.trail_of:
            return "Another player has moved since then."
        return undo_blocker(self.trail[-1], self.state)

    def after_taking_back(self, seat: int) -> GameSession:
        """Return the session before the last decision of a seat. The caller checks with `stays` that the decision can
        be undone."""
        state = self.trail[-1]
        return replace(
            self, state=state, deciders=state.deciders, length=self.length + 1, turns=self._counted(seat),
            taken_back=self.taken_back + 1, trail=self.trail[:-1],
        )  # fmt: skip

    def _counted(self, seat: int) -> tuple[int, ...]:
        return tuple(many + (number == seat) for number, many in enumerate(self.turns))


def replayed(state: State, entries: Iterable[Entry]) -> GameSession:
    """Return the session after all entries of a table's log.

    Raises `NotAMove`, `IllegalMove` or `PlayFault` if the log was written under other rules.
    """
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
