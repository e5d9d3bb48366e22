"""Saves games in which a rule failed, so that the author of the rules can examine them."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from interpreter.position import PlayFault
from mercatoria import Game
from mercatoria.simulation import Result, replay
from mercatoria.storage.atomic import write_atomically


def keep(game: Game, players: int, kinds: tuple[str, ...], result: Result) -> str:
    """Save a game up to the failed rule. Return the file name, or an empty string if the game cannot be saved."""
    try:
        state = replay(game, players, result.seed, kinds, result.decisions)
    except PlayFault:
        return ""
    return keep_record(json.dumps(state.record, ensure_ascii=False, indent=1), f"{game.slug}-seed{result.seed}")


def keep_record(text: str, name: str) -> str:
    """Write a record to the current folder or, if that fails, to the folder for temporary files.

    Return the file name, or an empty string if neither folder is writable.
    """
    for folder in (Path.cwd(), Path(tempfile.gettempdir())):
        file = folder / f"mercatoria-fault-{name}.json"
        try:
            write_atomically(file, text)
        except OSError:
            continue
        return str(file)
    return ""
