"""What happened: the entries of a play, and the log as each seat may know it.

In: moves and outcomes, entry by entry. Out: the lines that one seat may read, without what it may not know; the checks
that a record belongs to these rules. Cannot play on: `interpreter.play` writes and replays records.
"""

from interpreter.log.chance_recorded import chance_of_record, chance_recorded
from interpreter.log.record_shape import RECORD_VERSION, RecordError, record_from_json
from interpreter.log.records import CHANCE, MOVE, LogEntry, check_heading, check_rules, entries
from interpreter.log.visible_log import (
    ToldLines,
    knows_chance,
    log,
    openly,
    outcome,
    picked_secretly,
    sealed_answers,
    told_args,
    veiled,
)
from interpreter.log.woken_triggers import take_woken

__all__ = [
    "CHANCE", "MOVE", "RECORD_VERSION", "LogEntry", "RecordError", "ToldLines", "chance_of_record", "chance_recorded",
    "check_heading", "check_rules", "entries", "knows_chance", "log", "openly", "outcome", "picked_secretly",
    "record_from_json", "sealed_answers", "take_woken", "told_args", "veiled",
]  # fmt: skip
