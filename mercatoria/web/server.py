"""Shared state of the web application, and the single thread on which all games are played.

The engine, the store and the templates run on that thread, one job at a time. No position therefore changes while a
page reads it, and the event loop never blocks. Decisions run first, and pages of players who do not have to move run
last. New boards are laid out on a second thread, and bots run in separate processes.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, ParamSpec, TypeVar

from mercatoria.drawing import HintTold
from mercatoria.svg import layout_of
from mercatoria.web.events import Channel, Channels, Key
from mercatoria.web.gc_freezing import collect_all
from mercatoria.web.pages import digest, ground, table_page, title_of
from mercatoria.web.security import in_log
from mercatoria.web.store import REPAIR, NotRead, StoreUnavailable
from mercatoria.web.tables import Bots, NoTable, Request, Table, TableRegistry
from mercatoria.web.thread import ASKED, DECIDING, LOOKING_ON, GamesThread

P = ParamSpec("P")
R = TypeVar("R")

LOG = logging.getLogger("mercatoria.web")
SWEEP = 60.0
"""Seconds between two checks for idle tables."""
MOST_PAGES = 256
"""Maximum number of cached pages, which answer repeated requests."""
LAST_RESORT = "random"
"""The bot that decides if another bot fails."""
PATIENCE = 1.0
"""Seconds that requests get to finish when the server stops."""
REMEDIES: Mapping[type[Exception], str] = {
    NotRead: f"stop the server, {REPAIR}, and start the server again",
    StoreUnavailable: "free space on the disk, or end the program that locks the file, then open the table again",
    NoTable: "start the server with the rules of this table, or set up another table",
}
"""Advice to the host, for each class of error that can stop the bots of a table."""
ADVISER = "medium"
"""The bot that gives hints."""


@dataclass(frozen=True, slots=True)
class Page:
    """A seat's page: the digest of its content, the title and the body, all from the same position."""

    seen: bytes
    title: str
    inner: str


@dataclass(frozen=True, slots=True)
class Advice:
    """The hints for a seat; they may not be ready yet.

    `seen` is the digest of the seat's view, and `turn` is the number of the decision.
    """

    seen: bytes
    turn: int
    hints: asyncio.Task[list[HintTold]]

    @property
    def has_failed(self) -> bool:
        return self.hints.done() and (self.hints.cancelled() or self.hints.exception() is not None)


@dataclass(slots=True)
class Server:
    """The state of the server.

    `pause` is the number of seconds between two moves of bots, so that people can follow the game. The time before a
    bot's move is always a whole number of pauses. `clock` returns the time in seconds and `sleep` waits for a number of
    seconds; tests can replace both.
    """

    hall: TableRegistry
    bots: Bots
    channels: Channels = field(default_factory=Channels)
    pause: float = 0.7
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    answering: set[asyncio.Task[Any]] = field(default_factory=set)
    """The requests that are being answered."""
    _thread: GamesThread = field(init=False)
    _boards: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "boards"))
    _pages: OrderedDict[Key, Page] = field(default_factory=OrderedDict)
    """The newest page of each seat, in order from the least to the most recently used page."""
    _not_shown: set[Key] = field(default_factory=set)
    """Seats that have made a decision and have not loaded a page since."""
    _hints: OrderedDict[Key, Advice] = field(default_factory=OrderedDict)
    """The latest hints of each seat."""
    _thinking: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    """The task of each table that waits for the bots of the table."""
    _pending: set[str] = field(default_factory=set)
    """Tables whose bots have been woken and have not been checked since then."""
    _stopped: dict[str, type[Exception]] = field(default_factory=dict)
    """The class of the error that stopped the bots of each table. Each such error is logged once."""
    _gone: int = 0
    """Number of tables unloaded since the last full garbage collection."""
    _loop: asyncio.AbstractEventLoop | None = None
    _ending: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self._thread = GamesThread(self.clock)

    async def on_thread(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a job on the thread that plays games."""
        return await asyncio.wrap_future(self._thread.do(ASKED, work, *args, **kwargs))

    async def table(self, name: str) -> Table:
        """Return a table. If the table was unloaded, the call waits for the thread that plays games.

        Raises:
            NoTable: There is no such table, or it cannot be resumed.
        """
        found = self.hall.at_hand(name)
        return await self.on_thread(self.hall.table, name) if found is None else found

    async def decide(self, table: Table, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a job that may change a table, before all other jobs; then notify listeners and let the bots play."""

        def changed() -> tuple[R, dict[int | None, bytes], int | None]:
            done = work(*args, **kwargs)
            return done, *_looked_at(table, seats)

        name = table.head.table
        seats = self.channels.at(name)
        done, seen, bot = await asyncio.wrap_future(self._thread.do(DECIDING, changed))
        self._shown(name, seen)
        if late := [seat for seat in self.channels.at(name) if seat not in seen]:  # pages opened meanwhile
            seen, bot = await asyncio.wrap_future(self._thread.do(DECIDING, _looked_at, table, late))
            self._shown(name, seen)
        if bot is not None:
            self._wake(name)
        return done

    def _shown(self, name: str, seen: Mapping[int | None, bytes]) -> None:
        """Notify each seat of a table whose view has changed."""
        for seat, digest_now in seen.items():
            self.channels.shown((name, seat), digest_now)

    # ------------------------------------------------------------ pages and events

    async def page(self, table: Table, seat: int | None) -> tuple[Page, Channel]:
        """Return the page of a seat, and the channel that reports later changes."""
        await self._lay_out(table)
        key = table.head.table, seat
        waits = key not in self._not_shown and seat not in table.course.deciders
        self._not_shown.discard(key)
        work = self._thread.do(LOOKING_ON if waits else ASKED, _page_of, table, seat, self._pages.pop(key, None))
        page, bot = await asyncio.wrap_future(work)
        self._pages[key] = page
        if len(self._pages) > MOST_PAGES:
            self._pages.popitem(last=False)
        if bot is not None:
            self._wake(table.head.table)
        return page, self.channels.shown(key, page.seen)

    def decided(self, key: Key) -> None:
        """Record that a seat has made a decision, so that its next page is rendered without delay."""
        self._not_shown.add(key)

    async def channel(self, table: Table, seat: int | None) -> Channel:
        """Return the channel that reports changes in a seat's view."""
        seen, _ = await self.on_thread(_looked_at, table, [seat])
        return self.channels.shown((table.head.table, seat), seen[seat])

    async def _lay_out(self, table: Table) -> None:
        """Lay out the board of a table if it is new.

        The layout can take seconds but needs no position. The layout therefore runs on a separate thread and does not
        delay other tables.
        """
        if not table.laid_out:
            board = await self.on_thread(ground, table)
            await asyncio.get_running_loop().run_in_executor(self._boards, layout_of, board)
            table.laid_out = True

    # ------------------------------------------------------------ bots

    def _wake(self, name: str) -> None:
        """Let the bots of a table make all decisions that are due."""
        self._pending.add(name)
        if name not in self._thinking:
            self._thinking[name] = asyncio.get_running_loop().create_task(self._play_bots(name))

    async def _play_bots(self, name: str) -> None:
        """Let the bots of a table play; repeat if they were woken after the last check began."""
        try:
            while name in self._pending:
                self._pending.discard(name)
                try:
                    await self._play_bot(name)
                except (NoTable, StoreUnavailable, NotRead) as fault:
                    self._log_stop(name, fault)
                else:
                    self._stopped.pop(name, None)
        finally:  # no await from here on, so no bot can be woken unnoticed
            self._pending.discard(name)
            del self._thinking[name]

    def _log_stop(self, name: str, fault: Exception) -> None:
        """Log the error that stopped the bots of a table.

        The same class of error is logged again only if the bots have played since the last such error.
        """
        met = type(fault)
        if self._stopped.get(name) is not met:
            self._stopped[name] = met
            why = in_log(str(fault).rstrip("."))
            LOG.error("the bots of table %s stopped, %s: %s; %s", name, met.__name__, why, REMEDIES[met])

    async def _play_bot(self, name: str) -> None:
        """Let one bot make its decision, if a decision is due; the next bot is then woken."""
        if (request := await self.on_thread(self.hall.bot_to_ask, name)) is None:
            return
        asked = self.clock()
        if (text := await self._decided(request)) is not None:
            await self.sleep(bot_delay(self.clock() - asked, self.pause))
            await self.decide(await self.table(name), self.hall.play_for_bot, request, text)

    async def _decided(self, request: Request) -> str | None:
        """Return a bot's decision, or None if every attempt fails.

        If the bot fails or its process ends, the bot tries once more in another process. If that fails too, a bot that
        plays at random decides, so that the game can continue.
        """
        for kind in (request.kind, request.kind, LAST_RESORT, LAST_RESORT):
            try:
                return await asyncio.wrap_future(self.bots.ask(replace(request, kind=kind)))
            except Exception:  # bots may raise any exception
                LOG.exception("a bot (%s) could not decide at a table that plays %s", kind, request.game)
        return None

    async def hints(self, table: Table, seat: int) -> tuple[list[HintTold], int]:
        """Return a bot's suggestions for a seat, best first, and the number of the decision to which they apply.

        The hints are computed again only when the seat's view changes. An exception that the bot raises is passed on.
        """
        key = table.head.table, seat
        seen, request = await self.on_thread(self._asked, table, seat)
        known = self._hints.pop(key, None)
        if known is None or known.seen != seen or known.has_failed:
            known = Advice(seen, request.turn, asyncio.get_running_loop().create_task(self._advised(request)))
        self._hints[key] = known
        if len(self._hints) > MOST_PAGES:
            self._hints.popitem(last=False)
        return await asyncio.shield(known.hints), known.turn

    def _asked(self, table: Table, seat: int) -> tuple[bytes, Request]:
        """Return the digest of a seat's view, and the request for hints about its current question."""
        return digest(table, seat), self.hall.question(table, seat, ADVISER)

    async def _advised(self, request: Request) -> list[HintTold]:
        """Return the hints of a bot, delayed until a whole number of pauses has passed.

        The exact computing time could reveal the hidden holdings of other seats.
        """
        begun = self.clock()
        found = await asyncio.wrap_future(self.bots.ask_for_hints(request))
        await self.sleep(bot_delay(self.clock() - begun, self.pause))
        return found

    # ------------------------------------------------------------ beginning and end

    def begin(self) -> None:
        """Store the running event loop. Call this method on the event loop."""
        self._loop = asyncio.get_running_loop()

    def end(self) -> None:
        """End all streams immediately and all waiting requests soon afterwards. This method is safe to call from a
        signal handler.
        """
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        self.channels.end()
        self._ending = asyncio.get_running_loop().create_task(self._end_answering())

    async def _end_answering(self) -> None:
        await self.sleep(PATIENCE)
        for task in self.answering:
            task.cancel()

    async def sweep(self) -> None:
        """Unload idle tables at regular intervals."""
        while True:
            await self.sleep(SWEEP)
            await self.put_away()

    async def put_away(self) -> None:
        """Unload idle tables.

        Run a full garbage collection once the number of unloaded tables exceeds a quarter of the tables in memory.
        """
        gone = await self.on_thread(self.hall.put_away_idle)
        for name in gone:
            self.channels.forget(name)
            for key in [key for key in self._pages if key[0] == name]:
                del self._pages[key]
            for key in [key for key in self._hints if key[0] == name]:
                del self._hints[key]
            self._not_shown -= {key for key in self._not_shown if key[0] == name}
        self._gone += len(gone)
        if self._gone and 4 * self._gone > self.hall.in_memory:
            self._gone = 0
            await self.on_thread(collect_all)

    async def close(self) -> None:
        for task in [*self._thinking.values(), *(advice.hints for advice in self._hints.values())]:
            task.cancel()
        self.bots.close()
        await self.on_thread(self.hall.close)
        self._thread.close()
        self._boards.shutdown(wait=False, cancel_futures=True)


def bot_delay(took: float, pause: float) -> float:
    """Return the seconds to wait before playing a bot's move.

    The bot's computing time and this wait add up to a whole number of pauses, at least one. The exact time could reveal
    the bot's hand: with a single legal move a bot decides at once.
    """
    return max(1, math.ceil(took / pause)) * pause - took if pause else 0.0


def _page_of(table: Table, seat: int | None, known: Page | None) -> tuple[Page, int | None]:
    """Return the page of a seat, and the seat of the bot that has to decide, or None if no bot has to.

    `known` is returned if it is still current.
    """
    seen, bot = _looked_at(table, [seat])
    if known is None or known.seen != seen[seat]:
        known = Page(seen[seat], title_of(table, seat), table_page(table, seat))
    return known, bot


def _looked_at(table: Table, seats: Iterable[int | None]) -> tuple[dict[int | None, bytes], int | None]:
    """Return the digests of the given seats' views, and the seat of the bot that has to decide, if any.
    """
    return {seat: digest(table, seat) for seat in seats}, table.next_bot
