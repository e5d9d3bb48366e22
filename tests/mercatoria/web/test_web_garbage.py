"""What Python's collector of garbage does while the server runs: little at a time."""

from __future__ import annotations

import asyncio
import gc
import weakref
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="the extra `web` is not installed")

from visiting import Clock

from mercatoria.web import application
from mercatoria.web.garbage import looked_through_once
from mercatoria.web.serving import TICKS, TableServer


class Knot:
    """Something that refers to itself, so that only the collector can free it."""

    def __init__(self) -> None:
        self.own = self


def test_what_is_new_is_freed_or_put_aside(tmp_path: Path) -> None:
    usual = gc.get_threshold()
    with looked_through_once():
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
