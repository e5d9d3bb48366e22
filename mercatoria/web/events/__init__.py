"""Notifies browsers of changes, with one event stream for each seat.

The package compares digests of what each seat sees. When the digest of a seat changes, its event stream sends a
numbered event. The event contains no data, because it only tells the browser to reload the page. A browser can also ask
for what has happened, which the caller of this package supplies. The package does not depend on the rules of games.
"""

from mercatoria.web.events.channels import Channel, Channels, Key, TooManyStreams
from mercatoria.web.events.stream import events

__all__ = ["Channel", "Channels", "Key", "TooManyStreams", "events"]
