"""Tests that garbage collection stops a running server only for a short time."""

from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the extra `web` is not installed")

from visiting import Clock

from mercatoria.web import application
from mercatoria.web.gc_freezing import collect_all, frozen_gc
from mercatoria.web.serving import SELDOM, TICKS, TableServer
from mercatoria.web.tables import TableRegistry


class Knot:
    """An object that refers to itself, so that only the garbage collector can free it."""

    def __init__(self) -> None:
        self.own = self


def test_new_objects_are_freed_or_frozen(tmp_path: Path) -> None:
    usual = gc.get_threshold()
    with frozen_gc():
        server = TableServer(application(tmp_path / "tables.db", clock=Clock()), "127.0.0.1", 0)
        kept, lost = Knot(), Knot()
        seen = weakref.ref(lost)
        del lost
        asyncio.run(server.on_tick(TICKS - 1))
        assert any(each is kept for each in gc.get_objects())
        asyncio.run(server.on_tick(TICKS))
        assert seen() is None
        assert not any(each is kept for each in gc.get_objects()), "it would be looked through again"
    assert gc.get_threshold() == usual


@pytest.mark.slow
def test_what_the_tables_need_does_not_stop_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables grow while their players open pages. A full collection would find nothing and take a second or two."""
    monkeypatch.setattr(TableRegistry, "in_memory", 200)
    with frozen_gc():
        server = TableServer(application(tmp_path / "tables.db", clock=Clock()), "127.0.0.1", 0)
        collect_all()
        lost = Knot()
        seen = weakref.ref(lost)
        asyncio.run(server.on_tick(TICKS))
        del lost
        more: list[list[int]] = [[] for _ in range(2 * gc.get_freeze_count() + 1)]
        asyncio.run(server.on_tick(SELDOM))
        assert seen() is not None
        more.clear()


@pytest.mark.slow
def test_frozen_objects_are_freed_when_there_are_many(tmp_path: Path) -> None:
    """An example is a connection that was open during a freeze, on a server that never closes a table."""
    with frozen_gc():
        server = TableServer(application(tmp_path / "tables.db", clock=Clock()), "127.0.0.1", 0)
        collect_all()
        lasted = gc.get_freeze_count()
        lost = Knot()
        seen = weakref.ref(lost)
        asyncio.run(server.on_tick(TICKS))
        del lost
        asyncio.run(server.on_tick(SELDOM))
        assert seen() is not None, "looking through all stops the server, so it waits until that is worth while"
        more: list[list[int]] = [[] for _ in range(2 * lasted + 1)]
        asyncio.run(server.on_tick(SELDOM))
        assert seen() is None
        more.clear()
