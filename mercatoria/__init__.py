"""Trading games as executable rules: load a rulebook, play it, and query it.

    import mercatoria
    game = mercatoria.load(slug)
    state = game.start(players=4, seed=7)
    state.apply(state.moves()[0])

Name a game by its slug if it is part of the distribution, otherwise by the path of a folder that contains a
`rulebook.rules`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mercatoria.api import (
        Among,
        Answer,
        CompiledGame,
        Diagnostic,
        Explanation,
        Game,
        GameConfig,
        GameFolder,
        IllegalMove,
        Move,
        NoAnswer,
        NotAMove,
        Plain,
        PlayFault,
        Points,
        RecordError,
        Row,
        RulebookError,
        Score,
        State,
        TableError,
        folder_of,
        load,
        no_such_game,
        shipped,
    )

__version__ = "0.1.0"

__all__ = [
    "Among", "Answer", "CompiledGame", "Diagnostic", "Explanation", "Game", "GameConfig", "GameFolder", "IllegalMove",
    "Move", "NoAnswer", "NotAMove", "Plain", "PlayFault", "Points", "RecordError", "Row", "RulebookError", "Score",
    "State", "TableError", "folder_of", "load", "no_such_game", "shipped",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Import the Python interface on first use.

    The options `--version` and `--help` of the command line do not need the Python interface.
    """
    if name not in __all__:
        raise AttributeError(f"module `mercatoria` has no attribute `{name}`")
    globals().update({each: getattr(import_module("mercatoria.api"), each) for each in __all__})
    return globals()[name]


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])


def _check_neighbours() -> None:
    """Raise `ImportError` if `dsl` or `interpreter` belongs to another distribution.

    Both names are common, so other distributions may use them too.
    """
    top = Path(__file__).resolve().parents[1]
    for name in ("dsl", "interpreter"):
        spec = find_spec(name)
        places = list(spec.submodule_search_locations or ()) if spec is not None else []
        if [Path(place).resolve() for place in places] != [top / name]:
            found = places[0] if places else "nowhere"
            raise ImportError(
                f"`{name}` comes from {found}, not from this installation of mercatoria in {top}: another distribution "
                "uses the same name; install mercatoria in a separate virtual environment"
            )


_check_neighbours()
