"""The Python interface: load a game by its slug or by the path of its folder.

`mercatoria/__init__.py` exports these names and imports this module on first use.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from dsl.diagnostics import Diagnostic, RulebookError, nearest, suggestion
from dsl.folder import GameFolder
from dsl.shipped import folder_of, shipped
from interpreter.explain import Answer, Explanation, NoAnswer
from interpreter.game import Game, IllegalMove, State
from interpreter.game import load as _load
from interpreter.log import RecordError
from interpreter.position import PlayFault, Row
from interpreter.table import Among, CompiledGame, GameConfig, Move, NotAMove, Plain, Points, Score, TableError


def no_such_game(game: str, nearby: bool = False) -> str:
    """Return the message for an unknown game, including a list of the available games.

    `nearby` is True to suggest also the games in the folder in which this game would be.
    """
    known, path = ", ".join(shipped()), Path(game)
    beside = {book.parent.name: str(book.parent) for book in path.parent.glob("*/rulebook.rules")} if nearby else {}
    name = nearest(path.name, [*shipped(), *beside])
    hint = suggestion(beside.get(name, name) if name is not None else None)
    return (
        f"there is no game `{game}`; {f'{hint} Choose one of' if hint else 'choose one of'} {known}, or name a folder"
    )


def load(
    game: str, variants: Iterable[str] = (), options: Mapping[str, object] | None = None, scenario: str = ""
) -> Game:
    """Return a game by slug or path, with the given variants and options.

    If `scenario` is the name of a scenario, the game begins in the position before the first line that the scenario
    plays, with the players, variants and options of the scenario.

    Raises:
        RulebookError: The files have errors; the exception contains all diagnostics.
        TableError: A variant, an option or the scenario is unknown.
        PlayFault: A rule fails in the scenario.
        FileNotFoundError: The game does not exist.
    """
    path = folder_of(game)
    if not path.exists():
        raise FileNotFoundError(no_such_game(game, nearby=True))
    if scenario:
        from interpreter.testing import load_at_scenario  # imported late, because most programs need no scenarios

        return load_at_scenario(path, scenario, variants, options, game)
    return _load(path, variants, options, game)


__all__ = [
    "Among", "Answer", "CompiledGame", "Diagnostic", "Explanation", "Game", "GameConfig", "GameFolder", "IllegalMove",
    "Move", "NoAnswer", "NotAMove", "Plain", "PlayFault", "Points", "RecordError", "Row", "RulebookError", "Score",
    "State", "TableError", "folder_of", "load", "no_such_game", "shipped",
]  # fmt: skip
