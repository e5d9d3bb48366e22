"""Checks a game while its author types.

A `Desk` holds the texts of a game's folder. `Desk.edit` takes a new text of one file, and returns the faults of the
first table at once; `Desk.idle` then checks all other tables and files step by step. Both use the results of earlier
checks for the parts that did not change. The outcome is always that of a check from scratch.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from dsl import ast
from dsl.board import BoardData
from dsl.checking import Memo
from dsl.desugaring import Desugaring
from dsl.diagnostics import Sink
from dsl.folder import SCENARIOS, FileReader, GameFolder, first_table, read_folder, read_source
from dsl.source import Source, Span
from dsl.syntax import count_words
from mercatoria.editor.documents import Document

MOST_BOARDS = 64
"""Maximum number of validated boards that a desk keeps."""


@dataclass(slots=True)
class DeskReader(FileReader):
    """Reads the files of a game, with the texts of the editor in place of those on the disk."""

    texts: dict[Path, str] = field(default_factory=dict)
    documents: dict[Path, Document] = field(default_factory=dict)
    listed: dict[Path, list[Path]] = field(default_factory=dict)
    sources: dict[Path, tuple[Source | None, Sink]] = field(default_factory=dict)
    counted: dict[Path, int] = field(default_factory=dict)
    boards: dict[Path, tuple[Source, BoardData | None, Sink]] = field(default_factory=dict)
    old: dict[Path, Source] = field(default_factory=dict)
    """The last text of each file that must be read again."""

    def files(self, folder: Path) -> list[Path]:
        if folder not in self.listed:
            unsaved = [file for file in self.texts if folder in file.parents and file.suffix == ".rules"]
            self.listed[folder] = sorted({*FileReader.files(self, folder), *unsaved})
        return self.listed[folder]

    def exists(self, file: Path) -> bool:
        return file in self.texts or FileReader.exists(self, file)

    def source(self, file: Path, shown: str, sink: Sink, home: Path | None = None) -> Source | None:
        if file not in self.sources:
            own = Sink()
            text = self.texts.get(file)
            found = Source(shown, text) if text is not None else read_source(file, shown, own, home)
            before = self.old.pop(file, None)
            if found is not None and before is not None and (before.path, before.text) == (found.path, found.text):
                found = before
            self.sources[file] = found, own
        source, faults = self.sources[file]
        sink.take_over(faults)
        return source

    def words(self, file: Path) -> int:
        if file not in self.counted:
            document = self.documents.get(file)
            self.counted[file] = count_words(document.text) if document is not None else FileReader.words(self, file)
        return self.counted[file]

    def rules(self, file: Path, shown: str, sink: Sink, home: Path | None = None) -> tuple[ast.Declaration, ...]:
        source = self.source(file, shown, sink, home)
        if source is None:
            return ()
        document = self.documents.get(file)
        if document is None or document.path != shown:
            document = self.documents[file] = Document(shown)
        if document.text != source.text or not document.blocks:
            document.edit(source.text)
        sink.take_over(document.faults)
        return document.declarations

    def board(self, file: str, span: Span, home: Path, shown: str, sink: Sink) -> BoardData | None:
        source = self.source(home / file, f"{shown}/{file}", Sink(), home)
        known = self.boards.get(home / file)
        if known is None or known[0] is not source:
            own = Sink()
            board = FileReader.board(self, file, span, home, shown, own)
            if source is None:
                sink.take_over(own)
                return board
            known = self.boards[home / file] = source, board, own
        sink.take_over(known[2])
        return known[1]

    def holds(self, file: Path, text: str) -> bool:
        """Return True if a file was read without faults, and has this text."""
        source, faults = self.sources.get(file, (None, Sink()))
        return source is not None and source.text == text and not faults.found

    def put(self, file: Path, text: str) -> None:
        """Take a new text for a file."""
        self.texts[file] = text
        self.forget(file)

    def forget(self, file: Path) -> None:
        """Read a file again when it is needed next."""
        source, _ = self.sources.pop(file, (None, None))
        if source is not None:
            self.old[file] = source
        self.counted.pop(file, None)
        self.listed.clear()


@dataclass(slots=True)
class Desk:
    """A game's folder in an editor.

    Attributes:
        path: The folder of the game, or its rulebook.
        shown: The name of the folder to show in messages.
        folder: The game as it stands. Each edit makes a new one.
        first: The faults of reading and of the first table: the largest number of players, without variants.
        has_scenarios: False until the files of scenarios are read. They are longer than the rules.
    """

    path: Path
    shown: str = ""
    reader: DeskReader = field(default_factory=DeskReader)
    memos: dict[tuple[object, ...], Memo] = field(default_factory=dict)
    boards: dict[tuple[int, ...], tuple[object, BoardData | None, Sink]] = field(default_factory=dict)
    desugaring: Desugaring = field(default_factory=Desugaring)
    has_scenarios: bool = True
    folder: GameFolder = field(init=False)
    first: Sink = field(init=False)

    def __post_init__(self) -> None:
        self.shown = self.shown or str(self.path)
        self._read()

    @classmethod
    def open(cls, path: Path, shown: str = "", scenarios: bool = True) -> Desk:
        """Open a game's folder, and check its first table.

        Args:
            scenarios: False to read the files of scenarios later, with `read_scenarios`.
        """
        return cls(path, shown, has_scenarios=scenarios)

    def read_scenarios(self) -> Iterator[None]:
        """Read the files of scenarios one by one, unless they are read already."""
        if self.has_scenarios:
            return
        place = self.home / SCENARIOS
        for file in self.reader.files(place):
            shown = f"{self.shown}/{SCENARIOS}/{file.relative_to(place).as_posix()}"
            self.reader.rules(file, shown, Sink(), self.home)  # the reader keeps it
            yield
        self.has_scenarios = True
        self._read()

    @property
    def home(self) -> Path:
        """The folder of the game."""
        return self.folder.path

    def edit(self, file: str | Path, text: str) -> Sink:
        """Take a new text for a file, and return the faults of reading and of the first table.

        Args:
            file: The path of the file, or its name inside the game's folder, such as `variants/big.rules`.
        """
        place, text = self._path(file), text.replace("\r\n", "\n")
        if self.reader.holds(place, text):
            self.reader.texts[place] = text  # an editor opens a file with the text that was read already
            return self.first
        self.reader.put(place, text)
        self._read()
        return self.first

    def close(self, file: str | Path) -> Sink:
        """Forget the text of a file in the editor, and read the file from the disk again."""
        if self.reader.texts.pop(self._path(file), None) is not None:
            self.reader.forget(self._path(file))
            self._read()
        return self.first

    def reread(self) -> Sink:
        """Read all files from the disk again that are not open in the editor."""
        for file in list(self.reader.sources):
            if file not in self.reader.texts:
                self.reader.forget(file)
        self.reader.listed.clear()
        self._read()
        return self.first

    def document(self, file: str | Path) -> Document | None:
        """Return the blocks of a file of rules, or None if the game has no such file."""
        return self.reader.documents.get(self._path(file))

    def text(self, file: str | Path) -> str | None:
        """Return the text of a file, or None if it was not read."""
        source, _ = self.reader.sources.get(self._path(file), (None, None))
        return source.text if source is not None else None

    def idle(self) -> Iterator[Sink]:
        """Check everything else step by step: other tables, variants, scenarios, and the other files of the game.

        Yield all faults found so far after each step. The last ones are those that `mercatoria check` prints.
        """
        from mercatoria.inspection import faults_of_folder  # the first table needs no engine

        yield from (self.first for _ in self.read_scenarios())
        folder = self.folder
        for sink in faults_of_folder(folder):
            if folder is not self.folder:
                return  # an edit came between
            yield sink

    def all_faults(self) -> Sink:
        """Return all faults of the game."""
        return deque(self.idle(), maxlen=1)[-1]

    def _path(self, file: str | Path) -> Path:
        base = self.path if self.path.is_dir() else self.path.parent
        return base / file

    def _read(self) -> None:
        """Read the game from its texts, and check its first table."""
        folder = read_folder(self.path, self.shown, self.has_scenarios, self.reader)
        folder.memos, folder.boards, folder.desugaring = self.memos, self.boards, self.desugaring
        while len(self.boards) > MOST_BOARDS:
            self.boards.pop(next(iter(self.boards)))
        used = self.reader.documents.values()
        broken = [fault for document in used for fault in document.faults.errors]
        if broken and all(document.is_text for document in used) and len(folder.reading.errors) == len(broken):
            folder.unread = frozenset().union(*(document.unread for document in used))
        self.folder = folder
        self.first = first_table(folder)
