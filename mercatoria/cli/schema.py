"""The command `schema GAME`, which derives the JSON Schema of a game's board or picture file from its rulebook.

Editors can use the schema to check and complete these files.
"""

from __future__ import annotations

import json
from typing import Annotated

import typer

from dsl.board import derive_schema
from dsl.diagnostics import RulebookError
from dsl.folder import escapes_folder, read_folder
from mercatoria.console import arguments, errors
from mercatoria.inspection import SCHEMA
from mercatoria.picture import FILE, picture_schema
from mercatoria.storage import write_atomically


def schema(
    game: arguments.GameName,
    check: Annotated[bool, typer.Option("--check", help=f"Check that {SCHEMA} next to the board is current.")] = False,
    write: Annotated[bool, typer.Option("--write", help=f"Write {SCHEMA} next to the board.")] = False,
    picture: Annotated[bool, typer.Option("--picture", help=f"Print the schema of {FILE} instead.")] = False,
) -> int:
    """Print the JSON Schema of a board file, or of a picture file."""
    folder = read_folder(arguments.place_of(game), game)
    if folder.rulebook is None:
        raise RulebookError(folder.check(1)[1].in_order())
    if picture:
        if write or check:
            raise errors.misuse("--picture only prints; leave out --write and --check")
        checked, found = folder.check(folder.rulebook.most, lints=False)
        if checked is None or checked.model is None:
            raise RulebookError(found.in_order())
        print(json.dumps(picture_schema(checked.model), ensure_ascii=False, indent=2))
        return 0
    grids = folder.board.grids if folder.board is not None else ()
    text = json.dumps(derive_schema(folder.declarations, grids), ensure_ascii=False, indent=2) + "\n"
    file = folder.path / SCHEMA
    if (write or check) and escapes_folder(file, folder.path):
        raise errors.misuse(f"{file} is reached through a link that leads out of the game's folder")
    if write:
        write_atomically(file, text)
        print(f"written: {file}")
    elif check:
        current = file.is_file() and file.read_text(encoding="utf-8") == text
        print(f"{SCHEMA} is {'current' if current else 'missing' if not file.exists() else 'out of date'}")
        if not current:
            print(f"   hint: `mercatoria schema {game} --write` writes it")
        return int(not current)
    else:
        print(text, end="")
    return 0
