"""Counts the changes in each seat's view, and wakes the event streams that wait for a change.

The number in an event id counts only changes that the seat can see. The length of the log would be unsuitable as an
event id, because it would reveal another seat's secret choice. Event ids begin with a random word. Without the random
word, a browser that reconnects after a server restart could mistake an old number for a new one.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

Key = tuple[str, int | None]
"""Identifies a channel by a table's id and a seat, which is None for spectators."""

MOST_STREAMS, MOST_OF_SEAT = 4000, 24
"""Default limits on the number of open streams, for the whole server and for one seat."""


class TooManyStreams(Exception):
    """Raised if the maximum number of streams is already open."""


@dataclass(slots=True)
class Channel:
    """The current digest of one seat's view, the number of changes so far, and the streams that wait for a change."""

    word: str
    number: int = 0
    digest: bytes = b""
    listeners: set[asyncio.Event] = field(default_factory=set)

    @property
    def id(self) -> str:
        """The id of the newest event."""
        return f"{self.word}-{self.number}"


@dataclass(slots=True)
class Channels:
    """The channels of all tables. Call the methods of this class only in the event loop.

    `word` generates the random word at the start of event ids.
    """

    word: Callable[[], str] = lambda: secrets.token_hex(4)
    ended: bool = False
    """True once the server is stopping, which ends all streams."""
    most: int = MOST_STREAMS
    _all: dict[Key, Channel] = field(default_factory=dict)
    _open: int = 0

    def at(self, table: str) -> list[int | None]:
        """Return the seats at a table that have a channel, including None for the spectators."""
        return [seat for name, seat in self._all if name == table]

    def shown(self, key: Key, digest: bytes) -> Channel:
        """Store the digest of a seat's current view, and wake the seat's streams if the digest has changed."""
        channel = self._all.get(key)
        if channel is None:
            channel = self._all[key] = Channel(self.word(), 0, digest)
        elif channel.digest != digest:
            channel.number, channel.digest = channel.number + 1, digest
            for listener in channel.listeners:
                listener.set()
        return channel

    def open(self, key: Key) -> tuple[Channel, asyncio.Event]:
        """Add a listener to an existing channel. Return the channel and the listener. Raises `TooManyStreams`."""
        channel = self._all[key]
        if self._open >= self.most or len(channel.listeners) >= MOST_OF_SEAT:
            raise TooManyStreams
        self._open += 1
        listener = asyncio.Event()
        channel.listeners.add(listener)
        return channel, listener

    def close(self, channel: Channel, listener: asyncio.Event) -> None:
        """Remove a listener from its channel."""
        channel.listeners.discard(listener)
        self._open -= 1

    def end(self) -> None:
        """End all streams."""
        self.ended = True
        for channel in self._all.values():
            for listener in channel.listeners:
                listener.set()

    def forget(self, table: str) -> None:
        """Remove the channels of an unloaded table, except those with listeners."""
        for key in [key for key, channel in self._all.items() if key[0] == table and not channel.listeners]:
            del self._all[key]
