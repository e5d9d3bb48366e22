"""The state of the game at one table, with the recent positions to which players can return by undoing decisions.

A session is immutable, so each move or undo creates a new session. The server tries a decision on a new session, saves
the decision, and only then replaces the old session.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from mercatoria import Move, State
from mercatoria.web.store import Entry
from mercatoria.web.tables.undo_check import undo_blocker


class Stale(Exception):
    """Raised if a decision is outdated, because the position has changed since the player saw it."""


@dataclass(frozen=True, slots=True)
class GameSession:
    """The position of a table, with its recent history.

    `deciders` are the seats that must make a decision. Storing the deciders lets another thread read them without
    running the engine. `length` is the number of log entries, `turns` counts the entries of each seat, and `taken_back`
    counts all undos. A seat's decisions are numbered by the sum of its `turns` and `taken_back`. `trail` contains the
    position before each of the last consecutive decisions, all made by seat `trail_of`.
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
        """Create the session of a new game."""
        return cls(state, state.deciders, 0, (0,) * state.players)

    def turn(self, seat: int) -> int:
        """Return the number of the decision that a seat has to make now.

        The number counts only the seat's own decisions and all undos, because undos are public. Secret choices of other
        seats do not change the number.
        """
        return self.turns[seat] + self.taken_back

    def after_move(self, move: Move) -> GameSession:
        """Return a new session after a move, leaving this session unchanged. Raises `IllegalMove` or `PlayFault`."""
        seat, state = move.seat, self.state.clone()
        state.apply(move)
        trail = self.trail if seat == self.trail_of else ()
        return replace(
            self, state=state, deciders=state.deciders, length=self.length + 1, turns=self._counted(seat),
            trail=(*trail, self.state), trail_of=seat,
        )  # fmt: skip

    def stays(self, seat: int) -> str:
        """Return why a seat's last decision cannot be undone, or an empty string if it can."""
        if self.state.is_over:  # all players may see everything by now
            return self.state.table.locale("over_stays")
        if not self.trail:
            return self.state.table.locale("nothing_to_undo")
        if seat != self.trail_of:
            return self.state.table.locale("another_has_moved")
        return undo_blocker(self.trail[-1], self.state)

    def after_taking_back(self, seat: int) -> GameSession:
        """Return a new session with the position before the last decision of a seat. The caller must first check with
        `stays` that the decision can be undone.
        """
        state = self.trail[-1]
        return replace(
            self, state=state, deciders=state.deciders, length=self.length + 1, turns=self._counted(seat),
            taken_back=self.taken_back + 1, trail=self.trail[:-1],
        )  # fmt: skip

    def _counted(self, seat: int) -> tuple[int, ...]:
        return tuple(many + (number == seat) for number, many in enumerate(self.turns))


def replayed(state: State, entries: Iterable[Entry]) -> GameSession:
    """Replay the log of a table and return the resulting session.

    Raise `NotAMove`, `IllegalMove` or `PlayFault` if the log was written under other rules.
    """
    course = GameSession.begun(state)
    for entry in entries:
        if entry.move:
            course = course.after_move(course.state.table.notation.parse(entry.move, entry.seat))
        else:
            course = course.after_taking_back(entry.seat)
    return course


def standing(entries: Iterable[Entry]) -> list[Entry]:
    """Return the log entries without undone decisions and without the undos themselves."""
    found: list[Entry] = []
    for entry in entries:
        if entry.move:
            found.append(entry)
        else:
            found.pop()
    return found
