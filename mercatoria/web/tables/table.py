"""A table in memory, with its game, its session and the players in its seats."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from typing import Any

from dsl.folder import languages_of
from interpreter.log import LogEntry
from interpreter.trace import EffectHistory
from mercatoria import Game, RulebookError
from mercatoria.players import HUMAN
from mercatoria.web.store import Head, Seat
from mercatoria.web.tables.earlier_positions import EarlierPositions
from mercatoria.web.tables.game_session import GameSession
from mercatoria.web.tables.plan_steps import Plan
from mercatoria.web.tables.text_news import TextNews

LOG = logging.getLogger("mercatoria.web")


@dataclass(slots=True)
class Table:
    """A table in memory, with its game and the players in its seats.

    `touched` is the time of the last request for the table. `trouble` says why the game has stopped, and is empty while
    it can be played.
    """

    head: Head
    seats: list[Seat]
    game: Game
    course: GameSession
    touched: float
    trouble: str = ""
    rematch: str = ""
    """Id of the table of the rematch, or an empty string."""
    first_game: str = ""
    """Id of the first table in a series of rematches, from which the keys of the seats are derived. By default this
    table.
    """
    digests: dict[int | None, tuple[GameSession, tuple[object, ...], bytes]] = field(default_factory=dict)
    """Cached digest of each seat's view, with the session and public state from which it was computed."""
    last_pages: dict[int | None, Any] = field(default_factory=dict)
    """Cached parts of each seat's last page."""
    end: tuple[LogEntry | None, Any] | None = None
    """The final scores, with the last entry of the game from which they were computed."""
    laid_out: bool = False
    """True once the layout of the board has been computed."""
    languages: list[str] = field(init=False)
    """The languages in which the game can be read, English first."""
    unreadable: set[str] = field(default_factory=set)
    """Languages whose words have errors."""
    original: GameSession | None = None
    """The session whose words were translated, if this is a table in another language."""
    deeds: EffectHistory = field(init=False)
    earlier: EarlierPositions = field(init=False)
    """The earlier positions, which are the same in all languages."""
    plans: dict[int, Plan] = field(default_factory=dict)
    """The plan of each seat that has one, which the table shares with its readings in other languages."""
    news: TextNews | None = None
    """The result of the last saved text for the table, if the server watches the files of its games."""
    readings: dict[str, Table] = field(default_factory=dict)
    """This table in other languages, each with its own caches."""

    def __post_init__(self) -> None:
        self.first_game = self.first_game or self.head.table
        self.languages = languages_of(self.game.folder)
        self.deeds = EffectHistory(self.course.state.table)
        self.earlier = EarlierPositions(self.course.state.table)

    def continue_under(self, head: Head, game: Game, course: GameSession) -> None:
        """Continue under other rules, from the position that the log reaches under them. All caches are dropped."""
        self.head, self.game, self.course = head, game, course
        self.deeds, self.earlier = EffectHistory(course.state.table), EarlierPositions(course.state.table)
        self.end, self.laid_out, self.trouble = None, False, ""
        self.languages = languages_of(game.folder)
        for cache in (self.digests, self.last_pages, self.readings, self.unreadable):
            cache.clear()

    def read_in(self, language: str) -> Table:
        """Return this table as a reader in another language sees it. Only the words differ.

        If the words have errors, return this table, and log the errors once.
        """
        if language == self.course.state.table.locale.language or language in self.unreadable:
            return self
        reading = self.readings.get(language)
        if reading is None or reading.original is not self.course:
            try:
                course = replace(self.course, state=self.course.state.in_language(language))
            except RulebookError as fault:
                LOG.warning("the words of %s in `%s` have errors: %s", self.head.game, language, fault)
                self.unreadable.add(language)
                return self
            if reading is None:
                reading = self.readings[language] = Table(self.head, self.seats, self.game, course, self.touched)
                reading.earlier, reading.plans = self.earlier, self.plans
            reading.course, reading.original = course, self.course
        reading.seats, reading.trouble, reading.rematch = self.seats, self.trouble, self.rematch
        reading.first_game, reading.news = self.first_game, self.news
        return reading

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats in the game."""
        return self.course.state.table.flow.model.seats

    def bot_at(self, seat: int) -> str:
        """Return the kind of bot that plays for a seat now, or an empty string if a person plays."""
        sitting = self.seats[seat]
        return sitting.stands_in if sitting.kind == HUMAN else sitting.kind

    @property
    def allows_side_tables(self) -> bool:
        """True if players may play on with friends from a position. While two or more people play, they may not unless
        the host allows it, since several of them together know more than each of them.
        """
        return self.head.side_tables or self.has_no_rivals

    @property
    def has_no_rivals(self) -> bool:
        """True if the game is over, or if fewer than two people play."""
        return self.course.state.is_over or sum(seat.kind == HUMAN for seat in self.seats) < 2

    @property
    def next_bot(self) -> int | None:
        """The first seat for which a bot must decide, or None."""
        deciders = () if self.trouble else self.course.deciders
        return next((seat for seat in deciders if self.bot_at(seat)), None)

    @property
    def standing(self) -> tuple[object, ...]:
        """Public information that does not come from the game: the players, an error that has stopped the game, the
        number of undos, the rematch, and the mark of the rules.
        """
        seats = tuple((seat.kind, seat.name, seat.taken, seat.stands_in) for seat in self.seats)
        return (seats, self.trouble, self.course.taken_back, self.rematch, self.head.files)
