"""Request handlers for the start page, new tables, joining, playing, plans, notes, the past, forks, and new rules."""

from mercatoria.web.routes.changing_rules import CHANGING_RULES
from mercatoria.web.routes.forking import FORKING
from mercatoria.web.routes.front import FRONT
from mercatoria.web.routes.hosting import HOSTING
from mercatoria.web.routes.joining import JOINING
from mercatoria.web.routes.looking_back import LOOKING_BACK
from mercatoria.web.routes.notes import NOTES
from mercatoria.web.routes.planning import PLANNING
from mercatoria.web.routes.playing import PLAYING
from mercatoria.web.routes.setting_up import SETTING_UP

__all__ = [
    "CHANGING_RULES", "FORKING", "FRONT", "HOSTING", "JOINING", "LOOKING_BACK", "NOTES", "PLANNING", "PLAYING",
    "SETTING_UP",
]  # fmt: skip
