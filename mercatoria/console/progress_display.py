"""Progress display for long runs on stderr, with interim findings.

A terminal shows a progress bar. Any other output receives a line of text every few seconds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from threading import Event, Thread
from typing import Any

from mercatoria.console import output

Tell = Callable[[], Iterable[str]]
"""Callback that returns the findings so far as lines of text."""

FIRST_LOOK = 10.0
"""Number of seconds from the start of a run to the first printed findings.

After that, the findings are printed whenever the elapsed time has doubled.
"""

EACH_LINE, LONGEST_PAUSE, SHARE_OF_RUN = 5.0, 60.0, 0.05
"""Minimum and maximum pause between two progress lines in seconds, and the pause as a fraction of the elapsed time."""


def progress(
    word: str, total: int | None, quiet: bool = False, so_far: Tell | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> AbstractContextManager[Callable[[], None]]:  # fmt: skip
    """Show the progress of a run in a `with` block, which receives a function to call after each finished item.

    Args:
        word: The activity, such as `playing`.
        total: Number of items, or None if unknown.
        quiet: True to show no bar on a terminal. If stderr is not a terminal, progress lines are printed anyway.
        so_far: Callback that returns the interim findings. It is called occasionally during a long run.
        clock: Clock that returns the time in seconds; tests can replace it.
    """
    console = output.err()
    if console.is_terminal:
        return nullcontext(lambda: None) if quiet else _Bar(console, word, total, so_far, clock)
    return _Printed(Lines(word, total, so_far), lambda line: console.print(line, markup=False, soft_wrap=True), clock)


class _Looks:
    """Schedule on which interim findings are printed."""

    def __init__(self, so_far: Tell | None) -> None:
        self._so_far, self._next = so_far, FIRST_LOOK

    def due(self, seconds: float) -> Iterable[str]:
        """Return the interim findings if they are due after this many seconds."""
        if self._so_far is None or seconds <= self._next:
            return ()
        self._next = 2 * seconds
        return self._so_far()


class Lines:
    """Progress lines, and the times at which they are due. The class reads no clock: each call passes the elapsed
    seconds.
    """

    def __init__(self, word: str, total: int | None, so_far: Tell | None = None) -> None:
        self.done = 0
        self._word, self._total, self._looks, self._next = word, total, _Looks(so_far), EACH_LINE

    def due(self, seconds: float) -> list[str]:
        """Return the progress lines that are due after this many seconds."""
        if seconds < self._next:
            return []
        self._next = seconds + min(LONGEST_PAUSE, max(EACH_LINE, SHARE_OF_RUN * seconds))
        return [self._line(seconds), *(f"  {each}" for each in self._looks.due(seconds))]

    def _line(self, seconds: float) -> str:
        if self._total is None:
            return f"{self._word}: {_duration(seconds)}"
        line = f"{self._word}: {self.done:,} of {self._total:,}, {_duration(seconds)}"
        if 0 < self.done < self._total:
            line += f", about {_duration(seconds * (self._total - self.done) / self.done)} left"
        return line


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 100 * 60 else f"{seconds / 3600:.1f} h"


class _Printed:
    """Background thread that prints progress lines even while a single item takes minutes."""

    def __init__(self, lines: Lines, show: Callable[[str], object], clock: Callable[[], float]) -> None:
        self._lines, self._show, self._clock, self._ended = lines, show, clock, Event()
        self._thread = Thread(target=self._print, daemon=True)

    def __enter__(self) -> Callable[[], None]:
        self._thread.start()
        return self._advance

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _advance(self) -> None:
        self._lines.done += 1

    def _print(self) -> None:
        print_lines(self._lines, self._show, lambda: self._ended.wait(1.0), self._clock)


def print_lines(
    lines: Lines, show: Callable[[str], object], ended: Callable[[], bool], clock: Callable[[], float]
) -> None:  # fmt: skip
    """Print progress lines when they are due, until `ended` returns True. `clock` returns the time in seconds."""
    begun = clock()
    while not ended():
        for line in lines.due(clock() - begun):
            show(line)


class _Bar:
    """Progress bar drawn by `rich`, updated at most ten times a second to save time."""

    def __init__(
        self, console: Any, word: str, total: int | None, so_far: Tell | None, clock: Callable[[], float]
    ) -> None:  # fmt: skip
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._bar = Progress(
            TextColumn(word), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
            console=console, transient=True, refresh_per_second=8,
        )  # fmt: skip
        self._task = self._bar.add_task(word, total=total)
        self._done, self._told = 0, 0.0
        self._looks, self._clock, self._begun = _Looks(so_far), clock, clock()

    def __enter__(self) -> Callable[[], None]:
        self._bar.start()
        return self.advance

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def advance(self) -> None:
        self._done += 1
        now = self._clock()
        if now - self._told > 0.1:
            self._told = now
            self._bar.update(self._task, completed=self._done)
        for line in self._looks.due(now - self._begun):
            self._bar.console.print(line, style="dim", markup=False, highlight=False)
