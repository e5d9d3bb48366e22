"""Trading games as law: load a rulebook, play it, ask it why.

    import mercatoria
    game = mercatoria.load(slug)
    state = game.start(players=4, seed=7)
    state.apply(state.moves()[0])

A game is named by the slug of a shipped game, or by the path of a folder with a `rulebook.rules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib.resources import as_file, files
from pathlib import Path

from dsl.diagnostics import Diagnostic, RulebookError, did_you_mean
from dsl.folder import GameFolder
from interpreter.explain import Answer, Explanation, NoAnswer
from interpreter.log import RecordError
from interpreter.play import Game, IllegalMove, State
from interpreter.play import load as _load
from interpreter.position import PlayFault, Row
from interpreter.table import Among, CompiledGame, Edition, Move, NotAMove, Plain, Points, Score, TableError

__version__ = "0.1.0"


def shipped() -> list[str]:
    """The slugs of the games that come with this package."""
    return sorted(entry.name for entry in files("games").iterdir() if entry.joinpath("rulebook.rules").is_file())


def folder_of(game: str) -> Path:
    """The folder of a shipped game, or the path as given."""
    if "/" not in game and game in shipped():
        with as_file(files("games").joinpath(game)) as folder:
            return folder
    return Path(game)


def no_such_game(game: str) -> str:
    """The complaint that there is no such game, with what there is."""
    known, hint = ", ".join(shipped()), did_you_mean(game, shipped())
    return f"there is no game `{game}`; {f'{hint} Shipped are' if hint else 'shipped are'} {known}, or name a folder"


def load(game: str, variants: Iterable[str] = (), options: Mapping[str, object] | None = None) -> Game:
    """A game by slug or path, with chosen variants and options.

    Raises `RulebookError` (with all diagnostics) for faults in the files, `TableError` for unknown variants or options,
    `FileNotFoundError` where there is no such game."""
    path = folder_of(game)
    if not path.exists():
        raise FileNotFoundError(no_such_game(game))
    return _load(path, variants, options, game)


__all__ = [
    "Among", "Answer", "CompiledGame", "Diagnostic", "Edition", "Explanation", "Game", "GameFolder", "IllegalMove",
    "Move", "NoAnswer", "NotAMove", "Plain", "PlayFault", "Points", "RecordError", "Row", "RulebookError", "Score",
    "State", "TableError", "load", "shipped",
]  # fmt: skip
