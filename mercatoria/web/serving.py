"""Runs the web server, sets its limits, and shuts it down."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import socket
import sys
import time
from collections.abc import Callable
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from mercatoria.web.connections import Connection, Connections
from mercatoria.web.gc_freezing import collect_if_grown, freeze_new, frozen_gc
from mercatoria.web.security import LOCALHOST, Deadlines
from mercatoria.web.server import Server

LONGEST_HEADERS = 65_536
"""Maximum size of request headers in bytes. Larger headers are rejected before the application sees the request."""
KEPT_OPEN = 3600
"""Seconds after which uvicorn closes an idle connection. The deadlines in `connections` close a connection long before
this timer does.
"""
GRACE = 10
"""Seconds that a stopping server waits before it cuts off unfinished responses.

Event streams end immediately, so the limit matters only for browsers that do not read a response.
"""

IN_TURNS = 0.0005
"""Seconds after which Python may switch to another thread.

Each time a thread sends data, it lets another thread run. With Python's default of 5 ms, sending a response in two
parts would wait 10 ms for the thread that plays games.
"""

TICKS = 5
"""Time between two garbage collections, in ticks of 0.1 s."""
SELDOM = 600
"""Time between two checks of the number of frozen objects, in ticks of 0.1 s."""

WAITING = 512
"""Maximum number of connections that the system queues until the server accepts them."""
MOST_CONNECTIONS = 8000
"""Maximum number of connections. Up to half of them may be event streams."""
BESIDE = 200
"""Number of open files that the server needs in addition to its connections."""
PATHS_OUT = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}
"""Remote address for each wildcard address, used to find this computer's own address on the network. These remote
addresses are reserved for documentation, and nothing is sent to them.
"""
ADDRESSES = "127.0.0.1 is for this computer alone, 0.0.0.0 for the whole network"

CAUTION = (
    "Anyone who can reach this address can create tables here, and links travel unencrypted.\n"
    "On a home network shared only with friends, this is safe enough. "
    "On the internet, put an HTTPS proxy in front of this server."
)


class TableServer(uvicorn.Server):
    """A web server that ends its event streams when it begins to stop, because open streams would keep it running.

    `clock` returns the time in seconds for the deadlines of connections. Tests can pass a different clock. Forms use
    the clock of the application instead.
    """

    def __init__(
        self, app: Starlette, host: str, port: int, connections: int = MOST_CONNECTIONS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        super().__init__(uvicorn.Config(
            app, host=host, port=port, log_level="warning", access_log=False, server_header=False, http=Connection,
            ws="none", limit_concurrency=connections, h11_max_incomplete_event_size=LONGEST_HEADERS,
            timeout_keep_alive=KEPT_OPEN, timeout_graceful_shutdown=GRACE,
        ))  # fmt: skip
        self.server_state = self._connections = Connections(clock)
        self._tables: Server = app.state.server
        self._forms: Deadlines[asyncio.Timeout] = app.state.forms
        self._tables.channels.most = connections // 2

    async def on_tick(self, counter: int) -> bool:
        self._connections.abort_overdue()
        self._forms.end_overdue()
        if counter % TICKS == 0:
            freeze_new()
        if counter % SELDOM == 0:
            collect_if_grown(self._tables.hall.in_memory)
        return await super().on_tick(counter)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._tables.end()
        super().handle_exit(sig, frame)


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket. If the function succeeds, the address works and can be shown to the user.

    Raises:
        OSError: Raised if the address or port cannot be used, with the reason as the message.
    """
    try:
        family, kind, _, _, at = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except (socket.gaierror, UnicodeError):
        raise OSError(f"there is no address `{host}`; {ADDRESSES}") from None
    listening = socket.socket(family, kind)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(at)
        listening.listen(WAITING)
    except OSError as fault:
        listening.close()
        raise OSError(_refusal(fault, host, port)) from None
    return listening


def _refusal(fault: OSError, host: str, port: int) -> str:
    """Explain to the user why the server cannot listen at this address."""
    match fault.errno:
        case errno.EADDRINUSE:
            return f"port {port} is taken, perhaps by another server; try --port {port % 65535 + 1}"
        case errno.EADDRNOTAVAIL:
            return f"`{host}` is not an address of this computer; {ADDRESSES}"
        case errno.EACCES:
            return f"you may not use port {port}; ports from 1024 upwards need no permission"
    return f"nothing can listen at {host}, port {port}: {(fault.strerror or str(fault)).casefold()}"


def serve(app: Starlette, listening: socket.socket) -> None:
    """Run the server until Ctrl-C is pressed."""
    host, port = listening.getsockname()[:2]
    sys.setswitchinterval(IN_TURNS)
    with contextlib.suppress(KeyboardInterrupt), frozen_gc():
        TableServer(app, host, port, connections_allowed()).run(sockets=[listening])


def connections_allowed() -> int:
    """Return the maximum number of connections, after trying to raise the system's limit on open files."""
    if sys.platform == "win32":  # Windows has no such limit
        return MOST_CONNECTIONS
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + BESIDE
    if now == resource.RLIM_INFINITY or now >= wanted:
        return MOST_CONNECTIONS
    files = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    return max(files // 2, files - BESIDE)


def address(listening: socket.socket) -> str:
    """Return the URL at which browsers can reach the server. The host name is `localhost` if only this computer can
    connect, otherwise this computer's network address.
    """
    host, port = listening.getsockname()[:2]
    if host in ("127.0.0.1", "::1"):
        host = LOCALHOST
    elif host in PATHS_OUT:
        host = _address_in_network(listening.family, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _address_in_network(family: int, everywhere: str) -> str:
    """Return this computer's address on the network, without sending any data."""
    with socket.socket(family, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((PATHS_OUT[everywhere], 9))
        except OSError:
            return everywhere
        return str(asking.getsockname()[0])


def is_loopback(listening: socket.socket) -> bool:
    """Return True if only this computer can reach the socket."""
    return ipaddress.ip_address(listening.getsockname()[0].partition("%")[0]).is_loopback
