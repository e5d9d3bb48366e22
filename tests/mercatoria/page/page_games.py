"""The games, exercises and words of the pages that tests write."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mercatoria
from mercatoria.page import PageGame
from tests.mercatoria.conftest import ROOT

GAMES = ROOT / "docs" / "examples"
EXERCISES = ROOT / "docs" / "lessons" / "exercises"
BUILT = ROOT / "build" / "page" / "built"
"""The folder that `make page` builds from the packages of npm."""
WORDS = {"headings": ["variant"], "keywords": ["set"], "called": [], "types": [], "values": []}

Ask = Callable[..., Any]


class Refusal(Exception):
    """Raised for a request that the session refused. The message says why."""


def page_game(game: str, players: int) -> PageGame:
    loaded = mercatoria.load(game)
    return PageGame(loaded, mercatoria.folder_of(game), players, tuple(loaded.players))
