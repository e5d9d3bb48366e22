"""A compiled game: the model, the flowchart and the engines for one player count."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from dsl.amendments import EffectivePart
from dsl.checking import Checked
from interpreter.codegen import GeneratedEngine
from interpreter.flow import Flow, Streams, streams_of
from interpreter.position import OF_A_POSITION, Engine, OverBudget, Row, Vector
from interpreter.reference import Walker
from interpreter.rng import Key, RandomSource, key_of
from interpreter.table.game_config import GameConfig
from interpreter.table.moves import Notation

T = TypeVar("T")


class TableError(ValueError):
    """An error in the configuration of a table, such as a wrong number of players or an unknown variant."""


@dataclass(slots=True, weakref_slot=True)
class CompiledGame:
    """A game compiled for one player count.

    `fingerprint` identifies its rules in records.
    """

    edition: GameConfig
    checked: Checked
    flow: Flow
    engine: Engine
    notation: Notation
    fingerprint: str
    _walker: Walker | None = None
    _parts: Callable[[], list[EffectivePart]] = list
    """A function that builds the parts of the effective rulebook."""
    cache: dict[object, Any] = field(default_factory=dict)
    """Cache in which later stages store results under their own keys."""
    _declared: dict[str, EffectivePart] | None = None
    _streams: tuple[Streams, tuple[Key, ...]] | None = None

    def __repr__(self) -> str:
        return f"<CompiledGame {self.edition.chosen}: {self.flow.model.players} players>"

    @property
    def layout_mark(self) -> str:
        """Identifier of the layout.

        Positions of tables with the same identifier can be compared slot by slot.
        """
        runs = [(field.kind, field.name, run.base) for field, run in self.flow.layout.runs.items()]
        return hashlib.sha256(repr(runs).encode()).hexdigest()[:8]

    @property
    def streams(self) -> Streams:
        """The random streams from which the game's chance outcomes are drawn."""
        return self._found_streams()[0]

    def chance_of(self, seed: int) -> RandomSource:
        """Return the source of randomness for a play with this seed."""
        return RandomSource.seeded(seed, self._found_streams()[1])

    def _found_streams(self) -> tuple[Streams, tuple[Key, ...]]:
        if self._streams is None:
            found = streams_of(self.flow)
            self._streams = (found, tuple(map(key_of, found.names)))
        return self._streams

    @property
    def walker(self) -> Walker:
        """The reference interpreter, which is slower than other engines but can explain its results.
        """
        if self._walker is None:
            self._walker = Walker(self.flow)
        return self._walker

    def start(self) -> Vector:
        """Return the first position. Raises `PlayFault` if a rule fails."""
        try:
            return self.asked(lambda engine: engine.start())
        except OverBudget:
            return self.walker.start()

    def asked(self, ask: Callable[[Engine], T]) -> T:
        """Ask the engine about a position that was reached in play, and return its answer.

        If the engine fails but the reference interpreter answers, the reference interpreter takes over from
        then on, and a warning is issued.
        """
        try:
            return ask(self.engine)
        except OF_A_POSITION as cause:
            found = ask(self.walker)
            self.give_up(cause)
            return found

    def give_up(self, cause: Exception) -> None:
        """Replace an engine that has failed with the reference interpreter."""
        if isinstance(self.engine, GeneratedEngine):
            self.engine.give_up(cause)

    def apply(self, v: Vector, seat: int, row: Row) -> None:
        """Play a legal move.

        Raises `PlayFault` if a rule fails; the vector is then only partly changed. If a faster engine exceeds its work
        budget, the reference interpreter plays the move from the same position. So all engines give the same result.
        """
        before = v[:]
        try:
            self.engine.apply(v, seat, row)
        except OverBudget:
            v[:] = before
            self.walker.apply(v, seat, row)
        except OF_A_POSITION as cause:
            v[:] = before
            self.walker.apply(v, seat, row)
            self.give_up(cause)

    def resolve(self, v: Vector, outcome: int) -> None:
        """Apply a chance outcome. Faults and fallback are handled as in `apply`."""
        before = v[:]
        try:
            self.engine.resolve(v, outcome)
        except OverBudget:
            v[:] = before
            self.walker.resolve(v, outcome)
        except OF_A_POSITION as cause:
            v[:] = before
            self.walker.resolve(v, outcome)
            self.give_up(cause)

    @property
    def declared(self) -> dict[str, EffectivePart]:
        """Return the parts of the effective rulebook by key, such as `row fee` or `field Player.purse`."""
        if self._declared is None:
            self._declared = {part.key: part for part in self._parts()}
        return self._declared
