"""JSON Schema of the file `values.json`, which stores what `mercatoria fit` has learnt.

Files of format 1 contain linear weights only, and do not state a format. Files of format 2 may also contain a value
network for each number of players.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

FORMAT = 2
"""Format of the files that are written now."""

DIGITS = 4
"""Number of significant digits of the numbers in a file."""

_NUMBER, _COUNT = {"type": "number", "minimum": -1e6, "maximum": 1e6}, {"type": "integer", "minimum": 0}
_NUMBERS, _NAMES = {"type": "array", "items": _NUMBER}, {"type": "array", "items": {"type": "string"}}
_SHARE = {"type": "number", "minimum": 0, "maximum": 1}


def rounded(number: float) -> float:
    """Return a number as the file stores it."""
    return float(f"{number:.{DIGITS}g}")


def _record(about: str, required: Mapping[str, Any], optional: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the schema of an object with these properties."""
    return {
        "description": about, "type": "object", "additionalProperties": False, "required": list(required),
        "properties": {**required, **(optional or {})},
    }  # fmt: skip


_MATCH = _record(
    "games of a search bot with the network against the same bot without it, on deals kept for this purpose",
    {
        "level": {"type": "string", "description": "level of both bots"},
        "games": _COUNT, "seed": {"type": "integer", "description": "seed of the first game"},
        "share": {**_SHARE, "description": "share of the wins of the seat with the network"},
        "low": _SHARE, "high": {**_SHARE, "description": "with `low`, 95 % interval of the share"},
    },
)  # fmt: skip

_WEIGHTS = _record(
    "weights of one network, in single precision",
    {
        "hidden": {"type": "array", "items": _NUMBERS, "description": "for each rectified unit, a weight per input"},
        "bias": _NUMBERS, "out": _NUMBERS,
        "direct": {**_NUMBERS, "description": "weight of each input that bypasses the units"},
    },
)  # fmt: skip

_NETWORK = _record(
    "value network: estimates the winner from positions in which a seat's own moves end",
    {
        "inputs": {**_NAMES, "description": "names of the inputs, in order"},
        "scale": {"type": "array", "items": _NUMBERS, "description": "mean and standard deviation of each input"},
        "networks": {"type": "array", "items": _WEIGHTS, "minItems": 1, "description": "their shares are averaged"},
        "goods": {**_NAMES, "description": "facts that chance brings"},
        "depends": {**_NAMES, "description": "fields on which the expected income of these goods depends"},
        "phase": {"type": "string", "description": "phase of the turns in which ways to act are counted"},
        "kinds": {**_NAMES, "description": "kinds of move that are counted"},
        "preparing": {**_NAMES, "description": "kinds of move that prepare others"},
        "costs": {
            "description": "goods that each kind of move costs",
            "type": "object",
            "additionalProperties": {"type": "object", "additionalProperties": _COUNT},
        },
        "version": {"type": "string", "description": "version of the program that made the network"},
        "seed": {"type": "integer"},
        "games": {**_COUNT, "description": "number of games that the network was fitted to"},
        "positions": {**_COUNT, "description": "number of positions sampled from these games"},
        "self_play": {**_COUNT, "description": "number of rounds of self-play"},
        "held_out": {**_NUMBER, "description": "mean log loss of the network in games that it was not fitted to"},
        "all_alike": {**_NUMBER, "description": "mean log loss of equal shares in these games"},
    },
    {"match": _MATCH, "belongings": {**_NAMES, "description": "features of the seats' belongings"}},
)  # fmt: skip

_ENTRY = _record(
    "what was learnt for one number of players",
    {
        "players": {"type": "integer", "minimum": 2, "description": "number of players"},
        "rules": {"type": "string", "description": "fingerprint of the rules of these games"},
        "command": {"type": "string", "description": "command that produced the values"},
        "games": {**_COUNT, "description": "number of finished games"},
        "positions": {**_COUNT, "description": "number of positions sampled from these games"},
        "rounds": {**_NUMBER, "minimum": 0, "description": "average number of rounds in a game"},
        "missed": _record(
            "mean log loss of the predictions in the held-out games",
            {"with_values": _NUMBER, "without": _NUMBER, "all_alike": _NUMBER},
        ),
        "terms": {
            "description": "weight of one unit of each fact, at the beginning and at the end of a game",
            "type": "object",
            "additionalProperties": {"type": "array", "items": _NUMBER, "minItems": 2, "maxItems": 2},
        },
    },
    {"network": _NETWORK},
)  # fmt: skip

SCHEMA: Mapping[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Position values, saved as values.json in a game's folder",
    **_record(
        "values for several numbers of players",
        {"values": {"type": "array", "items": _ENTRY}},
        {"format": {"enum": [1, FORMAT], "description": "format of the file; 1 if it is not stated"}},
    ),
}
