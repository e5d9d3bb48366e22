"""A study played: deals in batches on any executor, each deal kept as a line of a file, and gone on with after a stop.

A batch is idempotent: the deals follow from the design and their numbers alone. So a batch that was lost with its
worker is simply played again, and a study that was stopped goes on where its file ends. Lines are written in the order
of the deals, wherever they were played.
"""

from __future__ import annotations

import json
import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mercatoria.study.deals import Deal, Design
from mercatoria.study.executors import Workers

BATCH_SECONDS = 2.0
"""How long a batch shall take: so soon its deals are kept, and so much is lost with a worker."""

LARGEST_BATCH = 1000
"""Deals in one batch, at most."""

VERSION = 2
"""Of the form of the file."""


OTHER = {
    "rules": "other rules", "seats": "other players", "seed": "another seed", "clauses": "another number of --clauses",
    "decisions": "another number of --decisions",
}  # fmt: skip
"""What can be different in two studies, by the names in the first lines of their files."""


class NotThisStudy(ValueError):
    """A file of results that belongs to another study, or to none."""


_KNOWN: dict[str, Design] = {}
"""The design that this process plays, by its mark: its games are made ready once, not for each batch."""


@dataclass(frozen=True, slots=True)
class Batch:
    """The lines of some deals, in order, and how long it took to play them."""

    lines: list[str]
    seconds: float

    @property
    def next_size(self) -> int:
        """How many deals a batch of fitting length has; not many more than this one, which may be an exception."""
        number = len(self.lines)
        return max(1, min(int(number * BATCH_SECONDS / self.seconds), 4 * number, LARGEST_BATCH))


def play_batch(
    design: Design, mark: str, numbers: range, clock: Callable[[], float] = time.perf_counter
) -> Batch:  # fmt: skip
    """What a worker does: plays deals of a design. `clock` gives seconds."""
    if mark not in _KNOWN:
        _KNOWN.clear()
        _KNOWN[mark] = design
    begun = clock()
    lines = [_KNOWN[mark].deal(number).as_line() for number in numbers]
    return Batch(lines, max(clock() - begun, 1e-6))


def played(
    design: Design, first: int, workers: Workers, clock: Callable[[], float] = time.perf_counter
) -> Generator[str, None, None]:  # fmt: skip
    """The lines of all deals from number `first` on, in order and without end; whoever has enough stops.

    `clock` gives the seconds by which batches are measured, in each worker; a test can set it."""
    mark, size = design.mark, 1
    waiting: deque[Future[Batch]] = deque()
    try:
        while True:
            while len(waiting) < workers.number * workers.ahead:
                numbers = range(first, first + size)
                waiting.append(workers.executor.submit(play_batch, design, mark, numbers, clock))
                first += size
            batch = waiting.popleft().result()
            yield from batch.lines
            size = batch.next_size
    finally:
        for future in waiting:
            future.cancel()


@dataclass(frozen=True, slots=True)
class Results:
    """The file of a study: a line that says what is studied, then one for each deal."""

    file: Path
    heading: dict[str, Any]

    def begin(self) -> None:
        """A new file, in place of what was there. Raises `OSError`."""
        self.file.write_text(self._first_line(), encoding="utf-8")

    def deals(self) -> Iterator[Deal]:
        """The deals that the file has, in order; a last line that was cut off is left out. Raises `NotThisStudy`."""
        with self.file.open(encoding="utf-8") as lines:
            if (first := next(lines, "")) != self._first_line():
                raise NotThisStudy(f"{self.file} has the results of another study{self._other(first)}")
            for number, line in enumerate(lines):
                if not line.endswith("\n"):
                    return
                deal = _read(line)
                if deal is None or deal.number != number:
                    raise NotThisStudy(f"line {number + 2} of {self.file} is not deal {number}")
                yield deal

    def cut_off(self) -> None:
        """Drops a last line that is not whole, so that others can be appended. Raises `OSError`."""
        text = self.file.read_bytes()
        whole = text.rfind(b"\n") + 1
        if whole < len(text):
            os.truncate(self.file, whole)

    def append_to(self, lines: Iterator[str]) -> Iterator[Deal]:
        """Keeps line after line, each before it counts. Raises `OSError`."""
        with self.file.open("a", encoding="utf-8") as kept:
            for line in lines:
                kept.write(line + "\n")
                kept.flush()
                yield Deal.from_text(line)

    def _other(self, first: str) -> str:
        """What is different in a file with this first line; "" if it has none of a study."""
        try:
            told = dict(json.loads(first))
        except (ValueError, TypeError):
            return ""
        other = [said for name, said in OTHER.items() if told.get(name) != self.heading.get(name)]
        return f", with {', '.join(other)}" if "study" in told and other else ""

    def _first_line(self) -> str:
        return json.dumps({"study": VERSION} | self.heading, ensure_ascii=False) + "\n"


def _read(line: str) -> Deal | None:
    try:
        return Deal.from_text(line)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
