"""A game made ready for one table: the model, the flowchart and the engines of one player count."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from dsl.check import Checked
from interpreter.engine import Engine
from interpreter.flow import Flow
from interpreter.moves import Notation
from interpreter.walker import Walker


class TableError(ValueError):
    """A table that this game cannot be played at: wrong number of players, unknown option or variant."""


@dataclass(slots=True)
class Table:
    """A game made ready for one player count. `fingerprint` names its rules in records."""

    checked: Checked
    flow: Flow
    engine: Engine
    notation: Notation
    fingerprint: str
    _walker: Walker | None = None

    @property
    def layout_mark(self) -> str:
        """Names the layout of positions: vectors of tables with the same mark can be compared slot by slot."""
        runs = [(field.kind, field.name, run.base) for field, run in self.flow.layout.runs.items()]
        return hashlib.sha256(repr(runs).encode()).hexdigest()[:8]

    @property
    def walker(self) -> Walker:
        """The plain interpreter: slower, and able to explain itself."""
        if self._walker is None:
            self._walker = Walker(self.flow)
        return self._walker
