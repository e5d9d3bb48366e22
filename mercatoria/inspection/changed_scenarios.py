"""Finds the errors in the scenarios of a game whose rules are known to be without fault."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from dsl import ast
from dsl.diagnostics import Sink
from dsl.folder import FileReader, read_folder
from mercatoria.inspection.game import clause_faults, faults_in_scenarios


@dataclass(slots=True)
class WithoutFiles(FileReader):
    """Reads the files of a game, except for the rules in some of them."""

    left_out: Collection[Path]

    def rules(self, file: Path, shown: str, sink: Sink, home: Path | None = None) -> tuple[ast.Declaration, ...]:
        return FileReader.rules(self, file, shown, sink, home) if file not in self.left_out else ()


def changed_scenario_faults(path: Path, shown: str, faultless: Collection[Path]) -> Sink | None:
    """Return all errors of a game in which only scenarios have changed since a check without any.

    Return None if a file cannot be read. The whole game must then be checked, because what was not read may hide
    other faults.

    Args:
        path: The folder of the game.
        shown: The name of the folder to show in messages.
        faultless: The files of scenarios that have not changed. They are not read.
    """
    folder = read_folder(path, shown, reader=WithoutFiles(faultless))
    if folder.reading.found:
        return None
    found = Sink()
    deque(faults_in_scenarios(folder, found), maxlen=0)
    clause_faults(folder, found)
    return found
