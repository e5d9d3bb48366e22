"""Stores the state of the random streams in a record, so that a saved game can continue.

A record stores the version of the random number scheme and, for each named stream, two 32-bit words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.log.record_shape import RecordError
from interpreter.rng import SCHEME, RandomSource
from interpreter.table import CompiledGame


def rng_state(table: CompiledGame, rng: RandomSource) -> dict[str, Any]:
    """Return the record entries that store the state of the random streams."""
    words = zip(table.streams.names, rng.words, strict=True)
    return {"scheme": SCHEME, "streams": {name: list(pair) for name, pair in words}}


def chance_of_record(table: CompiledGame, record: Mapping[str, Any], whole: bool = True) -> RandomSource:
    """Return the random source of a recorded game.

    Args:
        whole: If True, restore the state at the end of the record, otherwise the state at the start.

    Raises:
        RecordError: Raised if the record contains a stream that these rules do not use.
    """
    found = table.chance_of(record.get("seed", 0))
    for name, (first, second) in record.get("streams", {}).items() if whole else ():
        if name not in table.streams.names:
            raise RecordError(f"the record uses the random stream `{name}`, which these rules do not have")
        found.words[table.streams.names.index(name)] = (first, second)
    return found
