"""Marks the games in which a check found neither errors nor warnings.

A mark is a hash of everything that a check reads: each file in the game's folder, the source code and the data of the
program, the version of Python, and the versions of all installed packages. The mark is kept in the user's cache folder.
If it cannot be made, kept or read there, the game is checked again.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol

from dsl.cache import Shelf
from dsl.shipped import TOP, data_folder

MARKS = Shelf("faultless-", largest=1_000, most=200)
"""The marks of faultless games. A mark is an empty file."""

MOST_FILES, MOST_BYTES = 5_000, 50_000_000
"""The size of a folder that is still marked. A larger folder may be a whole home folder with a rulebook in it."""

COMPILED = "__pycache__"


class NotMarked(Exception):
    """Raised when a folder contains links, devices or too much to read."""


class Digest(Protocol):
    """A hash that takes more and more bytes."""

    def update(self, data: bytes, /) -> None: ...


@dataclass(frozen=True, slots=True)
class Mark:
    """The contents of a game's folder and of the program, as a hash."""

    key: str

    def stands(self) -> bool:
        """Return True if an earlier check of the same contents found nothing to report."""
        return MARKS.read(self.key) is not None

    def keep(self) -> None:
        """Remember that a check of these contents found nothing to report."""
        MARKS.keep(self.key, "")


def mark_of(folder: Path) -> Mark | None:
    """Return the mark of a game's folder as it is now.

    Return None if the folder contains links or special files, if it is very large, or if a file cannot be read.
    """
    try:
        digest = hashlib.sha256(f"{_program()}\n{folder.resolve()}\n".encode(errors="surrogateescape"))
        _add(folder, digest)
    except (OSError, RuntimeError, NotMarked):
        return None
    return Mark(digest.hexdigest())


@cache
def _program() -> str:
    """Return a hash of everything outside the game's folder that affects a check.

    Raises `OSError` or `NotMarked`.
    """
    digest = hashlib.sha256(f"{sys.version}\n{sys.flags}\n".encode())
    for place in sorted(set(sys.path)):  # the name of a folder with metadata contains the version of the package
        if (here := Path(place)).is_dir():
            digest.update("\n".join(sorted(each.name for each in here.glob("*-info"))).encode())
    for name in ("dsl", "interpreter", "mercatoria"):
        _add(TOP / name, digest)
    _add(data_folder("grammars"), digest)
    return digest.hexdigest()


def _add(folder: Path, digest: Digest) -> None:
    """Add the names and contents of all files in a folder to a hash.

    Raises `OSError`, or `NotMarked` for links, special files and folders that are too large.
    """
    read, number = 0, 0
    for entry in _files(folder):
        read, number = read + entry.stat(follow_symlinks=False).st_size, number + 1
        if read > MOST_BYTES or number > MOST_FILES:
            raise NotMarked
        data = Path(entry.path).read_bytes()
        name = os.fsencode(os.path.relpath(entry.path, folder))
        digest.update(b"%d %d " % (len(name), len(data)) + name)
        digest.update(data)


def _files(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Yield all files in a folder and its subfolders, in a fixed order."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_dir(follow_symlinks=False):
            if entry.name != COMPILED:
                yield from _files(Path(entry.path))
        elif entry.is_file(follow_symlinks=False):
            yield entry
        else:
            raise NotMarked
