"""Keeping the record of a game in which a rule failed, so that its author can look at it."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from mercatoria.storage.atomic import write_atomically

if TYPE_CHECKING:
    from mercatoria import Game
    from mercatoria.players import Result


def keep(game: Game, players: int, names: tuple[str, ...], result: Result) -> str:
    """Writes the record up to the fault; the path, or "" where nothing could be kept."""
    from interpreter.flow import PlayFault
    from mercatoria.players import playout

    try:
        state = playout.recorded(game, players, result.seed, names, result.decisions)
    except PlayFault:
        return ""
    return keep_record(json.dumps(state.record, ensure_ascii=False, indent=1), f"{game.slug}-seed{result.seed}")


def keep_record(text: str, name: str) -> str:
    """Writes a record into the folder one works in, or else where temporary files go."""
    for folder in (Path.cwd(), Path(tempfile.gettempdir())):
        file = folder / f"mercatoria-fault-{name}.json"
        try:
            write_atomically(file, text)
        except OSError:
            continue
        return str(file)
    return ""
