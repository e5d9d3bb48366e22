"""Explores a large game at random: whole games, and walks from situations that were rarely seen.

Many situations lie far from the start, and random play reaches them seldom. The search therefore keeps one position for
each cell of a coarse map, and often begins again from the cell that it has used least (after Go-Explore by Ecoffet and
others, 2021). Two positions share a cell if play waits at the same place for the same player, and if the fields that
the claims read have about the same values.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from dsl import model
from interpreter.position import OVER, PC, FieldLayout, HolderForm, PlayFault, Vector
from interpreter.rng import Stream, game_seed
from interpreter.table import CompiledGame, size_of
from mercatoria.claims.budget import Budget
from mercatoria.claims.conditions import Conditions
from mercatoria.claims.walks import Walk, Walks

GAMES, LONGEST_GAME = 8, 3_000
"""Number of games in each round of a search, and maximum number of steps in a game, because a game may be endless."""
RESTARTS, LONGEST_RESTART = 200, 40
"""Number of restarts in each round of a search, and maximum number of steps after a restart."""
MOST_CELLS = 20_000
CLASSES = 7


@dataclass(frozen=True, slots=True)
class Hit:
    """A position in which some sought conditions hold, given by the walk that leads to it.

    If a rule fails after the walk, `fault` says why, and there are no bits.
    """

    bits: int
    walk: Walk
    fault: PlayFault | None = None


class Cells:
    """The coarse map: what a position has to do with the sought conditions."""

    def __init__(self, table: CompiledGame, sought: Iterable[model.Expr]) -> None:
        runs = table.flow.layout.runs
        read = fields_read(table.flow.model, sought)
        self._runs = [run for of, run in runs.items() if of in read]
        self._player = table.flow.layout.runs[table.flow.model.field_named("player")].base[0]

    def cell(self, v: Vector) -> tuple[int, ...]:
        """Return the cell of a position: where play waits, whose turn it is, and the classes of the fields read."""
        return (v[PC], v[self._player], *(number for run in self._runs for number in _classes(v, run)))


def fields_read(made: model.Model, conditions: Iterable[object]) -> set[model.StateField]:
    """Return the fields that conditions read, directly or through the values that they call."""
    waiting, seen, fields = list(conditions), set[str](), set[model.StateField]()
    while waiting:
        for part in model.parts(waiting.pop()):
            if isinstance(part, model.Slot):
                fields.add(part.field)
            elif isinstance(part, model.CallValue) and part.name in made.values and part.name not in seen:
                seen.add(part.name)
                waiting.append(made.values[part.name])
    return fields


def _classes(v: Vector, run: FieldLayout) -> tuple[int, int, int]:
    """Return the classes of the least and the greatest entry of a field, and of their sum."""
    if isinstance(run.storage, HolderForm):
        numbers = [size_of(v, run, entry) for entry in range(len(run.base))]
    else:
        numbers = [v[at] for at in run.base]
    return _class(min(numbers)), _class(max(numbers)), _class(sum(numbers))


def _class(number: int) -> int:
    """Return one of a few classes of numbers: 0, 1, 2 to 3, 4 to 7 and so on, and the same below 0."""
    size = min(abs(number).bit_length(), CLASSES)
    return -size if number < 0 else size


@dataclass(slots=True)
class _Found:
    """The shortest way that was found into a cell, and how often the search has begun from there."""

    position: Vector
    walk: Walk | None
    length: int


@dataclass(slots=True)
class Explorer:
    """A search through random games. The same seed leads to the same search."""

    table: CompiledGame
    conditions: Conditions
    walks: Walks
    seed: int = 1
    known: dict[tuple[int, ...], _Found] = field(default_factory=dict)
    _queue: list[tuple[int, int, tuple[int, ...]]] = field(default_factory=list)
    """The cells by how often the search began from them, then by age."""

    def hits(self, sought: int, budget: Budget) -> Iterator[Hit]:
        """Yield each hit. After a hit, the search no longer seeks its conditions.

        The first failure of a rule is a hit as well.
        """
        begun, draw = self.table.start(), Stream(self.seed, "claims").randrange
        cells = Cells(self.table, self.conditions.sought)
        self._keep(cells.cell(begun), _Found(begun, None, 0))
        first, failed = 0, False
        while not budget.is_spent and ((sought := self._still(sought)) or not failed):
            found = self.walks.seek(begun, self.seed, first, GAMES, LONGEST_GAME, sought)
            budget.spend(found.tested)
            if not failed and (game := self.walks.failed) is not None:
                failed = True
                yield Hit(0, Walk(None, game.seed, game.steps), game.fault)
            if found.hits:
                sought &= ~found.hits
                yield Hit(found.hits, Walk(None, game_seed(self.seed, first + found.games), found.steps))
            first += found.games + bool(found.hits)
            for _ in range(RESTARTS):
                if budget.is_spent or not ((sought := self._still(sought)) or not failed):
                    return
                seen, _, key = heapq.heappop(self._queue)
                heapq.heappush(self._queue, (seen + 1, first, key))
                cell, most = self.known[key], 1 + draw(LONGEST_RESTART)
                found = self.walks.seek(cell.position, self.seed, first, 1, most, sought)
                budget.spend(found.tested)
                walk = Walk(cell.walk, game_seed(self.seed, first), found.steps)
                first += 1
                if not failed and (game := self.walks.failed) is not None:
                    failed = True
                    yield Hit(0, Walk(cell.walk, game.seed, game.steps), game.fault)
                if found.hits:
                    sought &= ~found.hits
                    yield Hit(found.hits, walk)
                elif self.walks.end and not self.walks.end[OVER]:
                    self._keep(cells.cell(self.walks.end), _Found(self.walks.end, walk, cell.length + found.steps))

    def _still(self, sought: int) -> int:
        """Return the bits without those of conditions that cannot be tested."""
        for number in self.conditions.faults:
            sought &= ~(1 << number)
        return sought

    def _keep(self, key: tuple[int, ...], found: _Found) -> None:
        """Keep the way into a cell if it is new, or shorter than the known one."""
        known = self.known.get(key)
        if known is None and len(self.known) < MOST_CELLS:
            heapq.heappush(self._queue, (0, len(self.known), key))
            self.known[key] = found
        elif known is not None and found.length < known.length:
            self.known[key] = found
