"""Keeps texts between runs, in the user's cache folder.

The folder is `mercatoria` in `XDG_CACHE_HOME`, in `LOCALAPPDATA` or in `~/.cache`, whichever is the first that exists.
A file or folder that belongs to another user, that others can write, or that is a link is not read. See
`docs/decisions/0018-parser-tables.md`.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path

ENDING = ".json"


@dataclass(frozen=True, slots=True)
class TextCache:
    """Texts of one family, kept in files.

    Attributes:
        family: The beginning of the file names.
        largest: Maximum size of a file in bytes. A larger file is not read.
        most: Maximum number of files to keep. The oldest ones are deleted.
    """

    family: str
    largest: int
    most: int

    def read(self, key: str) -> str | None:
        """Return the text that was kept under a key, or None if there is none, or if it cannot be trusted or read."""
        with contextlib.suppress(OSError):
            return _read(file, self.largest) if (file := self._file(key)) is not None else None
        return None

    def keep(self, key: str, text: str) -> None:
        """Keep a text under a key, in place of an earlier one, or do nothing if that is impossible."""
        with contextlib.suppress(OSError):
            if (file := self._file(key)) is not None and _written(file, self.family, text):
                self._discard_oldest(file.parent)

    def _file(self, key: str) -> Path | None:
        folder = _folder()
        return folder / f"{self.family}{key}{ENDING}" if folder is not None else None

    def _discard_oldest(self, folder: Path) -> None:
        files = sorted(folder.glob(f"{self.family}*"), key=lambda each: each.lstat().st_mtime_ns)
        for old in files[: -self.most]:
            old.unlink(missing_ok=True)


def _folder() -> Path | None:
    """Return the program's cache folder, or None if the user has none."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        folder = Path(home) if home else Path.home() / ".cache"
    except RuntimeError:  # no home folder
        return None
    return folder / "mercatoria" if folder.is_absolute() else None


def _own(status: os.stat_result) -> bool:
    """Return True if a file belongs to the user and no other user may write to it."""
    if not hasattr(os, "getuid"):  # on Windows, other users cannot access a profile folder
        return True
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _read(file: Path, largest: int) -> str | None:
    """Return the text of a file, or None unless the user owns both the file and its folder.

    Raises `OSError`.
    """
    folder = file.parent.lstat()
    if not stat.S_ISDIR(folder.st_mode) or not _own(folder):
        return None
    handle = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "rb") as stream:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or not _own(status) or status.st_size > largest:
            return None
        return stream.read(largest).decode("utf-8", errors="replace")


def _written(file: Path, family: str, text: str) -> bool:
    """Write a file atomically, and return True, unless others can write to its folder. Raises `OSError`."""
    folder = file.parent
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or not _own(status):
        return False
    handle, name = tempfile.mkstemp(prefix=family, suffix=".tmp", dir=folder)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.replace(name, file)  # noqa: PTH105 - put in place at once
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return True
