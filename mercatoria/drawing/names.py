"""Names as people write them."""

from __future__ import annotations

import re

_SEAMS = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])|(?<=[^\W\d_]{3})(?=\d)")


def spaced(name: str) -> str:
    """`SlowBoat` as `Slow Boat`, `Far_Coast` as `Far Coast`, `Boat1` as `Boat 1`; `A1` stays."""
    return _SEAMS.sub(" ", name.replace("_", " "))


def listed(words: list[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
