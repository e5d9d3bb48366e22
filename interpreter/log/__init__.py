"""The log of a game: its entries, and the log lines that each seat may read.

This stage turns the moves and chance outcomes of a game into log lines for one seat, without hidden information. It
also rejects records that were made under other rules. It cannot continue a game; `interpreter.play` writes
records, and `interpreter.game` replays them.
"""

from interpreter.log.fired_triggers import take_fired
from interpreter.log.record_shape import RECORD_VERSION, RecordError, record_from_json
from interpreter.log.records import CHANCE, MOVE, LogEntry, check_beginning, check_heading, check_rules, entries
from interpreter.log.rng_state import chance_of_record, rng_state
from interpreter.log.visible_log import (
    UNTOLD,
    ToldLines,
    knows_chance,
    log,
    outcome,
    pending_secret_answers,
    picked_secretly,
    visible_arguments,
)

__all__ = [
    "CHANCE",
    "MOVE",
    "RECORD_VERSION",
    "UNTOLD",
    "LogEntry",
    "RecordError",
    "ToldLines",
    "chance_of_record",
    "check_beginning",
    "check_heading",
    "check_rules",
    "entries",
    "knows_chance",
    "log",
    "outcome",
    "pending_secret_answers",
    "picked_secretly",
    "record_from_json",
    "rng_state",
    "take_fired",
    "visible_arguments",
]  # fmt: skip
