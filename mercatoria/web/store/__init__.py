"""Storage of tables, their seats and their decisions.

The package stores new tables, and decisions in their order. The package returns the same data even after a crash: a
stored decision never changes and is never lost. The package knows nothing of rules, so it treats a decision as text.
"""

from mercatoria.web.store.rows import Entry, Head, Seat
from mercatoria.web.store.store import REPAIR, LogConflict, NoStore, NotRead, Store, StoreUnavailable

__all__ = ["REPAIR", "Entry", "Head", "LogConflict", "NoStore", "NotRead", "Seat", "Store", "StoreUnavailable"]
