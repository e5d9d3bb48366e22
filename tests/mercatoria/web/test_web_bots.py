"""Tests when the server asks a bot for a move, and how it handles a move that cannot be played."""

from __future__ import annotations

import asyncio
import random
import signal
import time
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from visiting import FOUR, LONG, Clock, small_heap

from mercatoria.players import HintTold
from mercatoria.web.pages import table_page
from mercatoria.web.server import SWEEP, Server
from mercatoria.web.store import NotRead, Store, StoreUnavailable
from mercatoria.web.tables import Bots, Catalogue, Choice, NoTable, Request, TableRegistry
from mercatoria.web.tables.table_registry import IDLE
from mercatoria.web.timeline import present


class AtOnce:
    """Bots that play at random in this process, and record the seats for which they play."""

    def __init__(self, hall: TableRegistry) -> None:
        self.hall, self.asked = hall, list[int]()

    def ask(self, request: Request) -> Future[str]:
        self.asked.append(request.seat)
        state, answer = self.hall.table(request.table).course.state, Future[str]()
        answer.set_result(state.sample(random.Random(1), request.seat).call)
        return answer

    def ask_for_hints(self, request: Request) -> Future[list[HintTold]]:
        raise NotImplementedError

    def close(self) -> None:
        pass


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[TableRegistry]:
    store = Store(tmp_path / "tables.db")
    yield TableRegistry(store, Catalogue((FOUR,)), Clock())
    store.close()


async def at_rest(server: Server) -> None:
    """Wait until the server has no more work for bots."""
    while server._thinking:
        await asyncio.gather(*server._thinking.values())


def test_a_decision_after_the_last_look_leads_to_another(hall: TableRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player hands a seat to a bot just after the server has found no work for bots."""
    table = hall.set_up(Choice(FOUR, 2), ["human", "human"], 5)[0]
    name, look = table.head.table, hall.bot_to_ask

    async def asked() -> list[int]:
        bots, loop = AtOnce(hall), asyncio.get_running_loop()
        server = Server(hall, bots, pause=0)

        def looked(of: str) -> Request | None:
            found = look(of)
            if not table.bot_at(0):
                hall.leave(table, 0)
                loop.call_soon_threadsafe(server._wake, name)
            return found

        monkeypatch.setattr(hall, "bot_to_ask", looked)
        server._wake(name)
        await at_rest(server)
        server._thread.close()
        return bots.asked

    assert asyncio.run(asked()) == [0]
    assert table.course.length == 1


def test_where_a_bot_is_to_move_it_is_told_too_that_the_game_has_become_too_long(
    hall: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    table = hall.set_up(Choice(FOUR, 2), ["random", "human"], 5)[0]

    async def asked() -> list[int]:
        bots = AtOnce(hall)
        server = Server(hall, bots, pause=0)
        server._wake(table.head.table)
        await at_rest(server)
        server._thread.close()
        return bots.asked

    monkeypatch.setattr("mercatoria.web.tables.table_registry.MOST_ENTRIES", 0)
    assert asyncio.run(asked()) == [0]
    assert table.next_bot is None
    assert "The game has stopped: this game has become too long." in table_page(present(table, 1))


@pytest.mark.parametrize(
    ("fault", "remedy"),
    [
        (NotRead("database disk image is malformed"), "sqlite3 FILE .recover"),
        (StoreUnavailable("database or disk is full"), "free space on the disk"),
        (NoTable("This table cannot be resumed: its rules have changed since."), "set up another table"),
    ],
)
def test_a_bot_that_stops_at_its_table_is_logged_once(
    fault: Exception,
    remedy: str,
    hall: TableRegistry,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The log line names the error and the remedy. The server logs the same error again only after the
    bot has played.
    """
    name = hall.set_up(Choice(FOUR, 2), ["random", "human"], 5)[0].head.table
    look = hall.bot_to_ask

    def stopped(_of: str) -> Request | None:
        raise fault

    async def asked() -> list[int]:
        server = Server(hall, AtOnce(hall), pause=0)
        lines = []
        for looks in (stopped, stopped, look, stopped):
            monkeypatch.setattr(hall, "bot_to_ask", looks)
            server._wake(name)
            await at_rest(server)
            lines.append(len(caplog.messages))
        server._thread.close()
        return lines

    assert asyncio.run(asked()) == [1, 1, 1, 2]
    assert hall.table(name).course.length == 1
    for said in (type(fault).__name__, str(fault).rstrip("."), name, remedy):
        assert said in caplog.messages[0]


# ---------------------------------------------------------------- timing


class Slow(AtOnce):
    """Bots that need some seconds of a fake clock for each answer."""

    def __init__(self, hall: TableRegistry, clock: Clock, took: float) -> None:
        super().__init__(hall)
        self.clock, self.took = clock, took

    def ask(self, request: Request) -> Future[str]:
        self.clock.now += self.took
        return super().ask(request)

    def ask_for_hints(self, request: Request) -> Future[list[HintTold]]:
        self.clock.now += self.took
        answer = Future[list[HintTold]]()
        answer.set_result([])
        return answer


@pytest.mark.parametrize(("took", "left"), [(0.01, 0.39), (0.5, 0.3), (3.0, 0.2)])
def test_a_bot_and_its_hints_come_after_whole_pauses(hall: TableRegistry, took: float, left: float) -> None:
    clock, slept = Clock(), list[float]()
    table = hall.set_up(Choice(FOUR, 2), ["random", "human"], 5)[0]

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    async def asked() -> None:
        server = Server(hall, Slow(hall, clock, took), pause=0.4, clock=clock, sleep=sleep)
        server._wake(table.head.table)
        await at_rest(server)
        await server.hints(table, 1)
        server._thread.close()

    asyncio.run(asked())
    assert slept == [pytest.approx(left), pytest.approx(left)]
    assert table.course.length == 1


def test_idle_tables_are_put_away_in_the_sweep_after_their_time_is_over(hall: TableRegistry) -> None:
    clock, left = Clock(), list[tuple[float, int]]()
    hall = TableRegistry(hall._store, hall.catalogue, clock)
    hall.set_up(Choice(FOUR, 2), ["human", "human"], 5)

    async def sleep(seconds: float) -> None:
        left.append((clock.now, hall.in_memory))
        if not hall.in_memory:
            raise asyncio.CancelledError
        clock.now += seconds

    async def swept() -> None:
        server = Server(hall, AtOnce(hall), clock=clock, sleep=sleep)
        with pytest.raises(asyncio.CancelledError):
            await server.sweep()
        server._thread.close()

    with small_heap():
        asyncio.run(swept())
    assert [tables for now, tables in left if now <= IDLE] == [1] * (1 + int(IDLE // SWEEP))
    assert left[-1] == (pytest.approx(IDLE + SWEEP), 0)


# ---------------------------------------------------------------- processes


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Windows has no such signals")
def test_ctrl_c_is_left_to_the_server() -> None:
    """Worker processes must ignore Ctrl-C from their start, because only the server handles it."""
    bots = Bots(1)
    assert signal.SIGINT in bots._submitted(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result(LONG)
    assert bots._submitted(signal.getsignal, signal.SIGINT).result(LONG) == signal.SIG_IGN
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    bots.close()


@pytest.mark.slow
def test_nobody_waits_for_a_bot_that_thinks_when_the_server_ends() -> None:
    bots, others = Bots(1), Bots(1)
    here, there = bots._submitted(time.sleep, 2 * LONG), others._submitted(time.sleep, 0)
    bots.close()
    with pytest.raises(BrokenProcessPool):
        here.result(LONG)
    assert there.result(LONG) is None, "another's processes go on"
    others.close()
