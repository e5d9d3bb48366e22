"""Samples positions that a seat cannot rule out."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from interpreter.position import Vector
from interpreter.rng import Stream
from mercatoria.players.position import Position
from mercatoria.worlds import NotPlayedTo, ParticleFilter

SEEDS = 1 << 30

Weighed = list[tuple[Vector, float]]
"""Sampled positions with their weights."""


@dataclass(slots=True)
class SampledPositions:
    """Positions that one seat cannot rule out, sampled by a particle filter that follows the game."""

    stream: Stream
    _filter: ParticleFilter | None = None

    def of(self, position: Position, size: int) -> Weighed:
        """Return positions that the seat cannot rule out, with their weights.

        If sampling fails or the position was set up by hand, the result is the determinized position alone. `size` is
        the number of positions; the first call decides.
        """
        with suppress(NotPlayedTo):
            if self._filter is None:
                self._filter = ParticleFilter(position.table, position.seat, self.stream.randrange(SEEDS), size)
            self._filter.hear(position.transcript)
            return self._filter.weighed or [(position.determinized, 1.0)]
        return [(position.determinized, 1.0)]
