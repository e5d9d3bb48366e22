"""Represents a position as a flat list of integers, and reads and changes positions.

`layout` assigns slots of the list to the fields of a game, and `field_layout` describes the slots of one field.
`holder_storage` and `scalar_storage` define the storage forms of fields, and `scratch_slots` manages the engine's own
slots. `owners` finds the seat that owns a field entry. `once` computes results only once for each layout or game.

`holders` moves pieces, `rows` encodes moves as integers, `move_sampling` chooses moves at random, and `ranking` orders
the seats. `engine` declares the protocol that every engine implements. `faults` defines runtime errors, and `fallback`
warns about engines that failed. This package knows nothing about turns, phases or decisions.
"""

from interpreter.position import faults, holder_storage, rows, scalar_storage
from interpreter.position.engine import OPEN, PASS, UNLIMITED, Engine, Opposed, Row, Size, Vector
from interpreter.position.fallback import (
    COMPILING,
    OF_A_POSITION,
    OF_ITS_OWN,
    RUNNING,
    WRITING,
    EngineFailure,
    EngineFallback,
    warn_of_failure,
)
from interpreter.position.faults import EarlyFault, LayoutError, LoweringError, OverBudget, PlayFault, with_rule
from interpreter.position.field_layout import Amounts, Collection, FieldEntry, FieldLayout, HolderForm, Refused, Storage
from interpreter.position.holder_storage import FORMS, ItemListStorage, items_at
from interpreter.position.holders import Holders
from interpreter.position.layout import Layout, lay_out
from interpreter.position.move_sampling import SAMPLES, drawn_move, filled_in, filled_legally
from interpreter.position.once import Results, once
from interpreter.position.owners import PLAYER, owner_seat
from interpreter.position.ranking import seats_by_place, share_of_win
from interpreter.position.rows import Rows
from interpreter.position.scalar_storage import NUMBER, REFERENCES
from interpreter.position.scratch_slots import (
    BITS,
    MACHINERY,
    OVER,
    PC,
    STOPPING,
    Store,
    StoreAllocator,
    clear,
    drop_member,
    keep_members,
    kept_members,
    set_width,
)

__all__ = [
    "BITS", "COMPILING", "FORMS", "MACHINERY", "NUMBER", "OF_A_POSITION", "OF_ITS_OWN", "OPEN", "OVER", "PASS",
    "PC", "PLAYER", "REFERENCES", "RUNNING", "SAMPLES", "STOPPING", "UNLIMITED", "WRITING", "Amounts", "Collection",
    "EarlyFault", "Engine", "EngineFailure", "EngineFallback", "FieldEntry", "FieldLayout", "HolderForm", "Holders",
    "ItemListStorage", "Layout", "LayoutError", "LoweringError", "Opposed", "OverBudget", "PlayFault", "Refused",
    "Results", "Row", "Rows", "Size", "Storage", "Store", "StoreAllocator", "Vector", "clear", "drawn_move",
    "drop_member", "faults", "filled_in", "filled_legally", "holder_storage", "items_at", "keep_members",
    "kept_members", "lay_out", "once", "owner_seat", "rows", "scalar_storage", "seats_by_place", "set_width",
    "share_of_win", "warn_of_failure", "with_rule",
]  # fmt: skip
