"""The file of a match: a header, then one line of JSON per game. A stopped match resumes from its file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from bench.outside.board import GAME

FORMAT = 1
PLAYERS = Path(__file__).resolve().parents[2] / "mercatoria" / "players"


class OtherMatch(Exception):
    """The file holds results of another match, or of other players."""


@dataclass(frozen=True, slots=True)
class Setting:
    """The sides of a match, its seats, its first seed, and the version of our rules and players."""

    ours: str
    theirs: str
    players: int
    seed: int
    version: str

    @property
    def file_name(self) -> str:
        theirs = self.theirs.replace(":", "_")
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
    """Return a digest of the rules of the example and of the code and values of our players."""
    digest = sha256()
    for folder in (GAME, PLAYERS):
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".py", ".rules", ".yaml", ".json"}:
                digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


class Results:
    """The results of one match, in memory and in a file."""

    def __init__(self, folder: Path, setting: Setting) -> None:
        """Read the results that the folder already has.

        Raises:
            OtherMatch: The file belongs to other players or rules.
        """
        self.setting, self.games = setting, list[GameResult]()
        self._path = folder / setting.file_name
        folder.mkdir(parents=True, exist_ok=True)
        if self._path.exists():
            found, self.games = read_results(self._path)
            if found != setting:
                raise OtherMatch(
                    f"`{self._path}` holds games of other rules or players, because the code has changed since; "
                    "name another `--folder`, or delete the file"
                )
        # Rewritten, because a stopped run may have left half a line.
        lines = [json.dumps({"format": FORMAT, **asdict(setting)}), *(json.dumps(asdict(game)) for game in self.games)]
        self._path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def add(self, game: GameResult) -> None:
        """Append a game to the file."""
        self.games.append(game)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(game)) + "\n")

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
