"""A game compiled for one player count: its model, flowchart and engines."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from dsl.amendments import EffectivePart
from dsl.checking import Checked
from dsl.locale import Locale, locale_of
from interpreter.codegen import GeneratedEngine
from interpreter.flow import Flow, Streams, streams_of
from interpreter.position import OF_A_POSITION, EarlyFault, Engine, OverBudget, Results, Row, Vector
from interpreter.reference import Walker
from interpreter.rng import Key, RandomSource, key_of
from interpreter.table.game_config import GameConfig
from interpreter.table.moves import Notation

T = TypeVar("T")


class TableError(ValueError):
    """Raised if a game cannot be set up or played as requested, for example because a variant is unknown."""


@dataclass(frozen=True, slots=True)
class TentativeSteps:
    """The two functions that change a position fastest.

    Both may raise `OverBudget` or `EarlyFault`, although no rule fails. The caller must then repeat the step with
    `CompiledGame.apply` or `CompiledGame.resolve`, from its own copy of an earlier position.
    """

    apply: Callable[[Vector, int, Row], None]
    resolve: Callable[[Vector, int], None]


@dataclass(slots=True, weakref_slot=True)
class CompiledGame:
    """A game compiled for one player count.

    `fingerprint` identifies the game's rules in records.
    """

    edition: GameConfig
    checked: Checked
    flow: Flow
    engine: Engine
    notation: Notation
    fingerprint: str
    _walker: Walker | None = None
    _parts: Callable[[], list[EffectivePart]] = list
    """Function that returns the declarations of the rulebook after amendments by variants."""
    results: Results = field(default_factory=Results)
    """Results that other packages compute only once for this game (`once`)."""
    _declared: dict[str, EffectivePart] | None = None
    _streams: tuple[Streams, tuple[Key, ...]] | None = None

    def __repr__(self) -> str:
        return f"<CompiledGame {self.edition.chosen}: {self.flow.model.players} players>"

    @property
    def locale(self) -> Locale:
        """The program's texts in the language of the game's words."""
        return locale_of(self.flow.model.language)

    @property
    def layout_mark(self) -> str:
        """Hash of the layout.

        If two games have the same hash, their positions can be compared slot by slot.
        """
        runs = [(field.kind, field.name, run.base) for field, run in self.flow.layout.runs.items()]
        return hashlib.sha256(repr(runs).encode()).hexdigest()[:8]

    @property
    def streams(self) -> Streams:
        """Random streams that supply the game's chance outcomes."""
        return self._found_streams()[0]

    def chance_of(self, seed: int) -> RandomSource:
        """Return a random source for a new game with this seed."""
        return RandomSource.seeded(seed, self._found_streams()[1])

    def _found_streams(self) -> tuple[Streams, tuple[Key, ...]]:
        if self._streams is None:
            found = streams_of(self.flow)
            self._streams = (found, tuple(map(key_of, found.names)))
        return self._streams

    @property
    def walker(self) -> Walker:
        """The reference interpreter, which is slower than other engines but can be observed."""
        if self._walker is None:
            self._walker = Walker(self.flow)
        return self._walker

    def start(self) -> Vector:
        """Return the position with which the game begins: at its first decision or chance node, or that of a scenario.

        Raises `PlayFault` if a rule of the set-up fails.
        """
        if (begins := self.edition.begins) is not None:
            return list(begins.position)
        try:
            return self.asked(lambda engine: engine.start())
        except OverBudget:
            return self.walker.start()

    def asked(self, ask: Callable[[Engine], T]) -> T:
        """Call the engine with a position that occurred in play, and return the result.

        If the engine fails and the reference interpreter does not, warn the user and use the reference interpreter from
        then on.
        """
        try:
            return ask(self.engine)
        except OF_A_POSITION as cause:
            found = ask(self.walker)
            self.give_up(cause)
            return found

    def give_up(self, cause: Exception) -> None:
        """Replace a failed engine with the reference interpreter."""
        if isinstance(self.engine, GeneratedEngine):
            self.engine.give_up(cause)

    @property
    def tentative(self) -> TentativeSteps:
        """The engine's fastest steps, for callers that can repeat a step."""
        engine = self.engine
        if isinstance(engine, GeneratedEngine):
            return TentativeSteps(engine.try_apply, engine.try_resolve)
        return TentativeSteps(engine.apply, engine.resolve)

    def apply(self, v: Vector, seat: int, row: Row) -> None:
        """Play a legal move.

        Raises `PlayFault` if a rule fails. In that case, the vector is partly changed. If a faster engine exhausts its
        work budget or cannot tell whether a rule fails, the reference interpreter plays the move from the same
        position. All engines therefore give the same result.
        """
        before = v[:]
        try:
            self.tentative.apply(v, seat, row)
        except (OverBudget, EarlyFault):
            v[:] = before
            self.walker.apply(v, seat, row)
        except OF_A_POSITION as cause:
            v[:] = before
            self.walker.apply(v, seat, row)
            self.give_up(cause)

    def resolve(self, v: Vector, outcome: int) -> None:
        """Apply a chance outcome. Errors are handled as in `apply`."""
        before = v[:]
        try:
            self.tentative.resolve(v, outcome)
        except (OverBudget, EarlyFault):
            v[:] = before
            self.walker.resolve(v, outcome)
        except OF_A_POSITION as cause:
            v[:] = before
            self.walker.resolve(v, outcome)
            self.give_up(cause)

    @property
    def declared(self) -> dict[str, EffectivePart]:
        """Declarations of the amended rulebook by key, such as `row fee` or `field Player.purse`."""
        if self._declared is None:
            self._declared = {part.key: part for part in self._parts()}
        return self._declared
