"""Storage of tables, their seats and their decisions.

In: a new table, decisions in order. Out: the same data after a crash. A stored decision never changes and is never
lost. Knows nothing of rules: a decision is text here.
"""

from mercatoria.web.store.rows import Entry, Head, Seat
from mercatoria.web.store.store import REPAIR, LogConflict, NoStore, NotRead, Store, StoreUnavailable

__all__ = ["REPAIR", "Entry", "Head", "LogConflict", "NoStore", "NotRead", "Seat", "Store", "StoreUnavailable"]
