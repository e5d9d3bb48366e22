"""Runs the application."""

from __future__ import annotations

import contextlib
from collections.abc import Collection
from pathlib import Path
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from mercatoria.web.app import application
from mercatoria.web.security import LOOPBACK
from mercatoria.web.server import Server

LONGEST_HEADERS = 16_384
GRACE = 2
"""Seconds that streams have to end when the server does."""

CAUTION = (
    "Whoever can reach this address can set up tables here, and links travel unencrypted.\n"
    "Among friends in one house that is fine. For the open internet put a server with HTTPS before it."
)


class TableServer(uvicorn.Server):
    """A web server that ends the streams of events first when it is to end: they would go on for ever."""

    def __init__(self, app: Starlette, host: str, port: int) -> None:
        super().__init__(uvicorn.Config(
            app, host=host, port=port, log_level="warning", access_log=False, server_header=False,
            h11_max_incomplete_event_size=LONGEST_HEADERS, timeout_graceful_shutdown=GRACE,
        ))  # fmt: skip
        self._tables: Server = app.state.server

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._tables.end_streams()
        super().handle_exit(sig, frame)


def serve(file: Path, folders: Collection[str], host: str, port: int) -> None:
    """Serves until Ctrl-C. At a loopback address it answers to the names of this computer only."""
    hosts = LOOPBACK if is_loopback(host) else ()
    with contextlib.suppress(KeyboardInterrupt):
        TableServer(application(file, folders, hosts), host, port).run()


def is_loopback(host: str) -> bool:
    """Whether only this computer can reach an address."""
    return host in ("localhost", "::1") or host.startswith("127.")
