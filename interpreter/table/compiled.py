"""A game made ready for one table: the model, the flowchart and the engines of one player count."""

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
    """A table that this game cannot be played at: wrong number of players, unknown option or variant."""


@dataclass(slots=True, weakref_slot=True)
class CompiledGame:
    """A game made ready for one player count. `fingerprint` names its rules in records."""

    edition: GameConfig
    checked: Checked
    flow: Flow
    engine: Engine
    notation: Notation
    fingerprint: str
    _walker: Walker | None = None
    _parts: Callable[[], list[EffectivePart]] = list
    """Makes the parts of the effective rulebook."""
    cache: dict[object, Any] = field(default_factory=dict)
    """What later stages make of a table once and want to find again, by keys of their own."""
    _declared: dict[str, EffectivePart] | None = None
    _streams: tuple[Streams, tuple[Key, ...]] | None = None

    def __repr__(self) -> str:
        return f"<CompiledGame {self.edition.chosen}: {self.flow.model.players} players>"

    @property
    def layout_mark(self) -> str:
        """Names the layout of positions: vectors of tables with the same mark can be compared slot by slot."""
        runs = [(field.kind, field.name, run.base) for field, run in self.flow.layout.runs.items()]
        return hashlib.sha256(repr(runs).encode()).hexdigest()[:8]

    @property
    def streams(self) -> Streams:
        """The streams that its chance is drawn from."""
        return self._found_streams()[0]

    def chance_of(self, seed: int) -> RandomSource:
        """What chance of a game with this seed is drawn from."""
        return RandomSource.seeded(seed, self._found_streams()[1])

    def _found_streams(self) -> tuple[Streams, tuple[Key, ...]]:
        if self._streams is None:
            found = streams_of(self.flow)
            self._streams = (found, tuple(map(key_of, found.names)))
        return self._streams

    @property
    def walker(self) -> Walker:
        """The plain interpreter: slower, and able to explain itself."""
        if self._walker is None:
            self._walker = Walker(self.flow)
        return self._walker

    def start(self) -> Vector:
        """The first position. Raises `PlayFault` if a rule fails."""
        try:
            return self.asked(lambda engine: engine.start())
        except OverBudget:
            return self.walker.start()

    def asked(self, ask: Callable[[Engine], T]) -> T:
        """The answer of the engine about a position that was played to. Where the engine fails and the reference
        interpreter knows an answer, it takes over, after a warning."""
        try:
            return ask(self.engine)
        except OF_A_POSITION as cause:
            found = ask(self.walker)
            self.give_up(cause)
            return found

    def give_up(self, cause: Exception) -> None:
        """The reference interpreter takes over from an engine that fails where it does not."""
        if isinstance(self.engine, GeneratedEngine):
            self.engine.give_up(cause)

    def apply(self, v: Vector, seat: int, row: Row) -> None:
        """Plays a legal move. What a faster engine calls too much work is tried again by the plain one, from the same
        position, so that all give the same answer. Raises `PlayFault` if a rule fails; the vector is half changed."""
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
        """Lets chance fall on an outcome. Otherwise as `apply`."""
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
        """The parts of the rulebook as it is played here, by key: `row fee`, `field Player.purse`."""
        if self._declared is None:
            self._declared = {part.key: part for part in self._parts()}
        return self._declared
