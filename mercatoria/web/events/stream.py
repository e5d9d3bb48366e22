"""The event stream of one listener, in the format that the browser's `EventSource` reads."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from mercatoria.web.events.channels import Channel, Channels

HEARTBEAT = 20.0
"""Seconds between two empty messages, which stop proxies from closing an idle connection."""
AGAIN = 2000
"""Milliseconds that a browser waits before it reconnects."""


async def events(channels: Channels, channel: Channel, listener: asyncio.Event, known: str) -> AsyncIterator[bytes]:
    """Yield the events for one browser until it disconnects or the server stops.

    Args:
        known: Id of the last event that the browser received. If there is a newer event, it is sent at once.
    """
    yield f"retry: {AGAIN}\n\n".encode()
    while not channels.ended:
        listener.clear()
        if channel.id != known:
            known = channel.id
            yield f"id: {known}\nevent: changed\ndata: \n\n".encode()
        try:
            await asyncio.wait_for(listener.wait(), HEARTBEAT)
        except TimeoutError:
            yield b": \n\n"
