"""Output streams of a command that replace characters which could mislead a reader or control the terminal.

File names, command lines and typed moves can contain invisible characters or terminal control sequences. The streams
show such characters as visible marks. Only the colour codes of `rich` pass through unchanged (see `safe_console`).
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from dsl.source import INVISIBLE, visible


class Marked:
    """A text stream that shows invisible characters as marks. `behind` is the stream that receives the output."""

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
    """Return the underlying stream, for callers that insert the visible marks themselves."""
    return stream.behind if isinstance(stream, Marked) else stream


@contextlib.contextmanager
def marked() -> Iterator[None]:
    """Show invisible characters in stdout and stderr as marks until the `with` block ends.

    Characters that the stream's encoding cannot represent become `?`. A closed stream is replaced by a stream that
    discards all output.
    """
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (_marked(stream) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def _marked(stream: TextIO | None) -> Marked:
    if stream is None:  # the stream was already closed when the program began
        return Marked(open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123 - until the process ends
    with contextlib.suppress(AttributeError, ValueError, OSError):
        getattr(stream, "reconfigure")(errors="replace")  # noqa: B009 - not every stream has it
    return Marked(stream)
