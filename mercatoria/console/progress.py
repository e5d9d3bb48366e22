"""A progress bar on stderr, where that is a terminal, and above it what is known so far; elsewhere nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from mercatoria.console import output

Tell = Callable[[], Iterable[str]]
"""What is known so far, in lines."""

FIRST_LOOK = 10.0
"""Seconds of work after which it is told what is known; then each time when it has taken twice as long."""


def progress(
    word: str, total: int, quiet: bool = False, so_far: Tell | None = None
) -> AbstractContextManager[Callable[[], None]]:
    """In the `with`, a function to be called for each piece of work that is done."""
    console = output.err()
    if quiet or not console.is_terminal:
        return nullcontext(lambda: None)
    return _Bar(console, word, total, so_far)


class _Bar:
    """rich's bar, moved on at most some ten times a second so that counting costs nothing."""

    def __init__(self, console: Any, word: str, total: int, so_far: Tell | None) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._bar = Progress(
            TextColumn(word), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
            console=console, transient=True, refresh_per_second=8,
        )  # fmt: skip
        self._task = self._bar.add_task(word, total=total)
        self._done, self._told = 0, 0.0
        self._so_far, self._begun, self._look = so_far, time.monotonic(), FIRST_LOOK

    def __enter__(self) -> Callable[[], None]:
        self._bar.start()
        return self.advance

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def advance(self) -> None:
        self._done += 1
        now = time.monotonic()
        if now - self._told > 0.1:
            self._told = now
            self._bar.update(self._task, completed=self._done)
        if self._so_far is not None and now - self._begun > self._look:
            for line in self._so_far():
                self._bar.console.print(line, style="dim", markup=False, highlight=False)
            self._look = 2 * (time.monotonic() - self._begun)
