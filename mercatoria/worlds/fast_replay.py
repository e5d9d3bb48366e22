"""Replays an entry in another particle, without running the rules if their effect is already known.

The first replay of an entry records which slots of the position the rules read or wrote. In any position with the same
values in these slots, the rules have the same effect. A particle with a small change is therefore fast to replay,
because most entries do not depend on the change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any

from interpreter.position import Row, Vector
from interpreter.rng import Stream
from mercatoria.worlds.access_tracking import AccessTracker
from mercatoria.worlds.observed_entries import ObservedEntry
from mercatoria.worlds.particle_step import ParticleStepper, Step

MOST_KNOWN = 12
"""Maximum number of cached replays for each row of an entry.

Beyond this number, the rules run each time.
"""


@dataclass(frozen=True, slots=True)
class _Lived:
    look: Callable[[Vector], Any]
    """Function that returns the values of the slots that the entry depends on."""
    found: Any
    """Values of these slots before the replay."""
    step: Step | None
    written: tuple[tuple[int, int], ...]
    """Changed slots, with their new values."""

    def again(self, v: Vector) -> Step | None:
        """Repeat the effect of the replay in another position with the same slot values."""
        if self.step is None:
            return None
        after = v[:]
        for at, value in self.written:
            after[at] = value
        return Step(after, self.step.row, self.step.chance)


@dataclass(slots=True)
class FastReplay:
    """Cached replays of the entries of one transcript."""

    stepper: ParticleStepper
    _known: list[dict[Row, list[_Lived]]] = field(default_factory=list)
    """Cached replays of each entry, keyed by row."""

    def forget(self, length: int) -> None:
        """Keep only the replays of the first `length` entries."""
        del self._known[length:]

    def step(self, number: int, v: Vector, observed: ObservedEntry, row: Row, stream: Stream) -> Step | None:
        """Replay an entry in a position, and return the resulting step, or None if the position rules out the entry.

        The position is left unchanged.

        Args:
            v: A position in which the seat sees exactly what it saw before the entry.
            row: The move or chance outcome to replay.
        """
        while len(self._known) <= number:
            self._known.append({})
        known = self._known[number].setdefault(row, [])
        for lived in known:
            if lived.look(v) == lived.found:
                return lived.again(v)
        if len(known) == MOST_KNOWN:
            return self.stepper.step(v, observed, row, stream)
        lived = self._watched(v, observed, row, stream)
        known.append(lived)
        return lived.step

    def _watched(self, v: Vector, observed: ObservedEntry, row: Row, stream: Stream) -> _Lived:
        """Replay an entry by running the rules, and record which slots it depends on."""
        touched = {0, 1}  # at least two slots, so that the getter returns a tuple
        step = self.stepper.watched(AccessTracker(v, touched), observed, row, stream)
        slots, written = sorted(touched), tuple[tuple[int, int], ...]()
        if step is not None:
            written = tuple([(at, step.after[at]) for at in slots if step.after[at] != v[at]])
        look = itemgetter(*slots)
        return _Lived(look, look(v), step, written)
