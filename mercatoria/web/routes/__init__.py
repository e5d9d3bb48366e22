"""Request handlers for setting up a table, joining it and playing."""

from mercatoria.web.routes.joining import JOINING
from mercatoria.web.routes.playing import PLAYING
from mercatoria.web.routes.setting_up import SETTING_UP

__all__ = ["JOINING", "PLAYING", "SETTING_UP"]
