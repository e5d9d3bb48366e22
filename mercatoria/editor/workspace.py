"""Keeps the games whose files are open in an editor, and says which faults to show in which file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from dsl.diagnostics import Diagnostic
from mercatoria.editor.desk import Desk
from mercatoria.editor.desks import home_of
from mercatoria.editor.open_game import OpenGame
from mercatoria.editor.positions import Json, column_at, path_of, uri_of


class Refused(Exception):
    """Raised if an editor asks for something that the game does not allow. The message says why."""


@dataclass(frozen=True, slots=True)
class View:
    """A game as seen from one of its files. `docs` is the address of the documentation."""

    game: OpenGame
    file: Path
    docs: str = ""

    @property
    def path(self) -> str:
        return str(self.file)

    @property
    def text(self) -> str:
        return self.game.desk.text(self.file) or ""

    def line(self, number: int) -> str:
        """Return a line of the file, or an empty text."""
        lines = self.text.split("\n")
        return lines[number - 1] if 1 <= number <= len(lines) else ""

    def place(self, params: Mapping[str, Json]) -> tuple[int, int]:
        """Return the line and the column that a request names."""
        at = params["position"]
        assert isinstance(at, dict)
        line = int(at["line"]) + 1
        return line, column_at(self.line(line), int(at["character"]))


@dataclass(slots=True)
class Workspace:
    """All games of an editor.

    Attributes:
        games: The open games, by folder or by lone rulebook.
        uris: The URI by which the editor calls each open file.
        docs: The address of the documentation, to which codes of faults link; empty for no links.
        scenarios: False to read scenarios only with the complete check of a game, so that the first faults come soon.
    """

    games: dict[Path, OpenGame] = field(default_factory=dict)
    uris: dict[Path, str] = field(default_factory=dict)
    docs: str = ""
    scenarios: bool = True
    _shown: dict[Path, set[Path]] = field(default_factory=dict)

    def edit(self, uri: str, text: str) -> OpenGame:
        """Take the text of a file from the editor, and check the first table of its game."""
        file = path_of(uri).resolve()
        self.uris[file] = uri
        game = self.game_of(file)
        game.desk.edit(file, text)
        return game

    def close(self, uri: str) -> OpenGame:
        """Forget the text of a file, and read the file from the disk again."""
        file = path_of(uri).resolve()
        self.uris.pop(file, None)
        game = self.game_of(file)
        game.desk.close(file)
        return game

    def reread(self, uris: Iterable[str]) -> list[OpenGame]:
        """Read the games of these files again, because the files have changed on the disk."""
        files = [path_of(uri).resolve() for uri in uris]
        changed = {path: game for file in files if (path := self._home(file)) and (game := self.games.get(path))}
        for game in changed.values():
            game.desk.reread()
        return list(changed.values())

    def view(self, uri: str) -> View:
        file = path_of(uri).resolve()
        return View(self.game_of(file), file, self.docs)

    def game_of(self, file: Path) -> OpenGame:
        """Return the game to which a file belongs. A file outside a game's folder is a separate game."""
        path = self._home(file) or file
        if path not in self.games:
            shown = str(path if path.is_dir() else path.parent)
            self.games[path] = OpenGame(Desk.open(path, shown, self.scenarios))
        return self.games[path]

    def _home(self, file: Path) -> Path | None:
        """Return the folder of an open or a saved game."""
        return next((up for up in file.parents[:2] if up in self.games), None) or home_of(file)

    # ------------------------------------------------------------ faults

    def faults(self, game: OpenGame, edited: str = "") -> Mapping[str, Sequence[Diagnostic]]:
        """Return the faults to show in each file, by URI. Files that had faults before, and now have none, are listed.

        Args:
            edited: The URI of the file that has just changed.
        """
        by_file: dict[Path, list[Diagnostic]] = {}
        for fault in game.faults(path_of(edited).resolve() if edited else None):
            by_file.setdefault(Path(fault.span.source.path), []).append(fault)
        before = self._shown.get(game.desk.path, set())
        self._shown[game.desk.path] = set(by_file)
        opened = {file for file in self.uris if self.game_of(file) is game}
        files = sorted({*by_file, *before, *opened})
        return {self.uris.get(file) or uri_of(file): by_file.get(file, []) for file in files if file.is_absolute()}
