"""A table in memory: its game, its session, and the occupants of its seats."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from interpreter.trace import EffectHistory
from mercatoria import Game
from mercatoria.players import HUMAN
from mercatoria.web.store import Head, Seat
from mercatoria.web.tables.game_session import GameSession


@dataclass(slots=True)
class Table:
    """A table in memory.

    `touched` is the time of its last request. `trouble` is the reason why the game has stopped, or an empty string.
    """

    head: Head
    seats: list[Seat]
    game: Game
    course: GameSession
    touched: float
    trouble: str = ""
    digests: dict[int | None, tuple[GameSession, tuple[object, ...], bytes]] = field(default_factory=dict)
    """The digest of each seat's current view, with the session and public state for which it was computed."""
    last_pages: dict[int | None, Any] = field(default_factory=dict)
    """The last page of each seat."""
    end: tuple[GameSession, Any] | None = None
    """The final scores, with the session for which they were computed."""
    laid_out: bool = False
    """True once the board has been laid out for pictures."""
    deeds: EffectHistory = field(init=False)

    def __post_init__(self) -> None:
        self.deeds = EffectHistory(self.course.state.table)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats in the game."""
        return self.course.state.table.flow.model.seats

    def bot_at(self, seat: int) -> str:
        """Return the kind of bot that decides for a seat now, or an empty string for a person."""
        sitting = self.seats[seat]
        return sitting.stands_in if sitting.kind == HUMAN else sitting.kind

    @property
    def next_bot(self) -> int | None:
        """The first seat at which a bot has to decide, or None."""
        deciders = () if self.trouble else self.course.deciders
        return next((seat for seat in deciders if self.bot_at(seat)), None)

    @property
    def standing(self) -> tuple[object, ...]:
        """The public state that pages show in addition to the game: who sits where, trouble and undos."""
        seats = tuple((seat.kind, seat.name, seat.taken, seat.stands_in) for seat in self.seats)
        return (seats, self.trouble, self.course.taken_back)
