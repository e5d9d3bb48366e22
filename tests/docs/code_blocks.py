"""Reads the fenced examples of a Markdown page, and the games that they define.

A block that begins with `rulebook` is a game. The words after `rules` in the first line of a fence describe any other
block:

    rules                  a whole game
    rules in NAME          rules to append to the game NAME of the same page
    rules wrong E304       a block with exactly this fault; `in NAME` may come first
    yaml of NAME           the file `board.yaml` of the game NAME
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(r"^```(?P<info>[^\n`]*)\n(?P<text>.*?)^```\s*$", re.MULTILINE | re.DOTALL)
DOCS = Path(__file__).resolve().parents[2] / "docs"
SPARE = {"W401", "W402", "W403", "W408"}
"""Codes of warnings to ignore, because an example may declare names that it does not use."""


@dataclass(frozen=True)
class Block:
    page: str
    line: int
    info: tuple[str, ...]
    text: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"

    @property
    def base(self) -> str:
        """The name of the game to which the block belongs, or an empty string."""
        return self._after("in") or self._after("of")

    @property
    def wrong(self) -> str:
        """The code of the fault that the block demonstrates, or an empty string."""
        return self._after("wrong")

    @property
    def stands_alone(self) -> bool:
        """Return True if a test can check the block on its own.

        A tutorial writes its files step by step. Of these files, a test can check only whole rulebooks on their own.
        """
        return not {"append", "part"} & {*self.info} and ("file" not in self.info or bool(self.name))

    def _after(self, word: str) -> str:
        return self.info[self.info.index(word) + 1] if word in self.info else ""

    @property
    def name(self) -> str:
        """The name of the game that the block defines, or an empty string."""
        heading = re.match(r"(?:#[^\n]*\n|\s)*rulebook (\w+)", self.text)
        return heading[1] if heading and not self.base else ""


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in FENCE.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        yield Block(page.relative_to(DOCS).as_posix(), line, tuple(found["info"].split()), found["text"])


def write_game(folder: Path, page: list[Block], block: Block) -> Path:
    """Write the game of a block into a folder, and return the path of the game."""
    base = next((each for each in page if each.name and each.name == block.base), None)
    assert base is not None or not block.base, f"{block}: no earlier game `{block.base}`"
    text = block.text if base is None else f"{base.text}\n{block.text}"
    (folder / "rulebook.rules").write_text(text, encoding="utf-8")
    for each in page:
        if each.info[:1] == ("yaml",) and each.base == (base or block).name:
            (folder / "board.yaml").write_text(each.text, encoding="utf-8")
    return folder
