"""A small headless browser over plain sockets, for load tests of the server.

It supports cookies, persistent connections, forms and event streams, and behaves like `table.js`. It is so small that
hundreds of browsers leave most of the processor to the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import html
import re
import time
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlencode

HOST = "127.0.0.1"
KEPT = 4.0
"""Seconds after which an idle connection is not used again.

The server closes idle connections soon after that.
"""
LONGEST_HEADERS = 65_536
FORM = "content-type: application/x-www-form-urlencoded\r\n"

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of the server, and the seconds until it was complete."""

    status: int
    headers: Mapping[str, str]
    text: str
    seconds: float


@dataclass(slots=True)
class Browser:
    """A browser that connects from a separate local `address`.

    The server limits the requests from each address.
    """

    port: int
    address: str
    cookies: dict[str, str] = field(default_factory=dict)
    _streams: Streams | None = None
    _used: float = 0.0

    async def get(self, path: str) -> Answer:
        return await self._ask(f"GET {path}", "", "")

    async def post(self, path: str, fields: Mapping[str, str]) -> Answer:
        """Send a form.

        The header `location` of the answer contains the target of a redirect.
        """
        return await self._ask(f"POST {path}", FORM, urlencode(fields))

    async def events(self, path: str) -> AsyncIterator[str]:
        """Yield the ids of the events in a stream until the server ends the stream."""
        reader, writer = await self._connected()
        try:
            writer.write(self._head(f"GET {path}", "accept: text/event-stream\r\n").encode())
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    yield line[4:].decode().strip()
        finally:
            await _closed(writer)

    async def close(self) -> None:
        if self._streams is not None:
            await _closed(self._streams[1])
            self._streams = None

    async def _ask(self, line: str, headers: str, body: str) -> Answer:
        started = time.perf_counter()
        if self._streams is None or started - self._used > KEPT:
            await self.close()
            self._streams = await self._connected()
        reader, writer = self._streams
        length = f"content-length: {len(body)}\r\n" if body else ""
        writer.write((self._head(line, headers + length) + body).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = [(name.casefold(), value) for name, _, value in (each.partition(": ") for each in head[1:])]
        found = dict(pairs)
        content = await reader.readexactly(int(found.get("content-length", 0)))
        self._used = time.perf_counter()
        for _, kept in (pair for pair in pairs if pair[0] == "set-cookie"):
            name, _, value = kept.partition(";")[0].partition("=")
            self.cookies[name] = value
        return Answer(int(head[0].split(" ")[1]), found, content.decode(), self._used - started)

    async def _connected(self) -> Streams:
        return await asyncio.open_connection(HOST, self.port, limit=LONGEST_HEADERS, local_addr=(self.address, 0))

    def _head(self, line: str, headers: str) -> str:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        kept = f"cookie: {cookies}\r\n" if cookies else ""
        return f"{line} HTTP/1.1\r\nhost: {HOST}:{self.port}\r\n{kept}{headers}\r\n"


async def _closed(writer: asyncio.StreamWriter) -> None:
    """Close a connection, and ignore errors caused by the other side."""
    writer.close()
    with contextlib.suppress(OSError):
        await writer.wait_closed()


# ---------------------------------------------------------------- contents of a page


def attribute(page: str, name: str) -> str:
    """Return the value of the first attribute with this name on a page.

    Returns "" if there is none.
    """
    found = re.search(rf'{re.escape(name)}="([^"]*)"', page)
    return html.unescape(found[1]) if found else ""


def links(page: str) -> list[str]:
    """Return the paths of the links that a page shows in its link fields."""
    return re.findall(r'value="https?://[^/"]+([^"]+)"', page)


def moves(page: str) -> list[str]:
    """Return the moves that a page offers as buttons or in a list."""
    buttons = re.findall(r'<button [^>]*?name="move" value="([^"]+)"', page)
    return [html.unescape(call) for call in buttons + re.findall(r'<option value="([^"]+)" data-move', page)]


def turn(page: str) -> str:
    """Return the number of the decision that a page asks for; "" if it asks for none."""
    found = re.search(r'name="turn" value="(\d+)"', page)
    return found[1] if found else ""
