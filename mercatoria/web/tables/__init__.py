"""Tables in memory: the games that are played, who decides at them, and what may be taken back.

In: choices, keys, moves as text. Out: tables to be shown, refusals in words, decisions kept in the store before anybody
hears of them. Everything here runs on one thread. Knows nothing of pages and browsers.
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
