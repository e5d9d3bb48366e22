"""Loads recorded games and replays them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path, PureWindowsPath
from typing import Any

import mercatoria
from dsl.folder import read_folder
from interpreter.log import record_from_json
from interpreter.table import WrittenScenario, as_number
from interpreter.testing import at_scenario, changed_since
from mercatoria import Game, RecordError, State, TableError

HUGE = 200_000_000
"""Maximum size of a record in bytes. Even a record of a million decisions is smaller."""


def read(file: Path) -> dict[str, Any]:
    """Return the parsed contents of a record or saved game. Raises `RecordError` or `OSError`."""
    if not file.is_file() and file.exists() and not file.is_dir():
        raise RecordError(f"{file} is not an ordinary file")
    with file.open("rb") as stream:
        text = stream.read(HUGE + 1)
    if len(text) > HUGE:
        raise RecordError(f"{file} is far too large for a game record")
    try:
        return record_from_json(text.decode("utf-8-sig"))
    except UnicodeDecodeError as fault:
        raise RecordError(f"{file}: this is not a game record: it is not text (UTF-8)") from fault
    except RecordError as fault:
        raise RecordError(f"{file}: {fault}") from fault


def game_of(data: dict[str, Any], game: str | None = None, files: Iterable[str] = ()) -> Game:
    """Load the game that was recorded, with its variants and options.

    If `game` is None, only shipped games can be loaded. `game` can be the folder of any other game. `files` are variant
    files that the record may use, although they are outside the working folder.
    """
    slug = data["game"]
    if game is None and slug not in mercatoria.shipped():
        raise mercatoria.RecordError(
            f"this is a record of `{slug}`, which is not a shipped game; name its folder with --game"
        )
    variants = [_named_variant(name, files) for name in data.get("variants", [])]
    try:
        made = mercatoria.load(game or slug, variants, data.get("options", {}))
        return at_scenario(made, WrittenScenario.of_record(data["scenario"])) if "scenario" in data else made
    except mercatoria.TableError as fault:
        raise mercatoria.RecordError(f"the record cannot be used with these rules: {fault}") from fault


def news_of_scenario(state: State) -> str:
    """Return a sentence if the scenario with which a game began has changed or gone, otherwise an empty string."""
    begins = state.edition.begins
    if begins is None:
        return ""
    folder = state.edition.folder
    return changed_since(begins.scenario, read_folder(folder.path, folder.shown))


def of_person(data: dict[str, Any], game: str | None, files: Sequence[str] | None) -> Game:
    """Load the game that was recorded, allowing the variant files that the user passed with `--variant`.

    Raise `RecordError` if the record was made without one of these files.
    """
    named = data.get("variants", [])
    strange = next((file for file in files or () if _last(file) not in map(_last, named)), None)
    if strange is not None:
        played = f"played with {' and '.join(f'`{name}`' for name in named)}" if named else "played without variants"
        raise RecordError(f"the record is {played}, not with `{strange}`")
    return game_of(data, game, files or ())


def _last(file: str) -> str:
    """Return the file name of a variant file without its folder, or the name of a variant."""
    return PureWindowsPath(file).name


def _named_variant(name: str, files: Iterable[str]) -> str:
    """Return the name of a variant, or the path of its file, after checking that a record may use it.

    A record may come from a stranger, so it must not make the program read files outside the working folder. Users can
    allow a file by passing its path in `files`. Any other file outside the working folder raises `RecordError`.
    """
    parts = PureWindowsPath(name)
    known = {_last(file): file for file in files}
    if len(parts.parts) > 1 and parts.name in known:
        return known[parts.name]
    if parts.anchor or ".." in parts.parts or name.startswith("~"):
        raise RecordError(
            f"this record refers to the variant file `{name}`, which is outside the working folder; "
            f"if you trust the file, pass it with --variant {name}"
        )
    return name


def replayed(game: Game, data: dict[str, Any], upto: int | None = None) -> State:
    """Return the state at the end of a record, or after its first `upto` entries.

    Raise `RecordError` if the record cannot be replayed.
    """
    try:
        if upto is not None and upto < 0:
            raise RecordError("entries are counted from 0")
        if upto is not None and upto > len(data["log"]):
            raise RecordError(f"the record has only {len(data['log'])} entries, not {upto}")
        if upto is not None:
            return game.replay(data, upto)
        return game.restored(data)
    except TableError as fault:
        raise RecordError(f"the record cannot be played: {fault}") from fault


def outcome(state: State) -> dict[str, Any]:
    """Return the outcome of a game as data. Scores and ranking are None until the game is over."""
    over = state.is_over
    return {
        "game": state.edition.slug, "players": state.players, "variants": list(state.edition.variants),
        "entries": len(state.record["log"]), "over": over, "ended_by": state.ended_by,
        "seats": list(state.table.flow.model.seats),
        "scores": list(map(as_number, state.scores)) if over else None,
        "ranking": state.ranking if over else None,
    }  # fmt: skip
