"""The file of a match: a header, then one line of JSON per game. A stopped match resumes from its file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from bench.outside.board import GAME
from bench.outside.wire import PACKAGE

FORMAT = 1
ROOT = Path(__file__).resolve().parents[2]
OURS = (GAME, *(ROOT / each for each in ("dsl", "grammars", "interpreter", "mercatoria/players", "mercatoria/worlds")))
"""Folders that decide how our players play."""
BRIDGE = Path(__file__).parent


class OtherMatch(Exception):
    """The file holds results of another match, or of other players."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The sides of a match, its seats, its first seed, and the versions of our players and of the other program."""

    ours: str
    theirs: str
    players: int
    seed: int
    version: str
    program: str = ""
    """Version of the other program; older files do not state it."""

    @property
    def file_name(self) -> str:
        theirs = re.sub(r"[^\w+]", "_", self.theirs)
        return f"{self.ours}-against-{theirs}-{self.players}-seats-seed-{self.seed}.jsonl"


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game of a deal, in which our player sat at `seat`."""

    deal: int
    seat: int
    share: float
    """Our share of the win. A game without a winner is shared by all seats."""
    turns: int = 0
    mended_roads: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    decisions: dict[str, int] = field(default_factory=dict)
    fault: str = ""
    """The difference between the engines, for a game that was given up."""


def version_of_players() -> str:
    """Return a digest of the example, of all code that decides how our players play it, and of this bridge."""
    return _digest(*OURS, BRIDGE)


def version_of_program(source: Path) -> str:
    """Return a digest of the other program."""
    return _digest(source / PACKAGE)


def _digest(*folders: Path) -> str:
    digest = sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".py", ".lark", ".rules", ".yaml", ".json"}:
                digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


class Results:
    """The results of one match, in memory and in a file, which the first game creates."""

    def __init__(self, folder: Path, setting: Setting) -> None:
        """Read the results that the folder already has.

        Raises:
            OtherMatch: The file belongs to other players, rules or programs, or the folder cannot be used.
        """
        self.setting, self.games = setting, list[GameResult]()
        self._path, self._is_whole = folder / setting.file_name, False
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise OtherMatch(f"`{folder}` cannot be a folder of results: {error.strerror}") from None
        if self._path.exists():
            found, self.games = read_results(self._path)
            if found != setting:
                only_theirs = replace(setting, program=found.program) == found
                other = "of another version of the other program" if only_theirs else "of other rules or players"
                raise OtherMatch(
                    f"`{self._path}` holds games {other}, because the code has changed since; name another `--folder`,"
                    " or delete the file"
                )

    def add(self, game: GameResult) -> None:
        """Add a game to the file."""
        self.games.append(game)
        if self._is_whole:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(game)) + "\n")
            return
        # Written as a whole, because a stopped run may have left half a line.
        lines = [{"format": FORMAT, **asdict(self.setting)}, *map(asdict, self.games)]
        self._path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        self._is_whole = True

    def has(self, deal: int, seat: int) -> bool:
        """Return True if this game has been played."""
        return any((game.deal, game.seat) == (deal, seat) for game in self.games)


def read_results(path: Path) -> tuple[Setting, list[GameResult]]:
    """Return the setting and the games of a file. A half-written last line is left out.

    Raises:
        OtherMatch: The file is not a file of results.
    """
    try:
        header, *games = _whole_lines(path)
        if header.pop("format") != FORMAT:
            raise OtherMatch(f"`{path}` has another format; delete the file")
        return Setting(**header), [GameResult(**game) for game in games]
    except (KeyError, TypeError, ValueError) as error:
        raise OtherMatch(f"`{path}` is not a file of results ({error}); delete the file") from None


def _whole_lines(path: Path) -> Iterator[dict[str, Any]]:
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.endswith("\n"):
            yield json.loads(line)
