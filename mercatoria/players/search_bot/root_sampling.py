"""Samples the start positions of a decision's runs, in agreement with what a seat or spectator knows.

All positions sampled for a seat contain that seat's actual secrets. Rivals must not discover these secrets, so they
learn from positions sampled for a spectator. If the game has too many options for rivals to learn anything, the search
skips the spectator's positions.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace

from interpreter.rng import Stream
from mercatoria.players.playouts.chance_sampler import ChanceSampler
from mercatoria.players.position import Position
from mercatoria.players.sampled_positions import SEEDS, SampledPositions, Weighed
from mercatoria.players.search_bot.branches import drawn
from mercatoria.players.search_bot.search import RootSample, Search
from mercatoria.worlds import NotPlayedTo, ParticleFilter, holds_secret

OVERHEARD = 16
"""Number of trial runs that decide whether rivals could learn anything useful.

After the trial, the search samples for a spectator only if more than a quarter of these runs were useful. A run is
useful if it reaches a node where a rival chooses according to learnt statistics.
"""

Supposed = list[tuple[RootSample, float]]
"""Root positions of a search, with their weights."""


@dataclass(slots=True)
class RootSampler:
    """Samples root positions for one seat."""

    stream: Stream
    own: SampledPositions = field(init=False)
    _spectator: ParticleFilter | None = None

    def __post_init__(self) -> None:
        self.own = SampledPositions(self.stream)

    def found(self, position: Position, size: int, search: Search) -> tuple[Supposed, Supposed]:
        """Return the roots of the seat's own runs, and the roots of the runs that teach rivals.

        The second list is empty if the seat's own runs also teach rivals, or if rivals would learn almost nothing.
        `size` is the number of positions to sample.
        """
        own, seat, overheard = self.own.of(position, size), position.seat, Supposed()
        alone = self._holds_secret(position)
        if alone and self._would_learn(own, replace(search)):
            overheard = [(search.beginning(v, _everyone), weight) for v, weight in self._overheard(position, size)]
            alone = len({each.seen[seat] for each, _ in overheard}) > 1
        teaches = (lambda who: who == seat) if alone else _everyone
        return [(search.beginning(v, teaches), weight) for v, weight in own], overheard if alone else []

    def _overheard(self, position: Position, size: int) -> Weighed:
        """Return positions that a spectator cannot rule out, with their weights; the list may be empty."""
        if self._spectator is None:
            self._spectator = ParticleFilter(position.table, None, self.stream.randrange(SEEDS), size)
        self._spectator.hear(position.overheard)
        return self._spectator.weighed

    def _holds_secret(self, position: Position) -> bool:
        """Return True if the seat sees something that a spectator does not; False for a position set up by hand."""
        with suppress(NotPlayedTo):
            return bool(position.transcript) and holds_secret(position.table, position.determinized, position.seat)
        return False

    def _would_learn(self, supposed: Weighed, search: Search) -> bool:
        """Return True if rivals would often reach nodes where they choose according to learnt statistics.

        The trial runs start from the seat's own samples, because rivals learn no faster from a spectator's samples.
        """
        begun, of_use = [(search.beginning(v, _everyone), weight) for v, weight in supposed], 0
        for _ in range(OVERHEARD):
            run = search.run(one_of(begun, self.stream), ChanceSampler(search.table, self.stream.randrange(SEEDS)))
            of_use += run is not None and len(run.taken) > 1
        return 4 * of_use > OVERHEARD


def one_of(supposed: Supposed, stream: Stream) -> RootSample:
    """Draw one of the sampled positions, with probabilities proportional to their weights."""
    return supposed[drawn([weight for _, weight in supposed], stream)][0]


def _everyone(seat: int) -> bool:
    return True
