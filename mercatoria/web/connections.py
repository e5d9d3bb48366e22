"""Closes connections whose clients send no request or do not read the response.

The server cannot tell a browser that was switched off from an attacker who opens thousands of connections, because
neither sends anything. An event stream is a response that has not ended, so its connection may stay open.

The server checks the deadlines at each tick and closes every overdue connection. There are no timers for individual
connections, so tests can control the time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from mercatoria.web.security import Deadlines

SILENCE = 15.0
"""Seconds within which a complete request must arrive. Sending the request byte by byte does not extend the deadline.

The bodies of forms have a separate time limit.
"""
DEAFNESS = 30.0
"""Seconds for which the server waits for a browser that does not read the response."""


class Connections(ServerState):
    """The deadlines of all connections of one server."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self.silent, self.deaf = Deadlines(SILENCE, clock, _abort), Deadlines(DEAFNESS, clock, _abort)

    def abort_overdue(self) -> None:
        """Close every connection whose client has sent or read nothing for too long. The server calls this method at
        each tick.
        """
        self.silent.end_overdue()
        self.deaf.end_overdue()


def _abort(transport: asyncio.Transport) -> None:
    transport.abort()


class Connection(H11Protocol):
    """A connection that is closed if the client falls silent, or if too many connections are open."""

    server_state: Connections
    transport: asyncio.Transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.limit_concurrency is not None and len(self.connections) > self.limit_concurrency:
            transport.abort()
        self.server_state.silent.start(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.server_state.silent.stop(self.transport)
        self.server_state.deaf.stop(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._listen()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._listen()

    def _listen(self) -> None:
        """Start the countdown for the next request, unless the server is still answering the previous one."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.server_state.silent.stop(self.transport)
        elif not self.transport.is_closing():
            self.server_state.silent.start(self.transport)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.server_state.deaf.start(self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.server_state.deaf.stop(self.transport)
