"""Saved games that can be resumed: a record, its position, and the players of the seats."""

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
    """Save an interrupted game in the current folder; return the file name, or "" on failure."""
    file = Path(f"mercatoria-unfinished-{state.edition.slug}-seed{state.seed}.json")
    try:
        save(state, kinds, file)
    except OSError:
        return ""
    return str(file)


def load(file: Path, game: str, files: Iterable[str] = ()) -> tuple[State, tuple[str, ...]]:
    """Load a saved game with the kind of player in each seat; no kinds if the record has none.

    `files` are files of variants, as in `records.game_of`. Raises `RecordError` for anything but a record of `game`,
    `OSError`, and `RulebookError` for faults in its rules.
    """
    data = read(file)
    state = replayed(game_of(data, game, files), data)
    kinds = data.get("seats")
    if kinds is None:
        return state, ()
    if len(kinds) != state.players or not all(kind == HUMAN or is_player(kind) for kind in kinds):
        raise RecordError(f"{file} does not say properly who sits where")
    return state, tuple(kinds)
