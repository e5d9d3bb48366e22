"""Checks that a record has the required keys and that their values have the right types.

A record may come from a stranger or have been edited by hand, so this module checks it before other code reads it. The
replay then checks that the record matches the rules and that its moves are legal. The checks are written by hand,
because a schema library takes a third of a millisecond per entry. A record may have a million entries.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from interpreter.rng import SCHEME, fits

RECORD_VERSION = 1

LONGEST_TEXT = 2_000
"""Maximum number of characters in a move or a name."""

MOST_NAMES = 1_000
"""Maximum number of variants, options, streams or seats in one record."""

LONGEST_SCENARIO = 100_000
"""Maximum number of characters in the scenario with which a game begins."""

SCENARIO = ("name", "file", "text")
"""The keys of the scenario with which a game begins."""

LEAST, MOST = -(2**63), 2**64 - 1
"""Least and greatest number in a record."""

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")

Test = Callable[[object], bool]


class RecordError(ValueError):
    """Raised for a record that cannot be read or was made under other rules.

    The message addresses the person who supplied the record.
    """


def _number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and LEAST <= value <= MOST


def _count(value: object) -> bool:
    return _number(value) and isinstance(value, int) and 0 <= value <= 1_000_000


def _text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT and not CONTROL.search(value)


def _plain(value: object) -> bool:
    return value is None or isinstance(value, bool) or _number(value) or _text(value)


def _list_of(test: Test, most: int | None = None) -> Test:
    def holds(value: object) -> bool:
        return isinstance(value, list) and (most is None or len(value) <= most) and all(map(test, value))

    return holds


def _words(value: object) -> bool:
    """Return True if a value is a valid state of a random stream: two 32-bit words that are not both 0."""
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        return False
    return all(_number(word) and 0 <= word < 2**32 for word in value) and any(value)


def _streams(value: object) -> bool:
    if not isinstance(value, Mapping) or len(value) > MOST_NAMES:
        return False
    return all(_text(name) and _words(pair) for name, pair in value.items())


def _options(value: object) -> bool:
    if not isinstance(value, Mapping) or len(value) > MOST_NAMES:
        return False
    return all(_text(name) and _plain(choice) for name, choice in value.items())


def _scenario(value: object) -> bool:
    if not isinstance(value, Mapping) or set(value) != set(SCENARIO):
        return False
    text = value["text"]
    return _text(value["name"]) and _text(value["file"]) and isinstance(text, str) and len(text) <= LONGEST_SCENARIO


NEEDED = ("game", "rules", "players", "log")

PARTS: dict[str, tuple[Test, str]] = {
    "version": (_count, "a whole number"),
    "game": (_text, "the name of a game"),
    "rules": (_text, "a fingerprint of the rules"),
    "players": (_count, "a whole number of players"),
    "variants": (_list_of(_text, MOST_NAMES), "a list of names"),
    "options": (_options, "option names with the chosen values"),
    "seed": (fits, "a whole number of at most 64 bits"),
    "chance": (lambda value: value in ("auto", "manual"), '"auto" or "manual"'),
    "scheme": (lambda value: _count(value) and value == SCHEME, str(SCHEME)),
    "scenario": (_scenario, "a scenario with its `name`, `file` and `text`"),
    "streams": (_streams, "stream names, each with two 32-bit whole numbers"),
    "position": (_list_of(_number), "a list of whole numbers"),
    "layout": (_text, "a layout fingerprint"),
    "seats": (_list_of(_text, MOST_NAMES), "a list of names, one for each seat"),
    "told": (_list_of(lambda value: isinstance(value, str)), "a list of log lines"),
    "seen": (lambda value: isinstance(value, Mapping), "the public view, as names with their values"),
}
"""Tests of the values in a record and descriptions of valid values, by key.

A record may contain other keys, which are ignored.
"""


def check_shape(record: object) -> None:
    """Raise `RecordError` if a value is not a record in the supported version."""
    if not isinstance(record, Mapping) or "game" not in record or not isinstance(record.get("log"), list):
        raise RecordError("this is not a game record")
    if (version := record.get("version")) != RECORD_VERSION:
        raise RecordError(
            f"this record has version {_shown(version)}, but this program reads only version {RECORD_VERSION}"
        )
    for name in NEEDED:
        if name not in record:
            raise RecordError(f"this game record is incomplete: `{name}` is missing")
    for name, (test, wanted) in PARTS.items():
        if name in record and not test(record[name]):
            raise RecordError(f"`{name}` of a game record must be {wanted}, not {_shown(record[name])}")
    for number, entry in enumerate(record["log"], 1):
        if fault := _fault_of(entry):
            raise RecordError(f"entry {number} of the record {fault}")


def _fault_of(entry: object) -> str:
    """Describe what is wrong with a log entry of a record, or return an empty string."""
    if not isinstance(entry, Mapping) or ("move" in entry) == ("chance" in entry):
        return f'must be {{"move": …}} or {{"chance": …}}, not {_shown(entry)}'
    if "move" in entry and not _text(entry["move"]):
        return f"must have text as its `move`, not {_shown(entry['move'])}"
    if "chance" in entry and not _plain(entry["chance"]):
        return f"must have a name or a number as its `chance`, not {_shown(entry['chance'])}"
    return ""


def _shown(value: object) -> str:
    """Return a value as short text for an error message."""
    match value:
        case Mapping():
            names = ", ".join(_shown(name) for name in list(value)[:3])
            return f"a group with {names}" if names else "an empty group"
        case list():
            return f"a list of {len(value):,}"
        case str() if CONTROL.search(value) or len(value) > 40:
            return "text that is too long" if len(value) > LONGEST_TEXT else json.dumps(value[:40])
        case None:
            return "nothing"
        case bool() | str():
            return json.dumps(value, ensure_ascii=False)
        case int() if not LEAST <= value <= MOST:
            return "a number that is too long"
        case int() | float():
            return str(value)
    return "something else"


# ---------------------------------------------------------------- JSON text


def record_from_json(text: str) -> dict[str, Any]:
    """Parse a record from JSON text.

    Raises `RecordError` if the text is not a valid record.
    """
    try:
        data = json.loads(text, parse_constant=_no_number)
    except RecursionError as fault:
        raise RecordError("this is not a game record: its brackets are nested far too deeply") from fault
    except json.JSONDecodeError as fault:
        raise RecordError(f"this is not a game record: it is not JSON (line {fault.lineno})") from fault
    except ValueError as fault:
        raise RecordError("this is not a game record: a number in it is invalid or far too long") from fault
    check_shape(data)
    assert isinstance(data, dict)
    return data


def _no_number(word: str) -> float:
    raise ValueError(f"{word} is not a number")
