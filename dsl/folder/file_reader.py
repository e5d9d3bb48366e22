"""Reads single files of a game: rules, and boards.

An editor reads through its own `FileReader`, which knows the texts that are not yet saved.
"""

from __future__ import annotations

from pathlib import Path

from dsl import ast
from dsl.board import BoardData, read_board
from dsl.diagnostics import Sink
from dsl.folder.files import read_source
from dsl.source import Source, Span
from dsl.syntax import count_words, parse


class FileReader:
    """Reads files from the disk. No fault in a file causes an exception."""

    def files(self, folder: Path) -> list[Path]:
        """Return all rule files in a folder and its subfolders, sorted by path."""
        return sorted(folder.rglob("*.rules")) if folder.is_dir() else []

    def exists(self, file: Path) -> bool:
        return file.exists()

    def source(self, file: Path, shown: str, sink: Sink, home: Path | None = None) -> Source | None:
        """Return the text of a file, or None after reporting why it cannot be read (see `read_source`)."""
        return read_source(file, shown, sink, home)

    def words(self, file: Path) -> int:
        """Return the number of words and symbols in a file; 0 if the file cannot be read."""
        source = self.source(file, str(file), Sink())
        return count_words(source.text) if source is not None else 0

    def rules(self, file: Path, shown: str, sink: Sink, home: Path | None = None) -> tuple[ast.Declaration, ...]:
        """Return the declarations of a file of rules."""
        source = self.source(file, shown, sink, home)
        return parse(source, sink) if source is not None else ()

    def board(self, file: str, span: Span, home: Path, shown: str, sink: Sink) -> BoardData | None:
        """Return the board in a file of a game's folder.

        Args:
            span: The place where the rules name the file.
        """
        if Path(file).is_absolute() or ".." in Path(file).parts:
            sink.add(
                "E014", f"`{file}` is outside the game's folder", span, "a board file must be in the game's folder"
            )
            return None
        source = self.source(home / file, f"{shown}/{file}", sink, home)
        return read_board(source, sink) if source is not None else None


FROM_DISK = FileReader()
