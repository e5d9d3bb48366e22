"""The command `games`, which lists the games that come with the package."""

from __future__ import annotations

from typing import Any

from rich.padding import Padding
from rich.text import Text

import mercatoria
from dsl.folder import read_headings
from mercatoria.console import arguments, output


def games(as_json: arguments.Json = False) -> None:
    """List the shipped games."""
    found = _shipped_games()
    if as_json:
        output.as_json(found)
        return
    console = output.out()
    for game in found:
        board = "; the board is a reconstruction" if game["reconstructed"] else ""
        names = ", ".join(each["name"] + " (automatic)" * each["automatic"] for each in game["variant_list"])
        about = f"{game['title']}, {_range(game['players'])} players{board}"
        console.print(Text(game["slug"], "bold"))
        for line in [about, *([f"variants: {names}"] if names else [])]:
            console.print(Padding(Text(line), (0, 0, 0, 4), expand=False))
    console.print("\nmercatoria play GAME starts a game; mercatoria check GAME checks its rules.", markup=False)


def _shipped_games() -> list[dict[str, Any]]:
    """Return a dictionary for each shipped game."""
    found = []
    for slug in mercatoria.shipped():
        folder = read_headings(mercatoria.folder_of(slug), slug)
        book = folder.rulebook
        variants = [
            {"name": variant.name.text, "title": variant.title, "automatic": _automatic(variant)}
            for variant in folder.variants.values()
        ]
        found.append({
            "slug": slug,
            "title": book.title if book is not None else slug,
            "players": list(range(book.least, book.most + 1)) if book is not None else [],
            "variants": [variant["name"] for variant in variants],
            "reconstructed": folder.board is not None and folder.board.reconstructed,
            "variant_list": variants,
            "note": folder.board.note if folder.board is not None else "",
            "path": str(folder.path),
        })  # fmt: skip
    return found


def _automatic(variant: Any) -> bool:
    return any(part.verb == "applies" for part in variant.amendments)


def _range(players: list[int]) -> str:
    if len(players) < 2:
        return str(players[0]) if players else "-"
    return f"{players[0]} to {players[-1]}"
