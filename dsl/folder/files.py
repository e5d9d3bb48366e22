"""The only module that reads game files.

A rulebook may come from a stranger, so no file may cause an exception. A missing file, a pipe, a link that leaves the
folder, a picture named `board.yaml` or a file of one gigabyte causes a diagnostic. `dsl.syntax.parsing` and `dsl.board`
then interpret the contents.
"""

from __future__ import annotations

from pathlib import Path

from dsl.diagnostics import Sink, wording
from dsl.limits import LONGEST_FILE
from dsl.source import Source, Span


def escapes_folder(path: Path, home: Path) -> bool:
    """Return True if a path points outside a folder once all links are resolved.

    Return True as well if the path cannot be resolved.
    """
    try:
        return not path.resolve().is_relative_to(home.resolve())
    except (OSError, RuntimeError, ValueError):  # links that point to each other
        return True


def read_source(path: Path, shown: str, sink: Sink, home: Path | None = None) -> Source | None:
    """Return the text of a file, or None if it cannot be read as text.

    Report faults to the sink.

    Args:
        shown: The file name to show in messages.
        home: The folder that must contain the file, even after links are resolved.
    """
    nowhere = Span(Source(shown, ""), 0, 0)
    try:
        if home is not None and escapes_folder(path, home):
            sink.add("E014", f"`{shown}` leads out of the game's folder", nowhere, "this is a link to another folder",
                     hint="put a copy of the file into the folder")  # fmt: skip
            return None
        if hindrance := _hindrance(path):
            hint = "create the file, or correct its name where it is mentioned"
            sink.add("E014", f"`{shown}` {hindrance}", nowhere, "a text file is needed here", hint=hint)
            return None
        with path.open("rb") as file:
            data = file.read(LONGEST_FILE + 1)
    except (OSError, ValueError):
        sink.add(
            "E014", f"`{shown}` cannot be opened", nowhere, "the operating system does not allow the program to read it"
        )
        return None
    if len(data) > LONGEST_FILE:
        sink.add("E003", "the file is too long", nowhere, f"at most {LONGEST_FILE:,} bytes are read")
        return None
    return _decoded(data, shown, sink)


def _hindrance(path: Path) -> str:
    if path.is_dir():
        return "is a folder"
    if not path.exists():
        return "does not exist"
    return "" if path.is_file() else "is not an ordinary file"


def _decoded(data: bytes, shown: str, sink: Sink) -> Source | None:
    try:
        text = data.decode("utf-8-sig")
        bad = text.find("\0")
    except UnicodeDecodeError as fault:
        readable = data[: fault.start].decode("utf-8-sig", errors="replace")
        text, bad = readable + "\ufffd", len(readable)
    if bad < 0:
        return Source(shown, text.replace("\r\n", "\n"))
    place = Span(Source(shown, text), bad, bad + 1)
    wording.not_text(sink, place, wording.UNREADABLE)
    return None
