"""Bots at the table in the browser: when they are woken, and what becomes of a move that cannot be played."""

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

from visiting import FOUR, LONG, Clock

from mercatoria.drawing import HintTold
from mercatoria.web.pages import table_page
from mercatoria.web.server import Server
from mercatoria.web.store import Store
from mercatoria.web.tables import Bots, Catalogue, Choice, Hall, Request


class AtOnce:
    """Bots that play at random in this process, and note for whom."""

    def __init__(self, hall: Hall) -> None:
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
def hall(tmp_path: Path) -> Iterator[Hall]:
    store = Store(tmp_path / "tables.db")
    yield Hall(store, Catalogue((FOUR,)), Clock())
    store.close()


async def at_rest(server: Server) -> None:
    """Until no bot owes anything, or nobody looks for what they owe."""
    while server._thinking:
        await asyncio.gather(*server._thinking.values())


def test_a_decision_after_the_last_look_leads_to_another(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody leaves his seat to a bot while the answer that none owes anything is on its way."""
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
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    table = hall.set_up(Choice(FOUR, 2), ["random", "human"], 5)[0]

    async def asked() -> list[int]:
        bots = AtOnce(hall)
        server = Server(hall, bots, pause=0)
        server._wake(table.head.table)
        await at_rest(server)
        server._thread.close()
        return bots.asked

    monkeypatch.setattr("mercatoria.web.tables.hall.MOST_ENTRIES", 0)
    assert asyncio.run(asked()) == [0]
    assert table.next_bot is None
    assert "The game cannot go on: this game has become too long." in table_page(table, 1)


# ---------------------------------------------------------------- their processes


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="Windows has no such signals")
def test_ctrl_c_is_left_to_the_server() -> None:
    """From the beginning on, while a process that is to think is still being started; and to nobody else."""
    bots = Bots(1)
    assert signal.SIGINT in bots._submitted(signal.pthread_sigmask, signal.SIG_BLOCK, ()).result(LONG)
    assert bots._submitted(signal.getsignal, signal.SIGINT).result(LONG) == signal.SIG_IGN
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    bots.close()


def test_nobody_waits_for_a_bot_that_thinks_when_the_server_ends() -> None:
    bots, others = Bots(1), Bots(1)
    here, there = bots._submitted(time.sleep, 2 * LONG), others._submitted(time.sleep, 0)
    bots.close()
    with pytest.raises(BrokenProcessPool):
        here.result(LONG)
    assert there.result(LONG) is None, "another's processes go on"
    others.close()
