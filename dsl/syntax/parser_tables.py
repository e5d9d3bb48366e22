"""Caches the tables of the parser between runs.

Computing the tables takes about a second; loading them takes a tenth of a second. The cache is a JSON file, so reading
it executes no code. The file is in a folder to which only the user can write. If a file belongs to another user, is
writable by others or cannot be read, the program computes the tables again. If the program cannot write a cache, it
computes the tables in every run. See `docs/decisions/0018-parser-tables.md`.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import tempfile
from pathlib import Path
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lark import PostLex
from lark.lexer import TerminalDef

OPTIONS: dict[str, Any] = {
    "parser": "lalr", "lexer": "contextual", "start": ["item", "call", "expr"], "maybe_placeholders": True,
    "propagate_positions": True,
}  # fmt: skip

LARGEST = 10_000_000
"""Maximum size of a cache file in bytes. The tables need less than one million bytes."""

KEPT = 5
"""Maximum number of cached grammars; a user may alternate between several versions of the program."""

BEGINNING, ENDING = "parser-", ".json"


def parser(grammar: str, layout: PostLex) -> Lark:
    """Return the parser of a grammar, with cached or newly computed tables."""
    file = _file(grammar)
    with contextlib.suppress(OSError):
        if file is not None and (text := _read(file)) is not None:
            found = _from_text(text, layout)
            if found is not None:
                return found
    made = Lark(grammar, postlex=layout, **OPTIONS)
    if file is not None:
        with contextlib.suppress(OSError):
            _keep(file, _as_text(made))
    return made


def _file(grammar: str) -> Path | None:
    """Return the path of the cache file for a grammar, or None if the user has no cache folder.

    The file name depends on the version of lark and on the parser options.
    """
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    try:
        folder = Path(home) if home else Path.home() / ".cache"
    except RuntimeError:  # no home folder
        return None
    if not folder.is_absolute():
        return None
    mark = hashlib.sha256(f"{lark.__version__}\n{sorted(OPTIONS.items())}\n{grammar}".encode()).hexdigest()
    return folder / "mercatoria" / f"{BEGINNING}{mark[:32]}{ENDING}"


# ---------------------------------------------------------------- the folder


def _own(status: os.stat_result) -> bool:
    """Return True if a file belongs to the user and no other user may write to it."""
    if not hasattr(os, "getuid"):  # on Windows, other users cannot access a profile folder
        return True
    return status.st_uid == os.getuid() and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _read(file: Path) -> str | None:
    """Return the text of a cache file, or None unless the user owns both the file and its folder.

    Raises `OSError`.
    """
    folder = file.parent.lstat()
    if not stat.S_ISDIR(folder.st_mode) or not _own(folder):
        return None
    handle = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    with os.fdopen(handle, "rb") as stream:
        status = os.fstat(handle)
        if not stat.S_ISREG(status.st_mode) or not _own(status) or status.st_size > LARGEST:
            return None
        return stream.read(LARGEST).decode("utf-8", errors="replace")


def _keep(file: Path, text: str) -> None:
    """Write the tables atomically, and delete the cache files of old grammars."""
    folder = file.parent
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    status = folder.lstat()
    if not stat.S_ISDIR(status.st_mode) or not _own(status):
        return
    handle, name = tempfile.mkstemp(prefix=BEGINNING, suffix=".tmp", dir=folder)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.replace(name, file)  # noqa: PTH105 - put in place at once
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    tables = sorted(folder.glob(f"{BEGINNING}*"), key=lambda each: each.lstat().st_mtime_ns)
    for old in tables[:-KEPT]:
        old.unlink(missing_ok=True)


# ---------------------------------------------------------------- the text


def _as_text(made: Lark) -> str:
    """Convert the tables to JSON, which turns numeric keys into strings."""
    data, memo = made.memo_serialize([TerminalDef, Rule])
    data["options"]["postlex"] = None
    return json.dumps({"data": data, "memo": memo}, separators=(",", ":"))


def _from_text(text: str, layout: PostLex) -> Lark | None:
    """Load a parser from cached tables, or return None if the cache is invalid."""
    try:
        kept = json.loads(text)
        memo = _numbered(kept["memo"])
        table = kept["data"]["parser"]["parser"]
        table["tokens"] = _numbered(table["tokens"])
        table["states"] = {int(state): _numbered(actions) for state, actions in table["states"].items()}
        found: Lark = Lark._load_from_dict(kept["data"], memo, postlex=layout)  # type: ignore[no-untyped-call]
        return found
    except Exception:  # noqa: BLE001 - whatever is wrong with the file, the tables can be computed again
        return None


def _numbered(names: dict[str, Any]) -> dict[int, Any]:
    return {int(name): value for name, value in names.items()}
