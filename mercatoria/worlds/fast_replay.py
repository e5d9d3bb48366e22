"""Living an entry again in another world without asking the rules, where nothing is different that they ask for.

When an entry is lived for the first time it is noted which slots of the position were looked at or written. In any
position that has the same in these slots, the rules do the same. So a world that was changed a little is lived again
fast: most entries have nothing to do with the change.
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
"""Ways to live an entry that are kept for each row. Further ones are lived by the rules each time."""


@dataclass(frozen=True, slots=True)
class _Lived:
    """How an entry was lived once."""

    look: Callable[[Vector], Any]
    """Gives what stands in the slots that it depends on."""
    found: Any
    """What stood there."""
    step: Step | None
    written: tuple[tuple[int, int], ...]
    """The slots that were changed, and to what."""

    def again(self, v: Vector) -> Step | None:
        """The same in another position that looks alike."""
        if self.step is None:
            return None
        after = v[:]
        for at, value in self.written:
            after[at] = value
        return Step(after, self.step.row, self.step.chance)


@dataclass(slots=True)
class FastReplay:
    """The entries of one transcript, as they were lived before."""

    living: ParticleStepper
    _known: list[dict[Row, list[_Lived]]] = field(default_factory=list)
    """For each entry how it was lived, by its row."""

    def forget(self, length: int) -> None:
        """Forgets all but the first so many entries."""
        del self._known[length:]

    def step(self, number: int, v: Vector, told: ObservedEntry, row: Row, stream: Stream) -> Step | None:
        """Lives an entry, with this row where it is hidden, from a position in which the seat sees what it saw before
        it."""
        while len(self._known) <= number:
            self._known.append({})
        known = self._known[number].setdefault(row, [])
        for lived in known:
            if lived.look(v) == lived.found:
                return lived.again(v)
        if len(known) == MOST_KNOWN:
            return self.living.step(v, told, row, stream)
        lived = self._watched(v, told, row, stream)
        known.append(lived)
        return lived.step

    def _watched(self, v: Vector, told: ObservedEntry, row: Row, stream: Stream) -> _Lived:
        """Lives an entry by the rules, and notes what it depends on."""
        touched = {0, 1}  # at least two, so that looking gives a tuple
        step = self.living.watched(AccessTracker(v, touched), told, row, stream)
        slots, written = sorted(touched), tuple[tuple[int, int], ...]()
        if step is not None:
            written = tuple([(at, step.after[at]) for at in slots if step.after[at] != v[at]])
        look = itemgetter(*slots)
        return _Lived(look, look(v), step, written)
