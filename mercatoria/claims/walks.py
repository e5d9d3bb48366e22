"""Random games from a position, in which every position is tested for the sought conditions.

Both engines play the same games from the same seed, and find the same hits.
"""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from interpreter.native import ClaimSearch, Compiled, Machine, Sought, compiled_module, is_installed
from interpreter.optimizer import plan
from interpreter.position import PlayFault, Row, Vector
from interpreter.rng import game_seed
from interpreter.table import CompiledGame, TableError
from mercatoria.claims.conditions import Conditions
from mercatoria.claims.steps import Step, position_after
from mercatoria.simulation import NATIVE, PYTHON, random_steps


@dataclass(frozen=True, slots=True)
class FailedGame:
    """A game in which a rule failed after some steps, or in which a player had no legal move.

    `seed` is the game's own seed.
    """

    seed: int
    steps: int
    fault: PlayFault


class Walks(Protocol):
    end: Vector
    """The last position of the last game, or an empty list if a rule failed there and left it half changed."""

    @property
    def failed(self) -> FailedGame | None:
        """The first game in which a rule failed."""
        ...

    @property
    def engine(self) -> str:
        """The name of the engine that plays the games."""
        ...

    def seek(self, begun: Vector, seed: int, first: int, number: int, most: int, sought: int) -> Sought:
        """Play games from a position until a sought condition holds; see `ClaimSearch.seek`."""
        ...


@dataclass(slots=True)
class PythonWalks:
    """Random games on the Python engine."""

    table: CompiledGame
    conditions: Conditions
    end: Vector = field(default_factory=list)
    engine: str = PYTHON
    failed: FailedGame | None = None

    def seek(self, begun: Vector, seed: int, first: int, number: int, most: int, sought: int) -> Sought:
        tested = steps = 0
        for game in range(number):
            self.end = v = begun[:]
            steps, tested = 0, tested + 1
            if hits := self.conditions.hits(v, sought):
                return Sought(hits, game, 0, tested)
            own = game_seed(seed, first + game)
            try:
                for _ in random_steps(self.table, v, own, most):
                    steps, tested = steps + 1, tested + 1
                    if hits := self.conditions.hits(v, sought):
                        return Sought(hits, game, steps, tested)
            except PlayFault as fault:
                self.failed, self.end = self.failed or FailedGame(own, steps, fault), []
            except TableError:  # no legal way to fill in the open numbers of a move was found
                continue
        return Sought(0, number, steps, tested)


@dataclass(slots=True)
class NativeWalks:
    """Random games on the native engine. A game that the module cannot finish is played on the Python engine."""

    search: ClaimSearch
    plain: PythonWalks
    end: Vector = field(default_factory=list)
    engine: str = NATIVE

    @property
    def failed(self) -> FailedGame | None:
        return self.plain.failed

    def seek(self, begun: Vector, seed: int, first: int, number: int, most: int, sought: int) -> Sought:
        tested = done = steps = 0
        while done < number:
            found = self.search.seek(begun, seed, first + done, number - done, most, sought)
            tested, done, steps = tested + found.tested, done + found.games, found.steps
            if not found.stopped:
                self.end = self.search.machine.position
                return Sought(found.hits, done, steps, tested)
            again = self.plain.seek(begun, seed, first + done, 1, most, sought)
            tested, steps, self.end = tested - found.steps - 1 + again.tested, again.steps, self.plain.end
            if again.hits:
                return Sought(again.hits, done, steps, tested)
            done += 1
        return Sought(0, number, steps, tested)


def walks_of(table: CompiledGame, conditions: Conditions, native: bool = True) -> Walks:
    """Return the fastest walks through the games of a table.

    Args:
        native: False to use the Python engine in any case.
    """
    plain = PythonWalks(table, conditions)
    compiled = _compiled(table, conditions) if native and conditions.sought and is_installed() else None
    return plain if compiled is None else NativeWalks(ClaimSearch(Machine(compiled)), plain)


def _compiled(table: CompiledGame, conditions: Conditions) -> Compiled | None:
    """Return a module that also tests the conditions, or None if the native engine cannot play all the rules."""
    program = plan(table.flow, sought=conditions.sought)
    found = compiled_module(table.flow, program, tuple(table.start()))
    return found if found is not None and not found.native.not_carried else None


@dataclass(frozen=True, slots=True)
class Walk:
    """Random steps from the end of another walk, or from the start of the game."""

    before: Walk | None
    seed: int
    steps: int

    @property
    def length(self) -> int:
        return self.steps + (self.before.length if self.before is not None else 0)

    @property
    def first_seed(self) -> int:
        """The seed with which the game began."""
        return self.before.first_seed if self.before is not None else self.seed

    def replayed(self, table: CompiledGame, failing: bool = False) -> list[Step]:
        """Return the steps from the start of the game.

        Args:
            failing: True to add the step that fails after the walk. There is none if a player has no legal move.
        """
        v, steps = table.start(), list[Step]()
        for part in self._parts():
            steps += [Step(*step) for step in random_steps(table, v, part.seed, part.steps)]
        if failing:
            tried: list[tuple[int, Row]] = []
            before = self.before.replayed(table) if self.before is not None else []
            v = position_after(table, before)
            with suppress(PlayFault):
                deque(random_steps(table, v, self.seed, self.steps + 1, tried), 0)
            steps = [*before, *(Step(*step) for step in tried)]
        return steps

    def _parts(self) -> list[Walk]:
        found, part = list[Walk](), self
        while True:
            found.append(part)
            if part.before is None:
                return found[::-1]
            part = part.before
