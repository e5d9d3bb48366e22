"""Runs a study on any executor: plays deals in batches, and writes each deal as one line of a file.

A deal depends only on the study's design and on its own number. A batch that was lost with its worker can therefore be
played again, and an interrupted study resumes where its file ends. Lines are written in the order of the deals,
whatever the executor.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mercatoria.simulation import BATCH_SECONDS, PreparedOnce, Workers, in_order, next_size
from mercatoria.storage import write_atomically
from mercatoria.study.deals import Deal, Design

LARGEST_BATCH = 1000
"""Maximum number of deals in one batch."""

VERSION = 5
"""Version of the file format."""


OTHER = {
    "rules": "other rules", "seats": "other players", "seed": "another seed",
    "clauses": "a different number of --clauses",
    "decisions": "a different number of --decisions",
}  # fmt: skip
"""How two studies can differ, keyed by the setting's name in the first line of a study file."""


class NotThisStudy(ValueError):
    """Raised for a file that contains the results of another study, or no results at all."""


_DESIGNS = PreparedOnce[Design]()
"""Design that this process is playing, so that its games are compiled only once."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Lines of consecutive deals, and the number of seconds taken to play them."""

    lines: list[str]
    seconds: float


def play_batch(
    design: Design, mark: str, numbers: range, clock: Callable[[], float] = time.perf_counter
) -> Batch:  # fmt: skip
    """Play deals of a design in a worker. `clock` returns seconds."""
    known = _DESIGNS.of(mark, lambda: design)
    begun = clock()
    lines = [known.deal(number).as_line() for number in numbers]
    return Batch(lines, clock() - begun)


def played(
    design: Design, first: int, workers: Workers, clock: Callable[[], float] = time.perf_counter
) -> Generator[str, None, None]:  # fmt: skip
    """Yield the lines of all deals in order, starting with the deal numbered `first`.

    The sequence is endless, so the caller must stop it.

    `clock` returns the time in seconds, for timing each batch in its worker; tests can replace it.
    """
    mark, size = design.mark, 1

    def tasks() -> Iterator[tuple[Design, str, range, Callable[[], float]]]:
        numbers = range(first)
        while True:
            numbers = range(numbers.stop, numbers.stop + size)
            yield design, mark, numbers, clock

    with closing(in_order(workers.executor, play_batch, tasks(), workers.number * workers.ahead)) as batches:
        for batch in batches:
            yield from batch.lines
            size = next_size(len(batch.lines), batch.seconds, BATCH_SECONDS, LARGEST_BATCH)


@dataclass(frozen=True, slots=True)
class Results:
    """Results file of a study: a first line with its settings, then one line per deal."""

    file: Path
    heading: dict[str, Any]

    def begin(self) -> None:
        """Write a new file that contains only the first line, replacing any existing file.

        Raises `OSError`.
        """
        write_atomically(self.file, self._first_line())

    @property
    def is_new(self) -> bool:
        """True if there is no file yet, or no more than a part of the first line, as a full disk leaves it."""
        first = self._first_line().encode()
        size = self.file.stat().st_size if self.file.exists() else 0
        return not size or (size <= len(first) and first.startswith(self.file.read_bytes()))

    @property
    def number(self) -> int:
        """Number of deals in the file, or 0 if there is no file. An incomplete last line does not count."""
        return max(self.file.read_bytes().count(b"\n") - 1, 0) if self.file.exists() else 0

    def deals(self) -> Iterator[Deal]:
        """Yield the deals in the file, in order. An incomplete last line is ignored.

        Raises:
            NotThisStudy: The file belongs to another study, or a deal is missing or unreadable.
        """
        with self.file.open(encoding="utf-8") as lines:
            if (first := next(lines, "")) != self._first_line():
                raise NotThisStudy(f"{self.file} contains the results of another study{self._other(first)}")
            for number, line in enumerate(lines):
                if not line.endswith("\n"):
                    return
                deal = _read(line)
                if deal is None or deal.number != number:
                    wrong = "damaged" if deal is None else f"not deal {number}"
                    raise NotThisStudy(
                        f"line {number + 2} of {self.file} is {wrong}; delete it and all lines after it, "
                        "and run the command again with --resume"
                    )
                yield deal

    def cut_off(self) -> None:
        """Remove an incomplete last line after the first one, so that new lines can be appended.

        Raises `OSError`.
        """
        text = self.file.read_bytes()
        whole = text.rfind(b"\n") + 1
        if 0 < whole < len(text):
            os.truncate(self.file, whole)

    def append_to(self, lines: Iterator[str]) -> Iterator[Deal]:
        """Append each line to the file, then yield the deal that the line stores.

        Raises `OSError`.
        """
        with self.file.open("a", encoding="utf-8") as kept:
            for line in lines:
                kept.write(line + "\n")
                kept.flush()
                yield Deal.from_text(line)

    def _other(self, first: str) -> str:
        """Describe how this study differs from the study that wrote the given first line, or return ""."""
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
