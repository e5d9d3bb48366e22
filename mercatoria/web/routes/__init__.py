"""Request handlers for the start page, setting up a table, joining it, playing, notes, and looking back."""

from mercatoria.web.routes.front import FRONT
from mercatoria.web.routes.hosting import HOSTING
from mercatoria.web.routes.joining import JOINING
from mercatoria.web.routes.looking_back import LOOKING_BACK
from mercatoria.web.routes.notes import NOTES
from mercatoria.web.routes.playing import PLAYING
from mercatoria.web.routes.setting_up import SETTING_UP

__all__ = ["FRONT", "HOSTING", "JOINING", "LOOKING_BACK", "NOTES", "PLAYING", "SETTING_UP"]
