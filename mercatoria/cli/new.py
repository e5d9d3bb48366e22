"""The command `new NAME`, which creates the folder of a new game from a template.

The new game passes its checks and tests, and can be played at once. Each kind of game has a template folder in
`mercatoria/skeletons/`. The command replaces the placeholders in the template files. Files directly in
`mercatoria/skeletons/` are copied into every new game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from dsl.diagnostics import Sink
from dsl.printing import formatted
from dsl.source import Source
from mercatoria.console import arguments, errors, output
from mercatoria.storage import write_atomically

SLUG = re.compile(r"[a-z][a-z0-9_]*")
SKELETONS = files("mercatoria") / "skeletons"


class GameTemplate(StrEnum):
    """The kinds of game for which there is a template."""

    MARKET = "market"
    CARDS = "cards"
    MAP = "map"
    AUCTION = "auction"
    DICE = "dice"


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the game, or the folder to create: my_game.")],
    title: Annotated[str, typer.Option("--title", help="Title. Default: the folder name.")] = "",
    like: Annotated[GameTemplate, typer.Option("--like", help="Kind of game to start from.")] = GameTemplate.MARKET,
    as_json: arguments.Json = False,
) -> int:
    """Create the folder of a new game.

    The folder contains a small game that can be checked, tested and played at once. Choose a game with stalls and
    prices (market), a hand of cards, merchants on a map, an auction, or dice.
    """
    folder = Path(name)
    words = _words(folder, title)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise errors.misuse(f"`{name}` already exists; name a new folder, or an empty one")
    written = [_write(folder / place, text, words) for place, text in _skeleton(like)]
    if as_json:
        output.as_json({"folder": str(folder), "files": [str(file) for file in written]})
        return 0
    for file in written:
        print(f"written: {file}")
    print(f"`mercatoria check {folder}`, `mercatoria test {folder}` and `mercatoria play {folder}` work already.")
    return 0


def _words(folder: Path, title: str) -> dict[str, str]:
    """Return the values of the template placeholders."""
    slug = folder.name
    if not SLUG.fullmatch(slug):
        raise errors.misuse(f"`{slug}` cannot be the name of a game; use small letters, digits and `_`, like my_game")
    said = re.sub(r'["\\]', "", title).strip() or " ".join(word.capitalize() for word in slug.split("_"))
    letters = re.sub(r"[^A-Z]", "", slug.upper())
    prefix = letters[:3] if len(letters) > 1 else "RULE"
    return {"slug": slug, "title": said, "prefix": prefix, "folder": str(folder)}


def _skeleton(like: GameTemplate) -> Iterator[tuple[str, str]]:
    """Yield the path and text of each file in a template."""
    for entry in SKELETONS.iterdir():
        if entry.is_file():
            yield entry.name, entry.read_text(encoding="utf-8")
    yield from _files(SKELETONS / like)


def _files(folder: Traversable, within: str = "") -> Iterator[tuple[str, str]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files(entry, f"{within}{entry.name}/")
        else:
            yield f"{within}{entry.name}", entry.read_text(encoding="utf-8")


def _write(file: Path, text: str, words: dict[str, str]) -> Path:
    filled = Template(text).substitute(words)
    file.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(file, _laid_out(file, filled) if file.suffix == ".rules" else filled)
    return file


def _laid_out(file: Path, text: str) -> str:
    """Format rules after the placeholders have been replaced, because the layout depends on the length of the names."""
    return formatted(Source(str(file), text), Sink())
