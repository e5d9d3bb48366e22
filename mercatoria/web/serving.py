"""Runs the application."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import uvicorn

from mercatoria.web.app import application
from mercatoria.web.security import LOOPBACK

LONGEST_HEADERS = 16_384
GRACE = 2
"""Seconds that streams have to end when the server does."""

CAUTION = (
    "Whoever can reach this address can set up tables here, and links travel unencrypted.\n"
    "Among friends in one house that is fine. For the open internet put a server with HTTPS before it."
)


def serve(file: Path, folders: Collection[str], host: str, port: int) -> None:
    """Serves until Ctrl-C. At a loopback address it answers to the names of this computer only."""
    hosts = LOOPBACK if is_loopback(host) else ()
    uvicorn.run(
        application(file, folders, hosts), host=host, port=port, log_level="warning", access_log=False,
        h11_max_incomplete_event_size=LONGEST_HEADERS, timeout_graceful_shutdown=GRACE, server_header=False,
    )  # fmt: skip


def is_loopback(host: str) -> bool:
    """Whether only this computer can reach an address."""
    return host in ("localhost", "::1") or host.startswith("127.")
