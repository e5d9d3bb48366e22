"""Telling browsers that what they show has changed: a stream of events for each seat.

In: a digest of what a seat sees. Out: events, each with the number of its change. An event tells nothing but that there
is something new; the page is asked for again. Knows nothing of games.
"""

from mercatoria.web.events.channels import Channel, Channels, Key, TooManyStreams
from mercatoria.web.events.stream import events

__all__ = ["Channel", "Channels", "Key", "TooManyStreams", "events"]
