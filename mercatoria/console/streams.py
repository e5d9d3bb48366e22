"""The streams of a command: whatever is printed, people read text, and no terminal is given orders.

Names of files, command lines and typed moves can hold signs that nobody sees, or orders to the terminal. They are shown
as marks; only the colours of rich pass unmarked (see `safe_console`).
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from dsl.source import INVISIBLE, visible


class Marked:
    """A stream of text that shows invisible signs as marks. `behind` is the stream it stands before."""

    def __init__(self, behind: TextIO) -> None:
        self.behind = behind

    def write(self, text: str) -> int:
        self.behind.write(visible(text) if INVISIBLE.search(text) else text)
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.behind, name)


def behind(stream: Any) -> Any:
    """The stream itself, where marks are made by who writes to it."""
    return stream.behind if isinstance(stream, Marked) else stream


@contextlib.contextmanager
def marked() -> Iterator[None]:
    """In the `with`, stdout and stderr show invisible signs as marks, and signs that the terminal cannot show as `?`.
    A stream that is closed swallows everything."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (_marked(stream) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _marked(stream: TextIO | None) -> Marked:
    if stream is None:  # it was closed before we began
        return Marked(open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123 - until the process ends
    with contextlib.suppress(AttributeError, ValueError, OSError):
        getattr(stream, "reconfigure")(errors="replace")  # noqa: B009 - not every stream has it
    return Marked(stream)
