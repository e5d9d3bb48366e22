"""Writes a file so that it is either whole or not there: into a temporary file, synced, then put in place."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from dsl.source import whole_number


def write_atomically(file: Path, content: str | bytes) -> None:
    """Writes a text, or bytes. Whatever goes wrong, an older file of that name stays as it was. A link keeps its
    target, and what is no file (a pipe, a device) is written into. Raises `OSError`."""
    written = content.encode() if isinstance(content, str) else content
    file = file.expanduser().resolve()
    if file.is_dir():
        raise IsADirectoryError(21, "is a folder", str(file))
    if file.exists() and not file.is_file():
        file.write_bytes(written)
        return
    if not file.parent.is_dir():
        raise FileNotFoundError(2, "no such folder", str(file.parent))
    _clean_up(file)
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.{os.getpid()}.", suffix=".tmp", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(written)
            stream.flush()
            os.fsync(stream.fileno())
        _like_the_old(Path(name), file)
        os.replace(name, file)  # noqa: PTH105 - the point of it all
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
    _sync_folder(file.parent)


def _clean_up(file: Path) -> None:
    """Removes what saves of this file left behind whose process was killed. Its number stands in the name."""
    with contextlib.suppress(OSError):
        for left in list(file.parent.iterdir()):
            name = left.name
            if not name.startswith(f".{file.name}.") or not name.endswith(".tmp"):
                continue
            process = whole_number(name.removeprefix(f".{file.name}.").partition(".")[0])
            if process is not None and process > 0 and not _runs(process):
                left.unlink()


def _runs(process: int) -> bool:
    """Whether a process is still there; where the system has no safe way to ask, it is taken to be."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # it runs, for somebody else
        return True
    return True


def _like_the_old(new: Path, old: Path) -> None:
    """Gives the new file the permissions of the file that it replaces, or those that a new file usually has."""
    with contextlib.suppress(OSError):
        mask = os.umask(0)
        os.umask(mask)
        new.chmod(old.stat().st_mode & 0o777 if old.exists() else 0o666 & ~mask)


def _sync_folder(folder: Path) -> None:
    """The new name, too, survives a power cut; where the system cannot do that, it is left out."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
