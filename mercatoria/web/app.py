"""Creates the web application with its routes, error pages and middleware."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dsl.locale import ENGLISH
from mercatoria.web.bot_delay import PAUSE
from mercatoria.web.closing import ShutdownNotice
from mercatoria.web.events import Channels
from mercatoria.web.forking import FORKS, Forking
from mercatoria.web.looking_back import COURSES, EARLIER, LookingBack
from mercatoria.web.planned_moves import PlannedMoves
from mercatoria.web.requests import message
from mercatoria.web.routes import (
    CHANGING_RULES,
    FORKING,
    FRONT,
    HOSTING,
    JOINING,
    LOOKING_BACK,
    NOTES,
    PLANNING,
    PLAYING,
    SETTING_UP,
)
from mercatoria.web.security import (
    HEADERS,
    LOCALHOST,
    Guard,
    Limits,
    LogThrottle,
    Rates,
    Refused,
    form_deadlines,
    in_log,
)
from mercatoria.web.server import Server
from mercatoria.web.static_files import StaticFiles, static
from mercatoria.web.store import REPAIR, NotRead, Store, StoreUnavailable
from mercatoria.web.tables import Bots, Catalogue, NoTable, TableRegistry
from mercatoria.web.watching import Watching

LOG = logging.getLogger("mercatoria.web")


def application(
    file: Path | str, folders: Collection[str] = (), hosts: Collection[str] = (LOCALHOST,),
    clock: Callable[[], float] = time.monotonic, pause: float = PAUSE, rates: bool = True, language: str = ENGLISH,
    watch: bool = False,
) -> Starlette:  # fmt: skip
    """Return the web application.

    Args:
        file: Database file that stores the tables.
        folders: Game folders to offer in addition to the shipped games.
        hosts: Host names that browsers may use to reach the server, in addition to IP addresses.
        clock: Function that returns the time in seconds. Tests can pass a different clock.
        pause: Minimum number of seconds before each move of a bot.
        rates: True to limit the request rate of each client. Benchmarks pass False.
        language: Language for readers who have not chosen one, if the game has it.
        watch: True if open tables follow the rules of their games when a file is saved.

    Raises:
        NoStore: Raised if the file cannot be used to store tables.
    """
    store = Store(file)
    server = Server(TableRegistry(store, Catalogue(folders), clock), Bots(), Channels(), pause, clock)
    limits = Limits(clock) if rates else None
    guard = Middleware(Guard, hosts=hosts, limits=limits)
    refusals = {
        Refused: refused, NoTable: no_table, StoreUnavailable: not_kept, NotRead: not_read, HTTPException: not_found,
        Exception: failed,
    }  # fmt: skip
    app = Starlette(
        routes=[
            *FRONT, *SETTING_UP, *HOSTING, *JOINING, *PLAYING, *LOOKING_BACK, *NOTES, *PLANNING, *CHANGING_RULES,
            *FORKING,
            Route("/static/{name}", static),
        ],
        middleware=[guard, Middleware(ShutdownNotice)], exception_handlers=refusals, lifespan=_lifespan,
    )  # fmt: skip
    app.state.language, app.state.limits, app.state.static = language, limits, StaticFiles()
    earlier = (Rates(clock, *EARLIER), Rates(clock, *COURSES)) if rates else (None, None)
    app.state.looking_back = LookingBack(server, *earlier)
    app.state.watching = Watching(server, app.state.looking_back) if watch else None
    app.state.forking = Forking(app.state.looking_back, Rates(clock, *FORKS) if rates else None)
    app.state.planned_moves = PlannedMoves(server)
    server.moved = app.state.planned_moves.moved
    app.state.server, app.state.forms = server, form_deadlines(clock)
    app.state.warnings, app.state.errors = LogThrottle(clock, LOG.warning), LogThrottle(clock, LOG.error)
    return app


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    """Unload idle tables while the server is running, and close the store and the bots when it stops."""
    server: Server = app.state.server
    server.begin()
    watching: Watching | None = app.state.watching
    tasks = [asyncio.create_task(server.sweep())]
    if watching is not None:
        tasks.append(asyncio.create_task(watching.watch()))
    yield
    for task in tasks:
        task.cancel()
    app.state.planned_moves.close()
    await server.close()
    app.state.warnings.close()
    app.state.errors.close()


async def refused(request: Request, fault: Exception) -> Response:
    """Return the error page that says why the server refused a request."""
    assert isinstance(fault, Refused)
    request.app.state.warnings.tell(f"refused, {fault.status}", f"refused: {in_log(fault.words)}")
    return message("The request failed", fault.words, fault.status)


async def no_table(request: Request, fault: Exception) -> Response:
    """Return the error page for a table that does not exist or cannot be resumed."""
    return message("No table", str(fault), 404)


async def not_found(request: Request, fault: Exception) -> Response:
    """Return the error page for an unknown path or an unsupported method."""
    status = fault.status_code if isinstance(fault, HTTPException) else 404
    return message("There is nothing here", "Page not found. Check the link.", status)


async def not_kept(request: Request, fault: Exception) -> Response:
    """Return the error page for a move that was not played because the server could not save it."""
    request.app.state.errors.tell("not written", f"the table file cannot be written: {fault}")
    return message("Nothing was played", "Your move was not saved: the server cannot write to its disk. "
                   "Earlier moves are safe. Try again later.", 503)  # fmt: skip


async def not_read(request: Request, fault: Exception) -> Response:
    """Return the error page for a table whose stored data is damaged."""
    request.app.state.errors.tell("not read", f"the table file cannot be read; it may be damaged: {fault}")
    return message("This table cannot be read", "Part of the table file cannot be read; it may be damaged. "
                   "Nothing was changed, and other tables can be played. "
                   f"Ask the operator of this server to {REPAIR}.", 503)  # fmt: skip


async def failed(request: Request, fault: Exception) -> Response:
    """Return the error page for an unexpected error. Only the server log contains the details.

    This page bypasses the middleware that adds the security headers, so the handler adds them.
    """
    page = message("Something went wrong", "An error occurred on the server. Nothing was lost.", 500)
    page.headers.update(HEADERS)
    return page
