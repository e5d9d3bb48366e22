"""Checks the whole game that a rulebook, variant or board file belongs to."""

from __future__ import annotations

from pathlib import Path

import mercatoria
from dsl.ast import Rulebook, Variant
from dsl.checking import of_type
from dsl.diagnostics import Sink
from dsl.folder import LAWS, read_folder, read_source
from dsl.syntax import parse
from mercatoria.inspection.game import folder_faults


def file_faults(file: Path, name: str) -> Sink:
    """Return the errors of the game that a file belongs to.

    If the file contains variants, the game is checked with each of them. `name` is the file name to show in messages.
    """
    home = home_of(file)
    if home is not None and (file.suffix != ".rules" or file.name == LAWS):
        return folder_faults(read_folder(home, _home_name(name, file, home)))
    sink = Sink()
    source = read_source(file, name, sink)
    declarations = parse(source, sink) if source is not None else ()
    variants = of_type(declarations, Variant)
    if sink.errors or of_type(declarations, Rulebook) or not variants:
        return sink if sink.errors else folder_faults(read_folder(file, str(Path(name).parent)))
    base = home or mercatoria.folder_of(variants[0].game.text)
    if not (base / "rulebook.rules").is_file():
        game = variants[0].game
        sink.add("E402", f"the rulebook `{game.text}`, which this variant changes, was not found", game.span,
                 hint="put the variant into the folder `variants` of its game")  # fmt: skip
        return sink
    folder = read_folder(base, _home_name(name, file, home) if home else variants[0].game.text)
    for variant in variants:
        folder.variants[variant.name.text] = variant
    return folder_faults(folder, [variant.name.text for variant in variants], sink)


def _home_name(name: str, file: Path, home: Path) -> str:
    steps = len(file.resolve().parent.relative_to(home).parts)
    return str(Path(name).parents[steps]) if steps < len(Path(name).parents) else str(home)


def home_of(file: Path) -> Path | None:
    """Return the folder of the game that a file belongs to, or None if the file belongs to no game."""
    return next((up for up in file.resolve().parents[:2] if (up / "rulebook.rules").is_file()), None)
