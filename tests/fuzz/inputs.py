"""Inputs of the fuzzer: files and a command line. It starts from all games, examples and tests."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
REGRESSIONS = Path(__file__).parent / "regressions"
READ = (".rules", ".yaml", ".json")
SMALL = 12_000
"""Characters of rules; larger games take seconds for each input and are mutated seldom."""


@dataclass(frozen=True, slots=True)
class Input:
    """A command line, run in a folder with these files. `G` in it is a subfolder, the game."""

    argv: tuple[str, ...]
    files: dict[str, str] = field(default_factory=dict)

    def as_text(self, note: str) -> str:
        data = {"note": note, "argv": list(self.argv), "files": self.files}
        return json.dumps(data, indent=1) + "\n"  # as ASCII: what is odd in them must be seen

    def write(self, folder: Path) -> None:
        """Write the files into a folder. A lone surrogate becomes a byte that is not valid text."""
        for name, text in self.files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode("utf-8", "surrogatepass" if "\ud800" in text else "surrogateescape"))


def from_file(file: Path) -> Input:
    """An input that was kept."""
    data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return Input(tuple(data["argv"]), data["files"])


def _game(folder: Path) -> dict[str, str]:
    found = {}
    for file in sorted(folder.rglob("*")):
        if file.suffix in READ and file.is_file() and "solution" not in file.relative_to(folder).parts:
            found[f"G/{file.relative_to(folder).as_posix()}"] = file.read_text(encoding="utf-8")
    return found


def games() -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """The files of all games there are: the small ones, and the large ones."""
    found = [_game(book.parent) for top in ("games", "docs", "tests") for book in _books(ROOT / top)]
    found += [{"G/rulebook.rules": rules} for rules in _chunks()]
    small = [game for game in found if len(game["G/rulebook.rules"]) < SMALL]
    return small, [game for game in found if len(game["G/rulebook.rules"]) >= SMALL]


def _books(top: Path) -> list[Path]:
    return sorted(book for book in top.rglob("rulebook.rules") if "solution" not in book.parts)


def _chunks() -> list[str]:
    """Small games out of Markdown and corpora: what stands indented or fenced and begins with a rulebook."""
    found = []
    for file in [*(ROOT / "docs").glob("*.md"), *(ROOT / "tests").rglob("*.txt"), *(ROOT / "tests").rglob("*.py")]:
        for text in re.split(r"\n(?:```\w*|---|===|\"\"\"|'''.*)\n", file.read_text(encoding="utf-8")):
            book = re.search(r'^rulebook \w+ ".*"\n    players', text, re.MULTILINE)
            if book:
                found.append(text[book.start() :])
    return found


def lines() -> list[str]:
    """Lines of rules from everywhere, to be strewn into others."""
    found = {line for game in (*games()[0], *games()[1]) for text in game.values() for line in text.splitlines()}
    for file in (ROOT / "tests" / "dsl").rglob("*.txt"):
        found.update(file.read_text(encoding="utf-8").splitlines())
    return sorted(line for line in found if line.strip())


def words() -> list[str]:
    """The words of the grammar."""
    grammar = "\n".join(file.read_text(encoding="utf-8") for file in sorted((ROOT / "grammars").glob("*.lark")))
    return sorted(set(re.findall(r'"([^"\n]+)"', grammar)))
