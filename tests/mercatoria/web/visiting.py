"""A server in this process, and browsers without scripts that visit it."""

from __future__ import annotations

import contextlib
import gc
import html
import multiprocessing
import re
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest
from starlette.testclient import TestClient

from mercatoria.web import application
from mercatoria.web.server import Server
from mercatoria.web.tables import Bots
from mercatoria.web.thread import DECIDING

P = ParamSpec("P")
R = TypeVar("R")

EXAMPLES = Path(__file__).resolve().parents[3] / "docs" / "examples"
FOUR, BIDS, PIG = (str(EXAMPLES / name) for name in ("connect_four", "sealed_bid", "pig"))
SITE = "http://localhost"
LONG = 300.0
"""Real seconds before a hanging test is stopped. No test checks a duration."""


def until(holds: Callable[[], object]) -> None:
    """Wait until a condition holds. If this takes too long, the test fails."""
    end = time.monotonic() + LONG
    while not holds():
        assert time.monotonic() < end, f"it hangs\n{_running()}"
        time.sleep(0.02)


def _running() -> str:
    """Return the stacks of all threads, and the state and CPU time of all child processes."""
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    stacks = [
        f"thread {names.get(ident)}:\n{''.join(traceback.format_stack(frame))}"
        for ident, frame in sys._current_frames().items()
    ]
    children = []
    for child in multiprocessing.active_children():
        with contextlib.suppress(OSError):  # it has ended, or this system has no /proc
            stat = Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()
            children.append(f"process {child.pid}: state {stat[0]}, {stat[11]} + {stat[12]} ticks, niceness {stat[16]}")
    return "\n".join([*stacks, *children])


@contextmanager
def small_heap() -> Iterator[None]:
    """Exclude the millions of objects that other tests left in this process from garbage collection.

    A server counts and collects its objects from time to time, and thaws the heap at its end, which would take seconds
    in such a process.
    """
    gc.freeze()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("mercatoria.web.serving.collect_if_grown", lambda tables: None)
        patch.setattr("mercatoria.web.server.collect_all", lambda: None)
        patch.setattr("mercatoria.web.serving.freeze_new", lambda: None)
        patch.setattr("mercatoria.web.serving.frozen_gc", contextlib.nullcontext)
        yield


class Clock:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class BotsHere(Bots):
    """Bots that think on the thread of the games. No test then waits for a process.

    A bot process takes seconds to start, and has a low priority on a busy machine.
    """

    def __init__(self, server: Server) -> None:
        super().__init__()
        self._server = server

    def _submitted(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        return self._server._thread.do(DECIDING, work, *args, **kwargs)


@contextmanager
def serving(
    file: Path, clock: Clock | None = None, rates: bool = False, language: str = "en",
    games: tuple[str, ...] = (), watch: bool = False, processes: bool = False,
) -> Iterator[TestClient]:  # fmt: skip
    """Yield the browser that sets up tables on a server.

    Args:
        processes: True if bots think in separate processes, as they do outside tests.
    """
    app = application(file, games or (FOUR, BIDS, PIG), clock=clock or Clock(), pause=0, rates=rates, language=language,
                      watch=watch)  # fmt: skip
    if not processes:
        app.state.server.bots = BotsHere(app.state.server)
    with TestClient(app, base_url=SITE) as browser:
        yield browser


def another(browser: TestClient) -> TestClient:
    """Return another person's browser."""
    made = TestClient(browser.app, base_url=SITE)
    made.portal = browser.portal
    return made


def set_up(browser: TestClient, game: str, *kinds: str, **fields: str) -> list[str]:
    """Set up a table. Return the links of its seats, then the spectator link."""
    seats = {f"seat{seat}": kind for seat, kind in enumerate(kinds)}
    page = browser.post("/new", data={"game": game, "players": str(len(kinds)), **seats, **fields})
    assert page.status_code == 200, page.text
    return [link.removeprefix(SITE) for link in re.findall(r'value="(http[^"]+)"', page.text)]


def seated(browser: TestClient, link: str, name: str = "") -> tuple[TestClient, str]:
    """Take a seat in a new browser. Return the browser and the page of the seat."""
    person = another(browser)
    page = person.post(link, data={"name": name})
    assert page.status_code == 200, page.text
    return person, page.url.path


def question(page: str) -> str:
    """Return the number of the question on a page."""
    found = re.search(r'name="turn" value="(\d+)"', page)
    assert found is not None, "the page asks nothing"
    return found[1]


def offered(page: str) -> list[str]:
    """Return the moves that have a button on a page."""
    return [html.unescape(call) for call in re.findall(r'name="move" value="([^"]+)"', page)]


def play(person: TestClient, seat: str, move: str) -> str:
    """Submit the form of a move, and return the next page."""
    page = person.get(seat).text
    answer = person.post(f"{seat}/move", data={"turn": question(page), "move": move})
    assert answer.status_code == 200, answer.text
    return answer.text
