"""Coordinates requests, bots and event streams, and runs all games on one thread.

The engine, the store and the templates run on that thread, one job at a time. A position cannot change while a page is
rendered from it, and the event loop never blocks. Decisions run first. Pages for players who do not have to move are
rendered last. A second thread lays out new boards, and bots run in separate processes.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any, ParamSpec, TypeVar

from dsl.locale import ENGLISH
from interpreter.trace import taint_at
from mercatoria.players import HintTold
from mercatoria.svg import layout_of
from mercatoria.web.advice import Advice
from mercatoria.web.bot_delay import PAUSE, bot_delay
from mercatoria.web.events import Channel, Channels, Key
from mercatoria.web.gc_freezing import collect_all
from mercatoria.web.pages import board_picture, digest, ground, table_page, title_of
from mercatoria.web.security import in_log
from mercatoria.web.store import REPAIR, NotRead, StoreUnavailable
from mercatoria.web.tables import Bots, NoTable, Offer, Request, Table, TableRegistry, record_with_new_chance
from mercatoria.web.thread import ASKED, DECIDING, LOOKING_BACK, LOOKING_ON, GamesThread
from mercatoria.web.timeline import earlier, present

P = ParamSpec("P")
R = TypeVar("R")

LOG = logging.getLogger("mercatoria.web")
SWEEP = 60.0
"""Seconds between two checks for idle tables."""
MOST_PAGES = 256
"""Maximum number of pages in the cache."""
LAST_RESORT = "random"
"""The bot that decides if another bot fails."""
PATIENCE = 1.0
"""Seconds for which a stopping server waits for open requests to finish."""
REMEDIES: Mapping[type[Exception], str] = {
    NotRead: f"stop the server, {REPAIR}, and start the server again",
    StoreUnavailable: "free space on the disk, or end the program that locks the file, then open the table again",
    NoTable: "start the server with the rules of this table, or set up another table",
}
"""Advice to the host for each error that can stop the bots of a table."""
ADVISER = "medium"
"""Kind of bot that gives hints."""


@dataclass(frozen=True, slots=True)
class Page:
    """A rendered page for one seat, with the digest of its contents."""

    digest: bytes
    title: str
    inner: str


@dataclass(slots=True)
class Server:
    """Coordinates requests, bots and event streams.

    `pause` is the minimum number of seconds before a bot's move (`bot_delay`). Tests can replace `clock`, which returns
    the time in seconds, and `sleep`, which waits.
    """

    hall: TableRegistry
    bots: Bots
    channels: Channels = field(default_factory=Channels)
    pause: float = PAUSE
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    answering: set[asyncio.Task[Any]] = field(default_factory=set)
    """Tasks of the requests that are being answered."""
    _thread: GamesThread = field(init=False)
    _boards: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "boards"))
    _pages: OrderedDict[tuple[Key, str], Page] = field(default_factory=OrderedDict)
    """The newest page of each seat in each language, with the least recently used page first. Only the thread that
    plays games uses it.
    """
    _pictures: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The picture of each game for the start page, with the mark of its files, by the name of the game."""
    _not_shown: set[Key] = field(default_factory=set)
    """Seats that have made a decision but have not loaded a page since then."""
    _hints: OrderedDict[tuple[str, int, int | None], Advice] = field(default_factory=OrderedDict)
    """The newest hints, by table, seat and number of the position, which is None for the present."""
    _thinking: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    """The running task of each table whose bots are playing."""
    _pending: set[str] = field(default_factory=set)
    """Tables for which the server must check whether a bot has to decide."""
    _stopped: dict[str, type[Exception]] = field(default_factory=dict)
    """Class of the last error that stopped the bots of each table. The server stores the class so that it logs each
    error only once.
    """
    _gone: int = 0
    """Number of tables unloaded since the last full garbage collection."""
    moved: Callable[[Table, Iterable[int]], None] = lambda table, seats: None
    """Called after each decision, and for each page that a seat opens, with the seats that may have to decide."""
    _loop: asyncio.AbstractEventLoop | None = None
    _ending: asyncio.Task[None] | None = None

    def __post_init__(self) -> None:
        self._thread = GamesThread(self.clock)

    async def on_thread(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a job on the thread that plays games."""
        return await asyncio.wrap_future(self._thread.do(ASKED, work, *args, **kwargs))

    async def behind_moves(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a job on the thread that plays games, after all decisions and the pages of players who must decide."""
        return await asyncio.wrap_future(self._thread.do(LOOKING_BACK, work, *args, **kwargs))

    async def table(self, name: str) -> Table:
        """Return a table. If the table is not in memory, restore it from the store on the thread that plays games.

        Raises:
            NoTable: Raised if the table does not exist or cannot be resumed.
        """
        found = self.hall.at_hand(name)
        return await self.on_thread(self.hall.table, name) if found is None else found

    async def decide(self, table: Table, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a job that may change a table, before all other jobs. After the job, notify browsers and let the bots
        play.
        """

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
        self.moved(table, table.course.deciders)
        return done

    def _shown(self, name: str, seen: Mapping[int | None, bytes]) -> None:
        """Notify the seats whose view of a table has changed."""
        for seat, digest_now in seen.items():
            self.channels.shown((name, seat), digest_now)

    # ------------------------------------------------------------ pages and events

    async def page(self, table: Table, seat: int | None, language: str = ENGLISH) -> tuple[Page, str]:
        """Return the page of a seat in a language, and the id of the newest event that the page contains.

        The id is read at once. A channel would already have the id of a later change by the time a response is made.
        """
        await self.lay_out(table, language)
        key = table.head.table, seat
        waits = key not in self._not_shown and seat not in table.course.deciders
        self._not_shown.discard(key)
        page, bot = await asyncio.wrap_future(
            self._thread.do(LOOKING_ON if waits else ASKED, self._page_of, table, seat, language)
        )
        if bot is not None:
            self._wake(table.head.table)
        if seat is not None:
            self.moved(table, [seat])
        return page, self.channels.shown(key, page.digest).id

    def _page_of(self, table: Table, seat: int | None, language: str) -> tuple[Page, int | None]:
        """Return the page of a seat, and the seat of the next bot that must decide, or None.

        If the last page is still current, return it without rendering it again. Several browsers that ask at once for
        the page of one seat therefore cost one page.
        """
        (seen, bot), key = _looked_at(table, [seat]), ((table.head.table, seat), language)
        page = self._pages.pop(key, None)
        if page is None or page.digest != seen[seat]:
            if seat is not None:
                self.hall.follow_plan(table, seat)
            now = present(table.read_in(language), seat)
            page = Page(seen[seat], title_of(now), table_page(now))
        self._pages[key] = page
        if len(self._pages) > MOST_PAGES:
            self._pages.popitem(last=False)
        return page, bot

    def decided(self, key: Key) -> None:
        """Remember that a seat has just made a decision, so that its next page is rendered without delay."""
        self._not_shown.add(key)

    async def channel(self, table: Table, seat: int | None) -> Channel:
        """Return the channel that announces changes in a seat's view."""
        seen, _ = await self.on_thread(_looked_at, table, [seat])
        return self.channels.shown((table.head.table, seat), seen[seat])

    async def lay_out(self, table: Table, language: str = ENGLISH) -> None:
        """Lay out the board of a table in a language, and analyse what its rules hide, unless this has been done.

        Both can take long, but do not depend on the position. A separate thread therefore computes them without
        delaying other tables. The time of a question does not show whether another seat has asked before.
        """
        if language != ENGLISH:
            table = await self.on_thread(table.read_in, language)
        if not table.laid_out:
            board, run = await self.on_thread(ground, table), asyncio.get_running_loop().run_in_executor
            await run(self._boards, taint_at, table.course.state.table)
            await run(self._boards, layout_of, board)
            table.laid_out = True

    async def picture(self, offer: Offer) -> str:
        """Return the board of a game at the start as SVG, or the whole table if the game has no board.

        Raises the same exceptions as `TableRegistry.set_up`.
        """
        mark, picture = self._pictures.get(offer.name, ("", ""))
        if mark != offer.mark:
            table = await self.on_thread(self.hall.example, offer)
            await self.lay_out(table)
            picture = await self.on_thread(board_picture, table)
            self._pictures[offer.name] = offer.mark, picture
        return picture

    # ------------------------------------------------------------ bots

    def _wake(self, name: str) -> None:
        """Start the bots of a table, if one of them must make a decision."""
        self._pending.add(name)
        if name not in self._thinking:
            self._thinking[name] = asyncio.get_running_loop().create_task(self._play_bots(name))

    async def _play_bots(self, name: str) -> None:
        """Let the bots of a table play, until no bot has to decide."""
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

        The same error is logged only once, until a bot has played again.
        """
        met = type(fault)
        if self._stopped.get(name) is not met:
            self._stopped[name] = met
            why = in_log(str(fault).rstrip("."))
            LOG.error("the bots of table %s stopped, %s: %s; %s", name, met.__name__, why, REMEDIES[met])

    async def _play_bot(self, name: str) -> None:
        """Let one bot make a decision, if a decision is due. Playing the decision starts the next bot."""
        if (request := await self.on_thread(self.hall.bot_to_ask, name)) is None:
            return
        asked = self.clock()
        if (text := await self._decided(request)) is not None:
            await self.sleep(bot_delay(self.clock() - asked, self.pause))
            await self.decide(await self.table(name), self.hall.play_for_bot, request, text)

    async def _decided(self, request: Request) -> str | None:
        """Ask a bot for its decision. Return None if every attempt fails.

        If a bot fails or its process ends, ask the bot once more in another process. If the second attempt also fails,
        a random bot decides, so that the game can continue.
        """
        for kind in (request.kind, request.kind, LAST_RESORT, LAST_RESORT):
            try:
                return await asyncio.wrap_future(self.bots.ask(replace(request, kind=kind)))
            except Exception:  # bots may raise any exception
                LOG.exception("a bot (%s) could not decide at a table that plays %s", kind, request.game)
        return None

    async def hints(
        self, table: Table, seat: int, language: str = ENGLISH, number: int | None = None
    ) -> tuple[list[HintTold], int]:  # fmt: skip
        """Return a bot's suggested moves, best first, and the number of the decision to which they apply.

        Hints are computed again only when the seat's view has changed. Exceptions raised by the bot are passed on.

        Args:
            number: Number of an earlier position in which the seat had to decide, or None for the present.
        """
        key = table.head.table, seat, number
        seen, request = await self.on_thread(self._asked, table, seat, number)
        known = self._hints.pop(key, None)
        request = replace(request, language=language)
        if known is None or (known.digest, known.language) != (seen, language) or known.has_failed:
            known = Advice(seen, language, request.turn, asyncio.get_running_loop().create_task(self._advised(request)))
        self._hints[key] = known
        if len(self._hints) > MOST_PAGES:
            self._hints.popitem(last=False)
        return await asyncio.shield(known.hints), known.turn

    def _asked(self, table: Table, seat: int, number: int | None) -> tuple[bytes, Request]:
        """Return the digest of a seat's view, and a request for hints about the seat's decision.

        An earlier position changes only if decisions are taken back, or if the table migrates to other rules.
        """
        request = self.hall.question(table, seat, ADVISER)
        if number is None:
            return digest(table, seat), request
        record = record_with_new_chance(earlier(table, seat, number, {}).state, request.seed)
        seen = f"{table.course.taken_back} {table.head.files}".encode()
        return seen, replace(request, moves=(), record=record, number=number)

    async def _advised(self, request: Request) -> list[HintTold]:
        """Ask a bot for hints, and return them after the same delay as a move.

        The exact computing time could reveal what other players hold in secret.
        """
        begun = self.clock()
        found = await asyncio.wrap_future(self.bots.ask_for_hints(request))
        await self.sleep(bot_delay(self.clock() - begun, self.pause))
        return found

    # ------------------------------------------------------------ beginning and end

    def begin(self) -> None:
        """Remember the running event loop. Call this method in the event loop."""
        self._loop = asyncio.get_running_loop()

    def end(self) -> None:
        """End all event streams immediately, and all waiting requests a little later. Signal handlers may call this
        method.
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
        """Unload idle tables and look for changed rules at regular intervals."""
        while True:
            await self.sleep(SWEEP)
            await self.put_away()
            await self.behind_moves(self.hall.catalogue.look)

    async def put_away(self) -> None:
        """Unload idle tables.

        Run a full garbage collection if the number of recently unloaded tables exceeds a quarter of those in memory.
        """
        gone = await self.on_thread(self._put_away)
        for name in gone:
            self.channels.forget(name)
            for key in [key for key in self._hints if key[0] == name]:
                del self._hints[key]
            self._not_shown -= {key for key in self._not_shown if key[0] == name}
        self._gone += len(gone)
        if self._gone and 4 * self._gone > self.hall.in_memory:
            self._gone = 0
            await self.on_thread(collect_all)

    def _put_away(self) -> list[str]:
        """Unload idle tables with their pages. Return the ids of the tables."""
        gone = self.hall.put_away_idle()
        for key in [key for key in self._pages if key[0][0] in gone]:
            del self._pages[key]
        return gone

    async def close(self) -> None:
        for task in [*self._thinking.values(), *(advice.hints for advice in self._hints.values())]:
            task.cancel()
        self.bots.close()
        await self.on_thread(self.hall.close)
        self._thread.close()
        self._boards.shutdown(wait=False, cancel_futures=True)


def _looked_at(table: Table, seats: Iterable[int | None]) -> tuple[dict[int | None, bytes], int | None]:
    """Return the digest of each seat's view, and the seat of the next bot that must decide, or None."""
    return {seat: digest(table, seat) for seat in seats}, table.next_bot
