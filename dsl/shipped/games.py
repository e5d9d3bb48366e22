"""Finds the games that are shipped with the program."""

from __future__ import annotations

from pathlib import Path

from dsl.shipped.data import data_folder


def shipped() -> list[str]:
    """Return the slugs of the games that come with this package."""
    return sorted(book.parent.name for book in data_folder("games").glob("*/rulebook.rules"))


def folder_of(game: str) -> Path:
    """Return the folder of a game in the distribution.

    Treat a name that is not in the distribution as a path.
    """
    if "/" not in game and game in shipped():
        return data_folder("games") / game
    return Path(game)
