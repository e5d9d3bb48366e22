"""Cases of the differential fuzzer: a rulebook with its board and variants, and the table it is played at."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import mercatoria
from dsl.diagnostics import RulebookError
from interpreter.native import NativeEngine
from interpreter.position import LayoutError, PlayFault
from interpreter.table import CompiledGame

RULES = "rulebook.rules"


@dataclass(frozen=True)
class Case:
    """A game and a seed. `files` are texts by their path in the game's folder."""

    files: dict[str, str]
    players: int
    variants: tuple[str, ...] = ()
    seed: int = 1
    note: str = ""
    options: dict[str, object] = field(default_factory=dict)
    secret: bool = False
    """True if no player may learn what the seat Two picks (`tests.fuzz.engines.leaks`)."""

    @property
    def rules(self) -> str:
        """The text of the rulebook."""
        return self.files[RULES]

    def with_file(self, name: str, text: str) -> Case:
        """Return the case with another text in one file."""
        return replace(self, files=self.files | {name: text})

    def as_text(self) -> str:
        """The case as JSON."""
        return json.dumps(self.__dict__, indent=1, default=list) + "\n"

    def write(self, folder: Path) -> None:
        """Write the files of the game into a folder."""
        for name, text in self.files.items():
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")

    @contextmanager
    def folder(self) -> Iterator[Path]:
        """A folder that holds the game for as long as the block runs."""
        folder = Path(tempfile.mkdtemp(prefix="mercatoria-case-"))
        try:
            self.write(folder)
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def game(self) -> mercatoria.Game:
        """The game, read from its files. Raises `Rejected`."""
        with self.folder() as folder:
            try:
                return mercatoria.load(str(folder), self.variants, self.options)
            except (RulebookError, mercatoria.TableError) as fault:
                raise Rejected(fault) from fault


class Rejected(Exception):
    """`check` finds fault with the rulebook, so there is nothing to compare."""


def case_of(text: str) -> Case:
    """The case that `Case.as_text` wrote."""
    data = json.loads(text)
    return Case(**data | {"variants": tuple(data["variants"])})


def table_of(case: Case) -> CompiledGame:
    """Compile the table of a case. Raises `Rejected` if `check` would reject the rulebook."""
    game = case.game()
    players = min(max(case.players, game.players.start), game.players.stop - 1)
    try:
        return game.table(players)
    except (RulebookError, mercatoria.TableError, LayoutError) as fault:
        raise Rejected(fault) from fault


def native_of(table: CompiledGame) -> NativeEngine | None:
    """The native engine of a table; None if a rule fails before the first decision."""
    try:
        return NativeEngine(table.flow, table.engine.program, table.engine)  # type: ignore[attr-defined]
    except PlayFault:
        return None
