"""Tests the order in which the games thread does its work."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from visiting import LONG, Clock

from mercatoria.web.thread import ASKED, DECIDING, LOOKING_ON, GamesThread


def in_order(asked: Callable[[GamesThread, Clock, list[str]], None]) -> list[str]:
    """Return the order in which the thread does work that was requested while it was busy."""
    clock, free, done = Clock(), Event(), list[str]()
    thread = GamesThread(clock)
    thread.do(DECIDING, free.wait)
    asked(thread, clock, done)
    free.set()
    thread.do(10 * LOOKING_ON, lambda: None).result(LONG)
    thread.close()
    return done


def test_moves_have_priority_over_pages() -> None:
    def asked(thread: GamesThread, clock: Clock, done: list[str]) -> None:
        for within, name in ((LOOKING_ON, "looks on"), (ASKED, "asks"), (ASKED, "asks too"), (DECIDING, "decides")):
            thread.do(within, done.append, name)
        clock.now = 9.0
        thread.do(DECIDING, done.append, "decides late")

    assert in_order(asked) == ["decides", "decides late", "asks", "asks too", "looks on"]


def test_spectators_get_their_turn() -> None:
    def asked(thread: GamesThread, clock: Clock, done: list[str]) -> None:
        thread.do(LOOKING_ON, done.append, "looks on")
        for clock.now in (LOOKING_ON - 1, LOOKING_ON):
            thread.do(ASKED, done.append, f"asks at {clock.now}")

    assert in_order(asked) == ["asks at 3.0", "looks on", "asks at 4.0"]


def test_failed_and_aborted_jobs_block_nothing() -> None:
    def fail() -> None:
        raise ValueError("no")

    def asked(thread: GamesThread, clock: Clock, done: list[str]) -> None:
        failing = thread.do(ASKED, fail)
        failing.add_done_callback(lambda of: done.append(repr(of.exception())))
        thread.do(ASKED, done.append, "given up").cancel()
        thread.do(ASKED, done.append, "last")

    assert in_order(asked) == ["ValueError('no')", "last"]
