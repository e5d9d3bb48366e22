"""Keeps tables in memory, with their games and seats, and decides which moves can be undone.

Form data and keys arrive as text, which the package turns into moves and tables. The package saves each decision before
any player sees it, and explains every refusal. A single thread makes all changes to tables. The package does not depend
on HTML or browsers.
"""

from mercatoria.web.tables.answers import FIELD, NotFilledIn, answered, is_flag
from mercatoria.web.tables.bots import Bots, Request
from mercatoria.web.tables.catalogue import Catalogue, Choice, Fault, Offer, Setting, Unplayable, Variant, refusal
from mercatoria.web.tables.earlier_positions import EarlierPositions
from mercatoria.web.tables.forks import Deal, record_with_new_chance
from mercatoria.web.tables.game_session import GameSession, Stale
from mercatoria.web.tables.migration import Break, Migration
from mercatoria.web.tables.table import Table
from mercatoria.web.tables.table_registry import NoTable, TableRegistry, WrongSeatKey, failed_rule

__all__ = [
    "FIELD", "Bots", "Break", "Catalogue", "Choice", "Deal", "EarlierPositions", "Fault", "GameSession", "Migration",
    "NoTable", "NotFilledIn", "Offer", "Request", "Setting", "Stale", "Table", "TableRegistry", "Unplayable", "Variant",
    "WrongSeatKey", "answered", "failed_rule", "is_flag", "record_with_new_chance", "refusal",
]  # fmt: skip
