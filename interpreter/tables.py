"""A game made ready for one table: the model, the flowchart and the engines of one player count."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field

from dsl.check import Checked
from dsl.effective import Part
from interpreter.engine import Engine
from interpreter.flow import Flow
from interpreter.moves import Notation
from interpreter.walker import Walker
from interpreter.why.onlooker import Onlooker


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
    _parts: Callable[[], list[Part]] = list
    """Makes the parts of the effective rulebook."""
    _eyes: dict[int | None, Onlooker] = field(default_factory=dict)
    _declared: dict[str, Part] | None = None

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

    def onlooker(self, asker: int | None) -> Onlooker:
        """The plain interpreter with the eyes of one asker (None: a spectator)."""
        if asker not in self._eyes:
            self._eyes[asker] = Onlooker(self.flow, asker)
        return self._eyes[asker]

    @property
    def declared(self) -> dict[str, Part]:
        """The parts of the rulebook as it is played here, by key: `row fee`, `field Player.purse`."""
        if self._declared is None:
            self._declared = {part.key: part for part in self._parts()}
        return self._declared
