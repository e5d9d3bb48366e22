"""Connections that ask nothing, or take no answer, are not kept for long.

A browser that was switched off, and somebody who opens connections by the thousand, look alike: nothing comes. A stream
of events is an answer that goes on, and may last.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from uvicorn.protocols.http.h11_impl import H11Protocol

SILENCE = 15.0
"""Seconds within which a whole request must have come; single bytes gain no time. Forms have limits of their own."""
DEAFNESS = 30.0
"""Seconds that an answer may wait for somebody who does not read it."""


class Countdown:
    """Does something after some seconds, unless it is stopped before."""

    def __init__(self, seconds: float, end: Callable[[], object]) -> None:
        self._seconds, self._end = seconds, end
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Starts, unless it is running."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self._end)

    def stop(self) -> None:
        """Stops; it may be started anew."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Connection(H11Protocol):
    """A connection that is closed where nobody is at the other end, or where there are too many."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._silence, self._deafness = Countdown(SILENCE, transport.abort), Countdown(DEAFNESS, transport.abort)
        if self.limit_concurrency is not None and len(self.connections) > self.limit_concurrency:
            transport.abort()
        self._silence.start()

    def connection_lost(self, exc: Exception | None) -> None:
        self._silence.stop()
        self._deafness.stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._listen()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._listen()

    def _listen(self) -> None:
        """Waits for the next request, unless one is being answered."""
        if self.cycle is not None and not self.cycle.response_complete:
            self._silence.stop()
        elif not self.transport.is_closing():
            self._silence.start()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._deafness.start()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._deafness.stop()
