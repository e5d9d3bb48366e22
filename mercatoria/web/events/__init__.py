"""Change notifications for browsers: one stream of events per seat.

In: a digest of what a seat sees. Out: numbered events. An event says only that something is new; the browser then
reloads the page. Knows nothing of games.
"""

from mercatoria.web.events.channels import Channel, Channels, Key, TooManyStreams
from mercatoria.web.events.stream import events

__all__ = ["Channel", "Channels", "Key", "TooManyStreams", "events"]
