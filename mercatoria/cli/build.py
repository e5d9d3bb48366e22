"""The command `build GAME -o game.wasm`, which compiles a game to a WebAssembly module.

The command also writes a JSON file that describes the module. With `--c`, the command writes the game as a C file and
its header instead. With `--explain PASS`, the command shows what a pass changes in the game.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from textwrap import indent
from typing import Annotated, Any

import typer

import mercatoria
from dsl.diagnostics import nearest
from interpreter.codegen import GeneratedEngine
from interpreter.native import (
    ALL_PASSES,
    NativeModule,
    c_program,
    description,
    is_c_name,
    native_module,
    pass_changes,
)
from interpreter.optimizer import Program
from interpreter.table import CompiledGame
from interpreter.wasm import encode, text_of
from mercatoria import Game
from mercatoria.console import arguments, errors, output
from mercatoria.storage import write_atomically

MODULE, TEXT, ABOUT, SOURCE, HEADER = ".wasm", ".wat", ".json", ".c", ".h"


def build(
    game: arguments.GameName,
    file: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Output file; must end in .wasm, or in .c with --c."),
    ] = None,
    players: arguments.Players = None,
    text: Annotated[bool, typer.Option("--text", help="Also write the module as text, in a .wat file.")] = False,
    in_c: Annotated[bool, typer.Option("--c", help="Write a C file and its header instead of a module.")] = False,
    explain: Annotated[
        str | None,
        typer.Option(
            "--explain", metavar="[PASS]", help="Show what a pass changes in the game; without PASS, list the passes."
        ),
    ] = None,
    variant: arguments.Variants = None,
    option: arguments.LongOptions = None,
    as_json: arguments.Json = False,
) -> int:
    """Compile a game to a WebAssembly module.

    The module runs in a browser, in Node or in any other runtime, without Python. A JSON file next to the module
    describes its memory layout and its functions. With `--c`, write the game as a C file that needs no library, and a
    header that describes its functions.

    Several passes make the module faster. With `--explain PASS`, show what one of them changes in the game, before and
    after, and write no file. With `--explain` alone, list the passes.
    """
    if explain is not None:
        if file is not None or in_c or text:
            raise errors.misuse("--explain writes no file; leave out -o, --c and --text")
        return _explain(game, players, explain, variant, option, as_json)
    if file is None:
        raise errors.misuse("missing option '--output'; give a file such as game.wasm")
    _check_name(file, in_c)
    if in_c and text:
        raise errors.misuse("--text writes a module as text; leave it out with --c")
    loaded = arguments.load(game, variant, option)
    table = loaded.table(arguments.players_of(loaded, players))
    program = _program(table)
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


def _program(table: CompiledGame) -> Program:
    """Return the planned program of a game.

    Raises:
        UsageError: if there is none, because the Python engine failed.
    """
    if not isinstance(table.engine, GeneratedEngine):
        raise errors.misuse("no module can be written for these rules; the warning says why")
    return table.engine.program


def _explain(
    game: str, players: int | None, wanted: str, variant: list[str] | None, option: list[str] | None, as_json: bool
) -> int:
    """Print the passes, or what one of them changes in a game."""
    if not wanted:
        _list_passes(as_json)
        return 0
    names = [each.name for each in ALL_PASSES]
    if wanted not in names:
        close = nearest(wanted, names)
        hint = f"did you mean {close}?" if close else f"the passes are {', '.join(names)}"
        raise errors.misuse(f"there is no pass `{wanted}`; {hint}")
    loaded = arguments.load(game, variant, option)
    table = loaded.table(arguments.players_of(loaded, players))
    changes = pass_changes(table.flow, _program(table), tuple(table.start()), wanted)
    if as_json:
        output.as_json({"pass": wanted, "players": table.flow.model.players, "changes": list(map(asdict, changes))})
        return 0
    about = next(each.about for each in ALL_PASSES if each.name == wanted)
    print(f"{wanted} {about}")
    seats = output.counted(table.flow.model.players, "player")
    print(f"{output.counted(len(changes), 'change')} in {loaded.title} for {seats}")
    for each in changes:
        print(f"\n{each.title}\n  before\n{indent(each.before, '    ')}  after\n{indent(each.after, '    ')}", end="")
    return 0


def _list_passes(as_json: bool) -> None:
    if as_json:
        output.as_json({"passes": [{"name": each.name, "about": each.about} for each in ALL_PASSES]})
        return
    width = max(len(each.name) for each in ALL_PASSES)
    for each in ALL_PASSES:
        print(f"{each.name:{width}}  {each.about}")


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
