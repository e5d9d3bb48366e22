"""Tables in memory: their games, seats and undo rules.

In: choices, keys, moves as text. Out: tables to show, refusals as sentences, and decisions that are stored before any
player sees them. Everything here runs on one thread. Knows nothing of pages and browsers.
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
