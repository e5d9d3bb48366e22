"""Channels: a change counter for the view of each seat, and the streams that listen to it.

The number counts changes in what this seat sees, and nothing else: the length of the log would reveal secret answers. A
channel begins with a random word, so that a browser that returns after a restart does not mistake an old number for a
new one.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

Key = tuple[str, int | None]
"""A table and a seat, or None instead of the seat: spectators."""

MOST_STREAMS, MOST_OF_SEAT = 4000, 24
"""Default maximum number of open streams, in all and for one seat."""


class TooManyStreams(Exception):
    """The maximum number of streams is open."""


@dataclass(slots=True)
class Channel:
    """State of one seat's channel: the digest it last saw, its change number and its listeners."""

    word: str
    number: int = 0
    digest: bytes = b""
    listeners: set[asyncio.Event] = field(default_factory=set)

    @property
    def id(self) -> str:
        """Id of the newest event."""
        return f"{self.word}-{self.number}"


@dataclass(slots=True)
class Channels:
    """Channels of all tables, for use in the event loop only. `word` makes the random words of new channels."""

    word: Callable[[], str] = lambda: secrets.token_hex(4)
    ended: bool = False
    """True once the server is stopping, so that all streams end."""
    most: int = MOST_STREAMS
    _all: dict[Key, Channel] = field(default_factory=dict)
    _open: int = 0

    def at(self, table: str) -> list[int | None]:
        """Return the seats of a table that have a channel; None among them means spectators."""
        return [seat for name, seat in self._all if name == table]

    def shown(self, key: Key, digest: bytes) -> Channel:
        """Record the digest of what a seat now sees, and wake its listeners if it changed."""
        channel = self._all.get(key)
        if channel is None:
            channel = self._all[key] = Channel(self.word(), 0, digest)
        elif channel.digest != digest:
            channel.number, channel.digest = channel.number + 1, digest
            for listener in channel.listeners:
                listener.set()
        return channel

    def open(self, key: Key) -> tuple[Channel, asyncio.Event]:
        """Start to listen to an existing channel. Raises `TooManyStreams`."""
        channel = self._all[key]
        if self._open >= self.most or len(channel.listeners) >= MOST_OF_SEAT:
            raise TooManyStreams
        self._open += 1
        listener = asyncio.Event()
        channel.listeners.add(listener)
        return channel, listener

    def close(self, channel: Channel, listener: asyncio.Event) -> None:
        """Stop listening."""
        channel.listeners.discard(listener)
        self._open -= 1

    def end(self) -> None:
        """End all streams."""
        self.ended = True
        for channel in self._all.values():
            for listener in channel.listeners:
                listener.set()

    def forget(self, table: str) -> None:
        """Drop the channels of an unloaded table that have no listeners."""
        for key in [key for key, channel in self._all.items() if key[0] == table and not channel.listeners]:
            del self._all[key]
