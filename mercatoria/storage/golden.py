"""Golden records: recorded games whose replay must give the same result under the current rules.

Golden records are in the folder `records/` of a game. Each file contains the decisions, the chance results, the public
log and the final public view. `mercatoria test` replays each record under the current rules and reports the first
difference as a failure.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dsl.folder import GameFolder, escapes_folder
from interpreter.log import chance_of_record, check_heading
from mercatoria import Game, IllegalMove, NotAMove, PlayFault, RecordError, RulebookError, State, TableError
from mercatoria.storage import records
from mercatoria.storage.atomic import write_atomically
from mercatoria.storage.records import outcome

RECORDS = "records"


def files(folder: GameFolder) -> list[Path]:
    """Return the paths of a game's golden records, sorted by name."""
    return sorted((folder.path / RECORDS).glob("*.json"))


def text_of(state: State) -> str:
    """Return the contents of a golden record file for a game."""
    return json.dumps(state.record | seen(state), ensure_ascii=False, indent=1) + "\n"


def seen(state: State) -> dict[str, Any]:
    """Return everything that a replay must reproduce: the public log, the final public view and the outcome."""
    view = state.view(None)
    found = outcome(state)
    return {
        "told": view["log"], "seen": {"game": view["game"], "things": view["things"]},
        "deciders": view["deciders"], **{name: found[name] for name in ("over", "ended_by", "scores", "ranking")},
    }  # fmt: skip


def fault(folder: GameFolder, file: Path, update: bool = False) -> tuple[str, bool]:
    """Replay a record. Return the first difference, and True if the file was rewritten.

    If the replay matches the record, the difference is an empty string. A record that can no longer be played to its
    end is not rewritten, because the rest of the game is unknown.
    """
    if escapes_folder(file, folder.path):
        return "the file is reached through a link that leads out of the game's folder; put a copy in the folder", False
    try:
        data = records.read(file)
        state, broken = _played(records.game_of(data, str(folder.path)), data)
    except (RecordError, PlayFault, OSError) as refusal:
        return str(refusal), False
    except RulebookError:
        return "the rules of the recorded game have errors; run `mercatoria check` to see them", False
    found = broken or next(_differences(data, state), "")
    if update and not broken and (found or data.get("rules") != state.record["rules"] or "told" not in data):
        write_atomically(file, text_of(state))
        return "", True
    return found, False


def _played(game: Game, data: dict[str, Any]) -> tuple[State, str]:
    """Replay a record as far as possible. Return the state and the reason why the replay stopped early.

    The reason is an empty string if the whole record was replayed. A replay can stop early if the rules have changed
    since the record was made.
    """
    check_heading(data, game.slug)
    try:
        state = game.start(data["players"], data.get("seed", 0), "manual")
        state.chance.rng = chance_of_record(state.table, data)
    except TableError as refusal:
        raise RecordError(str(refusal)) from refusal
    for number, entry in enumerate(data["log"], 1):
        try:
            state.repeat(entry)
        except (NotAMove, IllegalMove, PlayFault) as refusal:
            told = entry.get("move") or f"chance {entry.get('chance')}"
            return state, f"entry {number}, {told}, can no longer be played: {refusal}"
    return state, ""


def _differences(data: dict[str, Any], state: State) -> Iterator[str]:
    """Yield the differences between a record and its replay, starting with the log."""
    now = json.loads(json.dumps(seen(state)))
    for number, (was, told) in enumerate(zip(data.get("told", ()), now["told"], strict=False), 1):
        if was != told:
            yield f"line {number} of the log was `{was}`, now it is `{told}`"
    if "told" in data and len(data["told"]) != len(now["told"]):
        yield f"the log had {len(data['told'])} lines, now it has {len(now['told'])}"
    for name in ("seen", "deciders", "over", "ended_by", "scores", "ranking"):
        if name in data:
            yield from _apart("" if name == "seen" else name, data[name], now[name])


def _apart(where: str, was: object, now: object) -> Iterator[str]:
    """Yield the differences between two nested values, such as `Player, Red, purse was 12, now it is 13`."""
    if isinstance(was, dict) and isinstance(now, dict):
        for name in [*was, *(other for other in now if other not in was)]:
            inner = "" if not where and name in ("game", "things") else f"{where}, {name}" if where else str(name)
            yield from _apart(inner, was.get(name), now.get(name))
    elif was != now:
        yield f"{where} was {json.dumps(was, ensure_ascii=False)}, now it is {json.dumps(now, ensure_ascii=False)}"
