"""Generates an event stream in the format of the browser's `EventSource`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

from mercatoria.web.events.channels import Channel, Channels

HEARTBEAT = 20.0
"""Seconds between empty messages, which stop proxies from closing an idle connection."""
AGAIN = 2000
"""Milliseconds that a browser waits before it reconnects."""


async def events(
    channels: Channels, channel: Channel, listener: asyncio.Event, known: str,
    news: Callable[[], Awaitable[str]] | None = None, plan: Callable[[], Awaitable[str]] | None = None,
) -> AsyncIterator[bytes]:  # fmt: skip
    """Yield the events for one browser until the browser disconnects or the server stops.

    Args:
        known: Id of the last event that the browser has received. A newer event is sent immediately.
        news: Function that returns what has happened since its last call, as one line of text, or an empty string.
            The text is sent as the event `entry`, just before the event `changed`.
        plan: Function that returns a changed plan in the same way. It is sent as the event `plan`, after `changed`.
    """
    yield f"retry: {AGAIN}\n\n".encode()
    while not channels.ended:
        listener.clear()
        if channel.id != known:
            known = channel.id
            if news is not None and (text := await news()):
                yield f"event: entry\ndata: {text}\n\n".encode()
            yield f"id: {known}\nevent: changed\ndata: \n\n".encode()
            if plan is not None and (text := await plan()):
                yield f"event: plan\ndata: {text}\n\n".encode()
        try:
            await asyncio.wait_for(listener.wait(), HEARTBEAT)
        except TimeoutError:
            yield b": \n\n"
