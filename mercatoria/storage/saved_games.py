"""Saves games so that they can be resumed. A saved game is a record that also names the human player or bot in each
seat.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from mercatoria import RecordError, State
from mercatoria.players import HUMAN, is_player
from mercatoria.storage.atomic import write_atomically
from mercatoria.storage.records import game_of, read, replayed


def save(state: State, kinds: Sequence[str], file: Path) -> None:
    """Save a game atomically. Raises `OSError`."""
    write_atomically(file, json.dumps(json.loads(state.to_json()) | {"seats": list(kinds)}, ensure_ascii=False))


def keep(state: State, kinds: Sequence[str]) -> str:
    """Save an interrupted game in the current folder. Return the file name, or an empty string if saving failed."""
    file = Path(f"mercatoria-unfinished-{state.edition.slug}-seed{state.seed}.json")
    try:
        save(state, kinds, file)
    except OSError:
        return ""
    return str(file)


def load(file: Path, game: str, files: Iterable[str] = ()) -> tuple[State, tuple[str, ...]]:
    """Load a saved game. Return the state of the game, and `human` or a kind of bot for each seat.

    If the file is a plain record, which does not name the players, the second value is empty. `files` are trusted
    variant files, as in `records.game_of`. Raise `RulebookError` if the rules have errors, and `RecordError` if the
    file is not a record of `game`.
    """
    data = read(file)
    state = replayed(game_of(data, game, files), data)
    kinds = data.get("seats")
    if kinds is None:
        return state, ()
    if len(kinds) != state.players or not all(kind == HUMAN or is_player(kind) for kind in kinds):
        raise RecordError(f"{file} does not assign a valid kind of player to each seat")
    return state, tuple(kinds)
