"""Answers requests for earlier positions of a table, behind all moves, and limits how often a seat may ask.

A request is a few short jobs on the thread that plays games, so that a move never waits long. Caches are bounded: the
parts of earlier pages are kept for the seats that asked last, and a page of their next position reuses them.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from interpreter.log import LogEntry
from mercatoria import State
from mercatoria.web.events import Key
from mercatoria.web.pages import SeatCourse, course_json, last_page, log_of, sheet_of, table_page, title_of
from mercatoria.web.pages.course import Step
from mercatoria.web.requests import MOST_ASKED
from mercatoria.web.security import Rates, Refused
from mercatoria.web.server import Server
from mercatoria.web.store import NotRead, StoreUnavailable
from mercatoria.web.tables import NoTable, Table
from mercatoria.web.timeline import Moment, earlier, present

R = TypeVar("R")

EARLIER = (0.5, 30)
"""Earlier positions per second and maximum burst, for each seat, and for each spectator's address."""
COURSES = (1.0, 60)
"""Requests for the course of a game per second and maximum burst, counted in the same way."""
MOST_SEATS = 64
"""Maximum number of seats for which parts of earlier pages are cached, each in one language, and for which steps."""


MOST_OF_COURSE = 200
"""Maximum number of log entries for which one request gets the course."""
AT_ONCE = 10
"""Maximum number of steps to make in one job. A step takes 2 to 6 ms."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the course of a game: its steps, the number of the newest position, and the log entry at the end of
    the steps, or None at the beginning of the game.
    """

    steps: list[Step]
    newest: int
    last: LogEntry | None


@dataclass(slots=True)
class LookingBack:
    """Makes the pages of earlier positions. If `rates` is None, a seat may ask as often as it likes."""

    server: Server
    rates: Rates | None
    courses: Rates | None = None
    """Limit on requests for the course of a game."""
    _parts: OrderedDict[tuple[Key, str], dict[int | None, Any]] = field(default_factory=OrderedDict)
    """Cached parts of earlier pages for each seat and language, with the least recently used seat first."""
    _courses: OrderedDict[tuple[Key, str], SeatCourse] = field(default_factory=OrderedDict)
    """Cached steps for each seat and language, with the least recently used seat first."""

    def count(self, table: Table, seat: int | None, address: str, rates: Rates | None) -> None:
        """Count a request about the past. Raises `Refused` if the seat has asked too often.

        Spectators share a seat, so each of their addresses is counted.
        """
        asker = f"{table.head.table} {address if seat is None else seat}"
        if rates is not None and not rates.allows(asker):
            raise Refused(429, "You have looked at many earlier positions. Wait a moment and try again.")

    async def page(self, table: Table, seat: int | None, number: int, language: str) -> tuple[str, str]:
        """Return the title and the page of the position after `number` log entries. Raises `NoMoment`."""
        await self.server.lay_out(table, language)
        moment = await self.server.behind_moves(self._with_log, table, seat, number, language)
        return title_of(moment), await self.server.behind_moves(table_page, moment)

    def _with_log(self, table: Table, seat: int | None, number: int, language: str) -> Moment:
        """Return an earlier moment, after caching its log lines, which take longer than the rest of its page."""
        moment = self.moment(table, seat, number, language)
        log_of(moment)
        return moment

    async def ask(
        self, table: Table, seat: int | None, number: int, language: str, question: Callable[[Moment], R]
    ) -> R:
        """Return the answer to a question about an earlier position. Raises `NoMoment`."""
        return await self.server.behind_moves(lambda: question(self.moment(table, seat, number, language)))

    async def course(self, table: Table, seat: int | None, first: int, last: int, language: str) -> str:
        """Return the steps of a game to the positions from `first` to `last` as JSON, in several short jobs.

        A request gets at most `MOST_OF_COURSE` steps. A decision that is taken back meanwhile does not change the
        answer.
        """
        await self.server.lay_out(table, language)

        def begin() -> tuple[State, Part | None]:
            now = table.read_in(language).course.state
            return now, self._part(table, now, seat, first, last, language)

        now, found = await self.server.behind_moves(begin)
        while found is None:
            found = await self.server.behind_moves(self._part, table, now, seat, first, last, language)
        return course_json(found.steps, found.newest)

    def _part(
        self, table: Table, now: State, seat: int | None, first: int, last: int, language: str
    ) -> Part | None:  # fmt: skip
        """Return the steps of a game that has come to the state `now`, or None if some are still to be made."""
        course, past, reading = self._course((table.head.table, seat), language), table.earlier, table.read_in(language)
        past.follow(now.last)
        seen, last = last_page(present(reading, seat)).glances, min(last, first + MOST_OF_COURSE - 1)
        found = course.steps(now, past, first, last, sheet_of(reading), AT_ONCE, seen)
        if found is None:
            return None
        number = found[-1].number if found else min(first - 1, past.newest)
        return Part(found, past.newest, past.entries(number, number)[-1] if number else None)

    def news(
        self, table: Callable[[], Awaitable[Table]], seat: int | None, number: int, language: str
    ) -> Callable[[], Awaitable[str]]:  # fmt: skip
        """Return a function whose calls return the course since the last call, or an empty string if it is the same.

        If decisions were taken back, the course begins where it differs from the course returned before.

        Args:
            table: Function that returns the table, which may have been unloaded since the last call.
            number: Number of the position that the reader knows before the first call.
        """
        known: tuple[int, LogEntry | None] = number, None

        async def since() -> str:
            nonlocal known
            try:
                here = await table()
                await self.server.lay_out(here, language)

                def begin() -> tuple[State, int, Part | None]:
                    now = here.read_in(language).course.state
                    shared = _common(here, now.last, *known)
                    return now, shared, self._part(here, now, seat, shared + 1, MOST_ASKED, language)

                now, shared, found = await self.server.behind_moves(begin)
                while found is None:
                    found = await self.server.behind_moves(
                        self._part, here, now, seat, shared + 1, MOST_ASKED, language
                    )
            except (NoTable, NotRead, StoreUnavailable):  # the next request for a page says why
                return ""
            if not found.steps and shared == known[0]:
                return ""
            known = found.last.length if found.last is not None else 0, found.last
            return course_json(found.steps, found.newest)

        return since

    def _course(self, key: Key, language: str) -> SeatCourse:
        course = self._courses.pop((key, language), None) or SeatCourse(key[1])
        self._courses[key, language] = course
        if len(self._courses) > MOST_SEATS:
            self._courses.popitem(last=False)
        return course

    def forget(self, table: Table) -> None:
        """Forget the pages and steps of a table, because it has migrated to other rules."""
        for cache in (self._parts, self._courses):
            for key in [key for key in cache if key[0][0] == table.head.table]:
                del cache[key]

    def moment(self, table: Table, seat: int | None, number: int, language: str) -> Moment:
        """Return an earlier moment, with the parts cached for its seat. Raises `NoMoment`."""
        key = (table.head.table, seat), language
        parts = self._parts.pop(key, {})
        self._parts[key] = parts
        if len(self._parts) > MOST_SEATS:
            self._parts.popitem(last=False)
        return earlier(table.read_in(language), seat, number, parts)


def _common(table: Table, last: LogEntry | None, number: int, known: LogEntry | None) -> int:
    """Return the number of the newest position that a reader knows and that has not been taken back.

    Args:
        last: Newest entry of the log.
        number: Number of the newest position that the reader knows.
        known: Newest entry that the reader knows, or None if only the number is known.
    """
    past = table.earlier
    past.follow(last)
    if known is None:
        return past.before(min(number, past.newest) + 1)
    while known is not None and not past.has(known):
        known = known.before
    return past.before(min(known.length, past.newest) + 1) if known is not None else 0
