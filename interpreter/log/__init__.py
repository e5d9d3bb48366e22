"""What happened: records that replay a game, and the log as each seat may know it.

In: the entries of a play. Out: data that can be stored, and lines told to one seat, with what it may not know left
out. Knows nothing of how to go on playing.
"""

from interpreter.log.records import (
    CHANCE,
    MOVE,
    RECORD_VERSION,
    Entry,
    RecordError,
    check_heading,
    check_rules,
    entries,
)
from interpreter.log.visible_log import log, openly, outcome, veiled

__all__ = [
    "CHANCE", "MOVE", "RECORD_VERSION", "Entry", "RecordError", "check_heading", "check_rules", "entries", "log",
    "openly", "outcome", "veiled",
]  # fmt: skip
