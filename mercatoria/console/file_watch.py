"""Watch mode: repeats a job whenever files change, until Ctrl-C.

A game has few files, so they are checked twice a second. That needs no library for file system events, and it also
works for network folders and for editors that replace files.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from mercatoria.console import errors, output

Marks = dict[Path, tuple[int, int]]
"""Time of the last change and size of each file."""

PAUSE = 0.5
"""Seconds between two checks."""

ENDINGS = (".rules", ".yaml", ".yml", ".json")


def marks(places: Iterable[Path]) -> Marks:
    """Return the state of all watched files: the given ones, and those in given folders."""
    found: Marks = {}
    for place in places:
        files = place.rglob("*") if place.is_dir() else [place]
        for file in files:
            if file.suffix in ENDINGS and not file.name.startswith("."):
                try:
                    stat = file.stat()
                except OSError:
                    continue  # gone between two looks
                found[file] = (stat.st_mtime_ns, stat.st_size)
    return found


def watch(
    places: list[Path], work: Callable[[], int], pause: float = PAUSE, sleep: Callable[[float], object] = time.sleep
) -> int:  # fmt: skip
    """Run the work at once and after every change, until Ctrl-C; return the last exit code.

    On a terminal, the screen is cleared before each run. If a file changes during a run, the work is done again.
    `sleep` waits for the given seconds between two looks; a test can set it.
    """
    console = output.out()
    code = 0
    try:
        while True:
            seen = marks(places)
            if console.is_terminal:
                console.clear()
                console.print("checking …", style="dim")
            code = _done(work)
            files = output.counted(len(seen), "file")
            console.print(f"\nwaiting for changes in {files}; Ctrl-C ends this", style="dim")
            while marks(places) == seen:
                sleep(pause)
    except KeyboardInterrupt:
        console.print()
        return code


def _done(work: Callable[[], int]) -> int:
    """Run the job and return its exit code.

    Errors are printed, so that the author can fix them while we wait.
    """
    try:
        return work()
    except Exception as fault:  # noqa: BLE001 - it is printed
        return errors.report(fault)
