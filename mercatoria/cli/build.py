"""The command `build GAME -o game.wasm`, which compiles a game to a WebAssembly module.

The command also writes a JSON file that describes the module. With `--c`, the command writes the game as a C file and
its header instead.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

import mercatoria
from interpreter.codegen import GeneratedEngine
from interpreter.native import NativeModule, c_program, description, is_c_name, native_module
from interpreter.table import CompiledGame
from interpreter.wasm import encode, text_of
from mercatoria import Game
from mercatoria.console import arguments, errors, output
from mercatoria.storage import write_atomically

MODULE, TEXT, ABOUT, SOURCE, HEADER = ".wasm", ".wat", ".json", ".c", ".h"


def build(
    game: arguments.GameName,
    file: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="Output file; must end in .wasm, or in .c with --c.")
    ],
    players: arguments.Players = None,
    text: Annotated[bool, typer.Option("--text", help="Also write the module as text, in a .wat file.")] = False,
    in_c: Annotated[bool, typer.Option("--c", help="Write a C file and its header instead of a module.")] = False,
    variant: arguments.Variants = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="An option of the game. Repeatable."),
    ] = None,
    as_json: arguments.Json = False,
) -> int:
    """Compile a game to a WebAssembly module.

    The module runs in a browser, in Node or in any other runtime, without Python. A JSON file next to the module
    describes its memory layout and its functions. With `--c`, write the game as a C file that needs no library, and a
    header that describes its functions.
    """
    _check_name(file, in_c)
    if in_c and text:
        raise errors.misuse("--text writes a module as text; leave it out with --c")
    loaded = arguments.load(game, variant, option)
    table = loaded.table(arguments.players_of(loaded, players))
    if not isinstance(table.engine, GeneratedEngine):
        raise errors.misuse("no module can be written for these rules; the warning says why")
    program = table.engine.program
    native = native_module(table.flow, program, tuple(table.start()), inlining=not in_c)
    if in_c:
        found = c_program(table.flow, native, program.faults, file.stem, _heading_in_c(loaded, table))
        written = {file: found.source.encode(), file.with_suffix(HEADER): found.header.encode()}
    else:
        about = _heading(loaded, table) | description(table.flow, native, program.faults)
        written = {file: encode(native.module), file.with_suffix(ABOUT): _as_line(about)}
    if text:
        written[file.with_suffix(TEXT)] = text_of(native.module).encode()
    for place, content in written.items():
        write_atomically(place, content)
    _tell(loaded, table, native, written, as_json)
    return 0


def _check_name(file: Path, in_c: bool) -> None:
    """Check the name of the output file.

    Raises:
        UsageError: if the name has the wrong ending, or is not an identifier although C names begin with it.
    """
    if file.suffix != (SOURCE if in_c else MODULE):
        if file.suffix == SOURCE:
            raise errors.misuse(f"`{file}` is not a valid module name; add --c to write a C file")
        kind = "name of a C file" if in_c else "module name"
        raise errors.misuse(f"`{file}` is not a valid {kind}; write {file.stem or 'game'}{SOURCE if in_c else MODULE}")
    if in_c and not is_c_name(file.stem):
        raise errors.misuse(
            f"names in C cannot begin with `{file.stem}`; choose a file name of letters, digits and _, such as game.c"
        )


def _heading_in_c(game: Game, table: CompiledGame) -> str:
    """Return the first line of a C file."""
    players = output.counted(table.flow.model.players, "player")
    changes = [*game.variants, *(f"{name}={value}" for name, value in game.edition.option_words.items())]
    told = f" with {', '.join(changes)}" if changes else ""
    return f"{game.slug} for {players}{told}, written by mercatoria {mercatoria.__version__}."


def _heading(game: Game, table: CompiledGame) -> dict[str, Any]:
    return {
        "made_by": f"mercatoria {mercatoria.__version__}", "game": game.slug, "title": game.title,
        "players": table.flow.model.players, "variants": list(game.variants), "options": game.edition.option_words,
        "rules": table.fingerprint,
    }  # fmt: skip


def _as_line(data: dict[str, Any]) -> bytes:
    return (json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def _tell(game: Game, table: CompiledGame, native: NativeModule, written: dict[Path, bytes], as_json: bool) -> None:
    players = table.flow.model.players
    if as_json:
        sizes = {str(place): len(content) for place, content in written.items()}
        output.as_json({"players": players, "written": sizes, "not_carried": list(native.not_carried)})
        return
    for place, content in written.items():
        print(f"written: {place} ({len(content):,} bytes)")
    print(f"{game.title} for {output.counted(players, 'player')}; use --players for another number")
    if native.not_carried:
        where = "C file" if any(place.suffix == SOURCE for place in written) else "module"
        parts = ", ".join(native.not_carried)
        print(f"missing from the {where}: {parts}; a game stops when it needs one of these parts")
