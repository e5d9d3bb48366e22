"""The tables in memory: their games, their seats and their undo rules.

The package takes choices, keys and moves as text, and returns tables that can be shown. The package explains each
refusal in a sentence, and stores each decision before any player sees it. All its code runs on one thread. The package
does not depend on pages or browsers.
"""

from mercatoria.web.tables.answers import FIELD, NotFilledIn, answered, is_flag
from mercatoria.web.tables.bots import Bots, Request
from mercatoria.web.tables.catalogue import Catalogue, Choice, Offer, Setting, Variant, refusal
from mercatoria.web.tables.game_session import GameSession, Stale
from mercatoria.web.tables.table import Table
from mercatoria.web.tables.table_registry import NoTable, TableRegistry, WrongSeatKey, failed_rule

__all__ = [
    "FIELD", "Bots", "Catalogue", "Choice", "GameSession", "NoTable", "NotFilledIn", "Offer", "Request", "Setting",
    "Stale", "Table", "TableRegistry", "Variant", "WrongSeatKey", "answered", "failed_rule", "is_flag", "refusal",
]  # fmt: skip
