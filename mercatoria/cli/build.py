"""The command `build GAME -o game.wasm`, which compiles a game to a WebAssembly module.

The command also writes a JSON file that describes the module.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

import mercatoria
from interpreter.codegen import GeneratedEngine
from interpreter.native import NativeModule, description, native_module
from interpreter.table import CompiledGame
from interpreter.wasm import encode, text_of
from mercatoria import Game
from mercatoria.console import arguments, errors, output
from mercatoria.storage import write_atomically

MODULE, TEXT, ABOUT = ".wasm", ".wat", ".json"


def build(
    game: arguments.GameName,
    file: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Output file; must end in .wasm.")],
    players: arguments.Players = None,
    text: Annotated[bool, typer.Option("--text", help="Also write the module as text, in a .wat file.")] = False,
    variant: arguments.Variants = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="An option of the game. Repeatable."),
    ] = None,
    as_json: arguments.Json = False,
) -> int:
    """Compile a game to a WebAssembly module.

    The module runs in a browser, in Node or in any other runtime, without Python. A JSON file next to the module
    describes its memory layout and its functions.
    """
    if file.suffix != MODULE:
        raise errors.misuse(f"`{file}` is not a valid module name; write {file.stem or 'game'}{MODULE}")
    loaded = arguments.load(game, variant, option)
    table = loaded.table(arguments.players_of(loaded, players))
    if not isinstance(table.engine, GeneratedEngine):
        raise errors.misuse("no module can be written for these rules; the warning says why")
    native = native_module(table.flow, table.engine.program, tuple(table.start()))
    about = _heading(loaded, table) | description(table.flow, native, table.engine.program.faults)
    written = {file: encode(native.module), file.with_suffix(ABOUT): _as_line(about)}
    if text:
        written[file.with_suffix(TEXT)] = text_of(native.module).encode()
    for place, content in written.items():
        write_atomically(place, content)
    _tell(loaded, table, native, written, as_json)
    return 0


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
        print(
            f"missing from the module: {', '.join(native.not_carried)}; a game stops when it needs one of these parts"
        )
