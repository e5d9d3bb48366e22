"""The one folder that an assistant may use, and the games and files that requests name.

Names are relative to the folder. No name leads out of it: absolute names, `..` and links to other places are refused.
Shipped games can be read by their id, and are never written.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath

import mercatoria
from dsl.diagnostics import RulebookError, did_you_mean
from dsl.folder import RULEBOOK, GameFolder, escapes_folder, read_folder
from dsl.source import visible
from mercatoria.assistance.schemas import Refused

LONGEST_NAME = 200
WORD = r"[a-z][a-z0-9_]{0,59}"
WRITABLE = re.compile(
    rf"(?:(?P<game>{WORD})/)?"
    rf"(?:rulebook\.rules|laws\.rules|claims\.rules|board\.yaml|clauses\.yaml|picture\.yaml"
    rf"|(?:variants|scenarios)/{WORD}\.rules)"
)
"""The names of the files that can be written."""
READABLE = (".rules", ".yaml", ".md")
MOST_FILES = 300
"""Maximum number of files in the folder of a game to which a file may be added."""
WHAT_IS_WRITTEN = (
    "only the files of a game can be written: GAME/rulebook.rules, GAME/laws.rules, GAME/claims.rules, "
    "GAME/board.yaml, GAME/clauses.yaml, GAME/picture.yaml, GAME/variants/NAME.rules and "
    "GAME/scenarios/NAME.rules, where names consist of small letters, digits and `_`"
)
NO_FOLDER = "no folder was named; start the server with `mercatoria mcp --folder FOLDER`"


@dataclass(frozen=True, slots=True)
class Premises:
    """The limits of one server.

    Attributes:
        folder: The folder with the author's games, or None if only shipped games can be read.
        writes: True if files of games in the folder can be written.
        clock: The clock in seconds, by which long work is stopped.
    """

    folder: Path | None = None
    writes: bool = True
    clock: Callable[[], float] = time.monotonic

    def inside(self, name: str) -> Path:
        """Return the path of a file or folder in the author's folder. Raises `Refused` if it would be outside."""
        if self.folder is None:
            raise Refused(f"`{_shown(name)}` cannot be read, because {NO_FOLDER}")
        if not name.strip() or len(name) > LONGEST_NAME or "\0" in name:
            raise Refused(f"`{_shown(name)}` is not the name of a file; write a name such as `my_game/{RULEBOOK}`")
        parts = PureWindowsPath(name)
        if parts.anchor or ".." in parts.parts or PurePosixPath(name).is_absolute() or name.startswith("~"):
            raise Refused(f"`{_shown(name)}` leads out of the named folder; write the name of a file inside it")
        path = self.folder.joinpath(*parts.parts)
        if escapes_folder(path, self.folder):
            raise Refused(f"`{_shown(name)}` is a link that leads out of the named folder; put a copy into the folder")
        return path

    def place_of(self, game: str) -> Path:
        """Return the folder of a game in the author's folder, or of a shipped game. Raises `Refused`."""
        own = self.inside(game) if self.folder is not None else None
        if own is not None and (own / RULEBOOK).is_file():
            return own
        if game in mercatoria.shipped():
            return mercatoria.folder_of(game)
        if own is not None and own.is_dir():
            raise Refused(f"`{_shown(game)}` has no file `{RULEBOOK}`; write it first")
        known = [*self.own_games(), *mercatoria.shipped()]
        hint = did_you_mean(game[:LONGEST_NAME], known) or f"the games are {', '.join(known)}"
        raise Refused(f"there is no game `{_shown(game)}`; {hint}")

    def game(self, name: str) -> GameFolder:
        """Return a game with its scenarios. Raises `Refused`, and `RulebookError` if its files cannot be read."""
        folder = read_folder(self.place_of(name), name)
        if folder.reading.errors or folder.rulebook is None:
            raise RulebookError(folder.check(1)[1].in_order())
        return folder

    def own_games(self) -> list[str]:
        """Return the names of the games in the author's folder."""
        if self.folder is None:
            return []
        return [*self._itself(), *sorted(each.name for each in self.folder.iterdir() if self._is_game(each))]

    def _itself(self) -> Iterator[str]:
        if self.folder is not None and (self.folder / RULEBOOK).is_file():
            yield "."

    def _is_game(self, path: Path) -> bool:
        return self.folder is not None and not escapes_folder(path, self.folder) and (path / RULEBOOK).is_file()

    def readable(self, name: str) -> tuple[Path, Path]:
        """Return a text file in the author's folder or of a shipped game, and the folder that must contain it."""
        if not name.endswith(READABLE):
            raise Refused(f"`{_shown(name)}` cannot be read; only files that end with {', '.join(READABLE)} can")
        first, _, rest = name.partition("/")
        if first in mercatoria.shipped() and not (self.folder is not None and (self.folder / first).exists()):
            home = mercatoria.folder_of(first)
            file = Premises(home).inside(rest)
        else:
            file = self.inside(name)
            home = self.folder or file.parent
        if not file.is_file():
            raise Refused(f"there is no file `{_shown(name)}`; the tool `games` lists the games and their files")
        return file, home

    def writable(self, name: str) -> tuple[Path, str]:
        """Return the path of a file that can be written, and the name of its game. Raises `Refused` for all others."""
        path = self.inside(name)
        assert self.folder is not None
        if not self.writes:
            raise Refused("this server was started with `--read-only`; show the text to the author instead")
        found = WRITABLE.fullmatch(name)
        if found is None:
            raise Refused(f"`{_shown(name)}` was not written: {WHAT_IS_WRITTEN}")
        if found["game"] is None and not (self.folder / RULEBOOK).is_file():
            raise Refused(f"`{_shown(name)}` was not written, because it names no game; write `my_game/{name}`")
        ways = [path, *path.parents[: len(PurePosixPath(name).parts) - 1]]
        if any(way.is_symlink() for way in ways) or (path.exists() and not path.is_file()):
            raise Refused(f"`{_shown(name)}` was not written, because it is a link or no ordinary file")
        home = self.folder / (found["game"] or "")
        if not path.exists() and home.is_dir() and _crowded(home):
            raise Refused(f"`{_shown(name)}` was not written: a game has at most {MOST_FILES} files; remove some")
        return path, found["game"] or "."


def _crowded(home: Path) -> bool:
    return sum(1 for _ in zip(home.rglob("*"), range(MOST_FILES), strict=False)) >= MOST_FILES


def _shown(name: str) -> str:
    return visible(name[:60]) + ("…" if len(name) > 60 else "")
