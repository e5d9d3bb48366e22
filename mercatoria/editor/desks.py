"""Finds the games that files belong to, and checks them.

`Desks` keeps a desk for each game, so that a second check reads and checks only what has changed on the disk since the
first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import mercatoria
from dsl.ast import Rulebook, Variant
from dsl.checking import of_type
from dsl.diagnostics import RulebookError, Sink
from dsl.folder import HELD, read_source
from dsl.syntax import parse
from interpreter.game import named_variants
from mercatoria.editor.desk import Desk


@dataclass(slots=True)
class Desks:
    """The desks of all games that a command checks."""

    open: dict[tuple[Path, str], Desk] = field(default_factory=dict)

    def at(self, path: Path, shown: str) -> Desk:
        """Return the desk of a game, with its files as they are on the disk now.

        Args:
            path: The folder of the game, or its rulebook.
            shown: The name of the folder to show in messages.
        """
        desk = self.open.get((path, shown))
        if desk is None:
            desk = self.open[path, shown] = Desk.open(path, shown)
        else:
            desk.reread()
        return desk

    def folder_faults(self, path: Path, shown: str) -> Sink:
        """Return all errors of the game in a folder."""
        return self.at(path, shown).all_faults()

    def file_faults(self, file: Path, name: str) -> Sink:
        """Return the errors of the game that a file belongs to.

        If the file contains variants, the game is checked with each of them. `name` is the file name to show in
        messages.
        """
        from mercatoria.inspection import folder_faults

        home = home_of(file)
        if home is not None and (file.suffix != ".rules" or file.name in HELD):
            return self.folder_faults(home, _home_name(name, file, home))
        sink = Sink()
        source = read_source(file, name, sink)
        declarations = parse(source, sink) if source is not None else ()
        variants = of_type(declarations, Variant)
        if of_type(declarations, Rulebook) or (not sink.errors and not variants):
            return self.folder_faults(file, str(Path(name).parent))
        if sink.errors:
            return sink
        base = home or mercatoria.folder_of(variants[0].game.text)
        if not (base / "rulebook.rules").is_file():
            game = variants[0].game
            sink.add("E402", f"the rulebook `{game.text}`, which this variant changes, was not found", game.span,
                     hint=f"name the folder of the game: `mercatoria check FOLDER+{name}`")  # fmt: skip
            return sink
        folder = self.at(base, _home_name(name, file, home) if home else variants[0].game.text).folder
        for variant in variants:
            folder.variants[variant.name.text] = variant
        return folder_faults(folder, [variant.name.text for variant in variants], sink)


    def variant_faults(self, path: Path, shown: str, given: Iterable[str]) -> Sink:
        """Return the errors of a game with each of these variants, given by their names or files.

        Raises `TableError` if there is no such variant.
        """
        from mercatoria.inspection import folder_faults

        folder, names = self.at(path, shown).folder, list[str]()
        try:
            for each in given:
                names += named_variants(folder, each)
        except RulebookError as fault:
            return Sink(list(fault.diagnostics))
        return folder_faults(folder, names)


def _home_name(name: str, file: Path, home: Path) -> str:
    steps = len(file.resolve().parent.relative_to(home).parts)
    return str(Path(name).parents[steps]) if steps < len(Path(name).parents) else str(home)


def home_of(file: Path) -> Path | None:
    """Return the folder of the game that a file belongs to, or None if the file belongs to no game."""
    return next((up for up in file.resolve().parents[:2] if (up / "rulebook.rules").is_file()), None)
