"""Where chance stands, as a record keeps it, so that a game can be gone on with.

A record of today has the version of the scheme and the words of each stream by its name. An older one has the two words
of one generator, and its game goes on with that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.log.record_shape import RecordError
from interpreter.rng import OLD_SCHEME, SCHEME, Named, Single, Supply
from interpreter.table import CompiledGame


def chance_recorded(table: CompiledGame, rng: Supply) -> dict[str, Any]:
    """The parts of a record that say where chance stands."""
    if isinstance(rng, Single):
        return {"scheme": OLD_SCHEME, "generator": list(rng.words)}
    assert isinstance(rng, Named)
    words = zip(table.streams.names, rng.words, strict=True)
    return {"scheme": SCHEME, "streams": {name: list(pair) for name, pair in words}}


def chance_of_record(table: CompiledGame, record: Mapping[str, Any], whole: bool = True) -> Supply:
    """What chance of a recorded game is drawn from: where it stood, or, unless `whole`, where it began.

    Raises `RecordError` for a stream that these rules do not have."""
    seed = record.get("seed", 0)
    if record.get("scheme", OLD_SCHEME) == OLD_SCHEME:
        words = record.get("generator")
        return Single((words[0], words[1])) if whole and words is not None else Single.seeded(seed)
    found = table.chance_of(seed)
    for name, (first, second) in record.get("streams", {}).items() if whole else ():
        if name not in table.streams.names:
            raise RecordError(f"the record draws from `{name}`, which these rules do not leave to chance")
        found.words[table.streams.names.index(name)] = (first, second)
    return found
