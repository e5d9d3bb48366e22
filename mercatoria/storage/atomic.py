"""Writes files atomically: content goes to a temporary file, which is synced and then renamed."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from dsl.source import whole_number


def write_atomically(file: Path, content: str | bytes) -> None:
    """Write text or bytes to a file atomically. If writing fails, the old file is unchanged.

    If the path is a symbolic link, its target is replaced and the link is kept. Pipes and devices are written directly.
    Raises `OSError`, which names the file as the caller does.
    """
    place = file.expanduser().resolve()
    if place.is_dir():
        raise IsADirectoryError(21, "is a folder", str(file))
    if not place.parent.is_dir():
        raise FileNotFoundError(2, "no such folder", str(file.parent))
    with named_in_errors(file):
        _write(place, content.encode() if isinstance(content, str) else content)


@contextlib.contextmanager
def named_in_errors(file: Path) -> Iterator[None]:
    """Let an `OSError` in the `with` block name this file.

    An error of a full disk names no file, and other errors may name a temporary file.
    """
    try:
        yield
    except OSError as fault:
        raise OSError(fault.errno, fault.strerror, str(file)) from fault


def _write(file: Path, written: bytes) -> None:
    if file.exists() and not file.is_file():
        file.write_bytes(written)
        return
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
    """Remove temporary files left behind by processes that were killed while writing this file.

    The name of a temporary file contains the id of the process that created it.
    """
    with contextlib.suppress(OSError):
        for left in list(file.parent.iterdir()):
            name = left.name
            if not name.startswith(f".{file.name}.") or not name.endswith(".tmp"):
                continue
            process = whole_number(name.removeprefix(f".{file.name}.").partition(".")[0])
            if process is not None and process > 0 and not _runs(process):
                left.unlink()


def _runs(process: int) -> bool:
    """Return False if the process no longer exists. Return True if the operating system does not allow the check, as on
    Windows.
    """
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:  # the process exists but belongs to another user
        return True
    return True


def _like_the_old(new: Path, old: Path) -> None:
    """Give the new file the permissions of the old file, or the default permissions if there is no old file."""
    with contextlib.suppress(OSError):
        mask = os.umask(0)
        os.umask(mask)
        new.chmod(old.stat().st_mode & 0o777 if old.exists() else 0o666 & ~mask)


def _sync_folder(folder: Path) -> None:
    """Sync the folder, so that the new name of the file survives a power cut.

    Systems that cannot sync a folder skip this step.
    """
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
