"""Keeping the record of a game in which a rule failed, so that its author can look at it."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from interpreter.position import PlayFault
from mercatoria import Game
from mercatoria.simulation import Result, replay
from mercatoria.storage.atomic import write_atomically


def keep(game: Game, players: int, kinds: tuple[str, ...], result: Result) -> str:
    """Writes the record of a game up to the fault; the path of the file, or "" where nothing could be written."""
    try:
        state = replay(game, players, result.seed, kinds, result.decisions)
    except PlayFault:
        return ""
    return keep_record(json.dumps(state.record, ensure_ascii=False, indent=1), f"{game.slug}-seed{result.seed}")


def keep_record(text: str, name: str) -> str:
    """Writes a record into the current folder, or else where temporary files go; the path, or "" if neither works."""
    for folder in (Path.cwd(), Path(tempfile.gettempdir())):
        file = folder / f"mercatoria-fault-{name}.json"
        try:
            write_atomically(file, text)
        except OSError:
            continue
        return str(file)
    return ""
