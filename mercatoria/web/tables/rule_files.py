"""Reads the files of a game's rules, and writes copies of them from which tables are played.

A table never reads the game's own folder, because its owner may change the folder during the game. The table, its
pages in other languages and its bots all read the same copy.
"""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Iterator
from pathlib import Path

from dsl.diagnostics import Sink
from dsl.folder import SCENARIOS, VALUES, read_source
from mercatoria.web.store import RuleFiles, StoreUnavailable

RULEBOOK = "rulebook.rules"
SUFFIXES = (".rules", ".yaml", ".yml")
"""Endings of the files that a table needs, in addition to the weights of search bots."""

Stamp = tuple[tuple[str, int, int, int, int], ...]
"""The name, the number, the size and the times of change of each file. Any write changes it."""


def stamp_of(path: Path) -> Stamp:
    """Return the stamp of the files of a game, without reading them."""
    found = []
    for file in _files(path):
        try:
            of = file.stat()
        except OSError:  # the file has gone in the meantime
            continue
        found.append((str(file), of.st_ino, of.st_size, of.st_mtime_ns, of.st_ctime_ns))
    return tuple(found)


def read_rule_files(path: Path, shown: str, sink: Sink) -> RuleFiles:
    """Return the files of a game as they are now. Report files that cannot be read as text to the sink.

    Args:
        path: The folder of the game, or its rulebook.
        shown: Name of the folder in messages.
    """
    home, texts = path if path.is_dir() else path.parent, dict[str, str]()
    for file in _files(path):
        inside = file.relative_to(home).as_posix()
        source = read_source(file, f"{shown}/{inside}", sink, home)
        if source is not None:
            texts[RULEBOOK if file == path else inside] = source.text
    return RuleFiles.of(texts)


def _files(path: Path) -> Iterator[Path]:
    """Yield the files of a game that a table needs."""
    home = path if path.is_dir() else path.parent
    for file in sorted(home.rglob("*")) if home.is_dir() else ():
        first = file.relative_to(home).parts[0]
        needed = file.suffix in SUFFIXES or file == home / VALUES
        if needed and first != SCENARIOS and not first.startswith(".") and file.is_file():
            yield file


class Copies:
    """Copies of the files of games, in a folder that disappears with the server."""

    def __init__(self) -> None:
        self._home: Path | None = None

    def folder(self, files: RuleFiles) -> Path:
        """Return a folder with these files, and write them first if they are not there.

        Raises:
            StoreUnavailable: Raised if the copies cannot be written.
        """
        try:
            if self._home is None or not self._home.is_dir():
                self._home = Path(tempfile.mkdtemp(prefix="mercatoria-rules-"))
                weakref.finalize(self, shutil.rmtree, self._home, ignore_errors=True)
            folder = self._home / files.mark
            if not folder.is_dir() or not all((folder / name).is_file() for name in files.texts):
                _write(files, folder)
        except OSError as fault:
            raise StoreUnavailable(f"the rules of a game cannot be copied to {fault.filename}: {fault}") from fault
        return folder


def _write(files: RuleFiles, folder: Path) -> None:
    """Write all files, and only then give their folder its name, so that it never contains half a game."""
    made = Path(tempfile.mkdtemp(dir=folder.parent))
    for name, text in files.texts.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(text, encoding="utf-8", newline="\n")
    shutil.rmtree(folder, ignore_errors=True)
    made.rename(folder)
