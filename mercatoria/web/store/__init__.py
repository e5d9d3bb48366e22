"""Storage of tables, their seats and their decisions.

The package stores new tables, and their decisions in the order in which they were made. The package returns the same
data even after a crash: a stored decision never changes and is never lost. The package does not depend on the rules, so
it treats a decision as text.
"""

from mercatoria.web.store.rows import Entry, Head, Seat
from mercatoria.web.store.store import REPAIR, LogConflict, NoStore, NotRead, Store, StoreUnavailable

__all__ = ["REPAIR", "Entry", "Head", "LogConflict", "NoStore", "NotRead", "Seat", "Store", "StoreUnavailable"]
