"""Stores tables, the files of their rules, their seats and all decisions.

The store saves all decisions in the order in which they were made. A saved decision never changes, and survives a
crash. The package does not depend on the rules of games, and treats a decision as text.
"""

from mercatoria.web.store.rows import Entry, Head, Origin, RuleFiles, Seat
from mercatoria.web.store.store import REPAIR, LogConflict, NoStore, NotRead, Store, StoreUnavailable

__all__ = [
    "REPAIR", "Entry", "Head", "LogConflict", "NoStore", "NotRead", "Origin", "RuleFiles", "Seat", "Store",
    "StoreUnavailable",
]  # fmt: skip
