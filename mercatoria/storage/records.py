"""Records from files: which game, variants and options they are of, and the play they describe."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mercatoria import Game, State

HUGE = 200_000_000
"""Bytes; a record of a million decisions has less."""


def read(file: Path) -> dict[str, Any]:
    """The data of a record or saved game. Raises `RecordError` or `OSError`."""
    from mercatoria import RecordError

    if file.is_file() and file.stat().st_size > HUGE:
        raise RecordError(f"{file} is far too large for a record of a game")
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as fault:
        where = f" (line {fault.lineno})" if isinstance(fault, json.JSONDecodeError) else ""
        raise RecordError(f"{file} is not a record of a game: it is not JSON{where}") from fault
    if not isinstance(data, dict) or not isinstance(data.get("log"), list):
        raise RecordError(f"{file} is not a record of a game")
    return data


def game_of(data: dict[str, Any], game: str | None = None) -> Game:
    """The game of a record, with its variants and options: the shipped one, unless a folder is named."""
    import mercatoria

    slug = str(data.get("game", ""))
    if game is None and slug not in mercatoria.shipped():
        raise mercatoria.RecordError(
            f"this is a record of `{slug}`, which is no shipped game; name its folder with --game"
        )
    variants, options = data.get("variants", []), data.get("options", {})
    if not isinstance(variants, list) or not isinstance(options, dict):
        raise mercatoria.RecordError("the record does not say properly which variants and options it is of")
    try:
        return mercatoria.load(game or slug, [str(name) for name in variants], options)
    except mercatoria.TableError as fault:
        raise mercatoria.RecordError(f"the record does not go with the rules: {fault}") from fault


def replayed(game: Game, data: dict[str, Any], upto: int | None = None) -> State:
    """The play of a record. Raises `RecordError` for whatever is wrong with it."""
    from mercatoria import RecordError, TableError

    try:
        if upto is not None and upto < 0:
            raise RecordError("entries are counted from 0")
        if upto is not None:
            return game.replay(data, upto)
        return game.state_from_json(json.dumps(data))
    except (TableError, TypeError, ValueError, KeyError, IndexError) as fault:
        if isinstance(fault, RecordError):
            raise
        raise RecordError(f"the record cannot be played: {fault}") from fault


def outcome(state: State) -> dict[str, Any]:
    """Where a play has come to, as data."""
    over = state.is_over
    return {
        "game": state.edition.slug, "players": state.players, "variants": list(state.edition.variants),
        "entries": state.last.length if state.last is not None else 0, "over": over, "ended_by": state.ended_by,
        "seats": list(state.table.flow.model.seats),
        "scores": list(state.scores) if over else None, "ranking": state.ranking if over else None,
    }  # fmt: skip
