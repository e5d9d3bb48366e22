"""The smallest input that still shows a defect: files, blocks, lines and words are left out as long as it does."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

from tests.fuzz.inputs import Input

SECONDS = 60


def smallest(given: Input, shows: Callable[[Input], bool], seconds: float = SECONDS) -> Input:
    """Remove parts of an input while it still shows the defect, for at most `seconds`."""
    end = time.monotonic() + seconds
    for cut in (_without_files, _by(r"(?m)^(?=[^\s#])"), _by(r"(?m)^"), _by(r"(?=[\s(\[{,])"), _words):
        given = _greedy(given, cut, shows, end)
    return given


Cut = Callable[[Input, int], Iterator[Input]]


def _greedy(given: Input, cut: Cut, shows: Callable[[Input], bool], end: float) -> Input:
    size = 64
    while size >= 1:
        found = False
        for smaller in cut(given, size):
            if time.monotonic() > end:
                return given
            if shows(smaller):
                given, found = smaller, True
                break
        if not found:
            size //= 2
    return given


def _without_files(given: Input, size: int) -> Iterator[Input]:
    names = list(given.files)
    for at in range(0, len(names), size):
        gone = set(names[at : at + size])
        if len(gone) == size:
            yield Input(given.argv, {name: text for name, text in given.files.items() if name not in gone})


def _by(pattern: str) -> Cut:
    def cut(given: Input, size: int) -> Iterator[Input]:
        for name, text in given.files.items():
            if len(text) > 50_000:
                continue
            parts = [part for part in re.split(pattern, text) if part]
            for at in range(len(parts) - size, -1, -size):
                yield Input(given.argv, given.files | {name: "".join(parts[:at] + parts[at + size :])})

    return cut


def _words(given: Input, size: int) -> Iterator[Input]:
    for at in range(len(given.argv) - 1, 0, -1):
        if size == 1:
            yield Input(given.argv[:at] + given.argv[at + 1 :], given.files)
