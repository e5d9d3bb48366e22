"""Change notifications for browsers: one stream of events per seat.

The input is a digest of everything that a seat sees. The output is a stream of numbered events. An event says only that
the view has changed, and the browser then reloads the page. The package does not depend on games.
"""

from mercatoria.web.events.channels import Channel, Channels, Key, TooManyStreams
from mercatoria.web.events.stream import events

__all__ = ["Channel", "Channels", "Key", "TooManyStreams", "events"]
