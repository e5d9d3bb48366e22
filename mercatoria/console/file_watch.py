"""Watch mode, which repeats a job whenever files change, until Ctrl-C.

Polling twice a second is cheap, because a game has only a few files. Polling needs no library for file system events,
and also works on network folders and with editors that replace files.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from mercatoria.console import errors, output

Marks = dict[Path, tuple[int, int]]
"""The modification time and the size of each file."""

PAUSE = 0.5
"""Seconds between two checks."""

ENDINGS = (".rules", ".yaml", ".yml", ".json")


def marks(places: Iterable[Path]) -> Marks:
    """Return the modification time and size of each file to watch, among the given files and in the given folders."""
    found: Marks = {}
    for place in places:
        files = place.rglob("*") if place.is_dir() else [place]
        for file in files:
            if file.suffix in ENDINGS and not file.name.startswith("."):
                try:
                    stat = file.stat()
                except OSError:
                    continue  # the file was deleted meanwhile
                found[file] = (stat.st_mtime_ns, stat.st_size)
    return found


def watch(
    places: list[Path], work: Callable[[], int], pause: float = PAUSE, sleep: Callable[[float], object] = time.sleep
) -> int:  # fmt: skip
    """Run a job at once and after every change until Ctrl-C, then return the last exit code.

    On a terminal, the screen is cleared before each run. If a file changes during a run, the job runs again afterwards.
    `sleep` pauses between two checks, for a number of seconds; tests can replace it.
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
            console.print(f"\nwaiting for changes in {files}; Ctrl-C stops watching", style="dim")
            while marks(places) == seen:
                sleep(pause)
    except KeyboardInterrupt:
        console.print()
        return code


def _done(work: Callable[[], int]) -> int:
    """Run the job and return its exit code.

    Print errors instead of ending the watch.
    """
    try:
        return work()
    except Exception as fault:  # noqa: BLE001 - it is printed
        return errors.report(fault)
