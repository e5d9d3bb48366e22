"""The positions in which the runs of a decision begin: what the seat supposes, and what a spectator would.

Where the seat holds a secret, rivals must not learn from positions in which it always holds the same. They learn from
what a spectator supposes; but where so much may be done that they would hardly learn anything, that is not looked for.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from interpreter.position import Vector
from interpreter.rng import Stream
from mercatoria.players.position import Position
from mercatoria.players.search_bot.branches import drawn
from mercatoria.players.search_bot.chance_sampler import ChanceSampler
from mercatoria.players.search_bot.search import RootSample, Search
from mercatoria.worlds import NotPlayedTo, ParticleFilter, holds_secret

SEEDS = 1 << 30

OVERHEARD = 16
"""In so many trials the others learn from what a spectator supposes. They go on where that was of use in a quarter of
them: where they came to points at which somebody chose by what was learnt."""

Supposed = list[tuple[RootSample, float]]
"""Supposed positions and their weights."""

Weighed = list[tuple[Vector, float]]
"""The same, before a search is told of them."""


@dataclass(slots=True)
class RootSampler:
    """Finds them for one seat, from decision to decision."""

    stream: Stream
    _own: ParticleFilter | None = None
    _spectator: ParticleFilter | None = None

    def found(self, position: Position, size: int, search: Search) -> tuple[Supposed, Supposed]:
        """Where the runs of a search begin, and where those begin from which the rivals learn; the latter is [] where
        they learn from all runs, or hardly would learn. `size`: how many positions are supposed."""
        own, seat, overheard = self._supposed(position, size), position.seat, Supposed()
        alone = self._holds_secret(position)
        if alone and self._would_learn(own, replace(search)):
            overheard = [(search.beginning(v, _everyone), weight) for v, weight in self._overheard(position, size)]
            alone = len({each.seen[seat] for each, _ in overheard}) > 1
        teaches = (lambda who: who == seat) if alone else _everyone
        return [(search.beginning(v, teaches), weight) for v, weight in own], overheard if alone else []

    def _supposed(self, position: Position, size: int) -> Weighed:
        """Positions that the seat cannot rule out. Where none was found, or the position was not played to, the one
        that the greedy player supposes."""
        with suppress(NotPlayedTo):
            if self._own is None:
                self._own = self._new_pool(position, position.seat, size)
            self._own.hear(position.transcript)
            return self._own.weighed or [(position.determinized, 1.0)]
        return [(position.determinized, 1.0)]

    def _overheard(self, position: Position, size: int) -> Weighed:
        """Positions that a spectator cannot rule out; [] where none was found."""
        if self._spectator is None:
            self._spectator = self._new_pool(position, None, size)
        self._spectator.hear(position.overheard)
        return self._spectator.weighed

    def _new_pool(self, position: Position, seat: int | None, size: int) -> ParticleFilter:
        return ParticleFilter(position.table, seat, self.stream.randrange(SEEDS), size)

    def _holds_secret(self, position: Position) -> bool:
        """Whether the seat holds what a spectator does not see; not asked where the position was not played to."""
        with suppress(NotPlayedTo):
            return bool(position.transcript) and holds_secret(position.table, position.determinized, position.seat)
        return False

    def _would_learn(self, supposed: Weighed, search: Search) -> bool:
        """Whether others came to points at which somebody chose by what was learnt, if they learnt from the positions
        that the seat supposes: from those of a spectator they learn no faster."""
        begun, of_use = [(search.beginning(v, _everyone), weight) for v, weight in supposed], 0
        for _ in range(OVERHEARD):
            run = search.run(one_of(begun, self.stream), ChanceSampler(search.table, self.stream.randrange(SEEDS)))
            of_use += run is not None and len(run.taken) > 1
        return 4 * of_use > OVERHEARD


def one_of(supposed: Supposed, stream: Stream) -> RootSample:
    """One of the supposed positions, by its weight."""
    return supposed[drawn([weight for _, weight in supposed], stream)][0]


def _everyone(seat: int) -> bool:
    return True
