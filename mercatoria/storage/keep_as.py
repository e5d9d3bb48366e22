"""Saves the current game as a test: a scenario or a golden record in the game's folder."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

from dsl.folder import SCENARIOS, GameFolder, escapes_folder, read_folder
from interpreter.testing import run_scenario, scenario_text
from mercatoria import State
from mercatoria.storage.atomic import write_atomically
from mercatoria.storage.golden import RECORDS, text_of

FOUND = "found"
NAME = re.compile(r"[a-z][a-z0-9_]*")


def scenario(state: State, before: State, name: str, title: str) -> str:
    """Write the scenario `scenarios/NAME.rules`, which plays from `before` to `state`. Return a message for the user.

    An invalid name, an existing file or a game that began at a scenario raises `ValueError`, and a failed write raises
    `OSError`.
    """
    if (begins := state.edition.begins) is not None:
        raise ValueError(f"this game began at the scenario `{begins.scenario.name}`; add its moves to that scenario")
    file = _free(state, SCENARIOS, f"{name}.rules", name)
    write_atomically(file, scenario_text(state, name, title.replace('"', "'") or name.replace("_", " "), before))
    folder = read_folder(state.edition.folder.path)
    result = next(
        (run_scenario(folder, each) for each in folder.scenarios if Path(each.span.source.path).name == file.name), None
    )
    passed = "it passes" if result is not None and result.passed else "it fails: `mercatoria test` shows why"
    return f"Written to {file}; {passed}."


def golden(state: State, name: str) -> str:
    """Write the golden record `records/NAME.json`. Return a message for the user. An invalid name or an existing file
    raises `ValueError`, and a failed write raises `OSError`.
    """
    file = _free(state, RECORDS, f"{name}.json", name)
    write_atomically(file, text_of(state))
    return f"Written to {file}; from now on, `mercatoria test` replays it."


def found(folder: GameFolder, name: str, text: str) -> str:
    """Write a scenario that a search found to `scenarios/found`, and return the file's path in the game's folder.

    An existing file is never overwritten. If it differs, the new file has a number after its name. A folder that is
    reached through a link raises `ValueError`, and a failed write raises `OSError`.
    """
    home = folder.path / SCENARIOS / FOUND
    if escapes_folder(home, folder.path):
        raise ValueError(f"{home} is reached through a link that leads out of the game's folder")
    home.mkdir(parents=True, exist_ok=True)
    for number in count(1):
        numbered = name if number == 1 else f"{name}_{number}"
        file, content = home / f"{numbered}.rules", text.replace(f"scenario {name} ", f"scenario {numbered} ", 1)
        if not file.exists():
            write_atomically(file, content)
        elif file.read_text(encoding="utf-8") != content:
            continue
        return file.relative_to(folder.path).as_posix()
    raise AssertionError


def _free(state: State, folder: str, file: str, name: str) -> Path:
    """Check that a new file can be created in the game's folder, and return its path. An invalid name or an existing
    file raises `ValueError`.
    """
    if not NAME.fullmatch(name):
        raise ValueError("a name consists of lower-case letters, digits and `_`, and begins with a letter")
    home = state.edition.folder.path / folder
    if escapes_folder(home / file, state.edition.folder.path):
        raise ValueError(f"{home} is reached through a link that leads out of the game's folder")
    if (home / file).exists():
        raise ValueError(f"{home / file} already exists")
    home.mkdir(exist_ok=True)
    return home / file
