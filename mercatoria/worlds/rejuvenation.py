"""Finds new particles for the particle filter after all particles were rejected.

Particles are usually rejected because the entry shows a piece at a location where no particle has this piece. For each
piece that the entry names, the search tests which swap with another unseen piece would make the entry possible. The
search then changes an earlier hidden entry that placed one of the two pieces, and replays the rest. If no swap helps,
the search redraws a random hidden entry. Later hidden entries are redrawn too if the change makes them impossible.

The particles found in this way are possible, but not fair samples at first. Further rejuvenation moves by the filter
make the samples fair (`changes`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from interpreter.position import Row, Vector
from interpreter.rng import Stream
from mercatoria.worlds.changes import Changes
from mercatoria.worlds.particle_step import IMPOSSIBLE
from mercatoria.worlds.seat_observations import Piece
from mercatoria.worlds.unseen import HiddenHolders, Swap
from mercatoria.worlds.world import Particle

MOST_LIVED = 20_000
"""Default maximum number of entries to replay per search."""

FEW = 2
"""Number of new particles at which the search ends."""

SOME = 40
"""Maximum number of other swaps to try per particle if no swap of a named piece helps."""

BACK = 3
"""Maximum number of entries just before the failed entry that are redrawn together with it."""

WAYS = ("last", "swap", "swap", "swap", "any", "any")
"""Strategies, chosen with equal probability: redraw the last entries, swap pieces, or redraw a random hidden entry."""


@dataclass(slots=True)
class Rejuvenation:
    """A search for particles that fit the last entry, needed if no particle could replay the entry."""

    changes: Changes
    unseen: HiddenHolders
    wanted: Sequence[Piece]
    """Pieces named by the entry that no particle could replay."""
    stream: Stream
    patience: int = MOST_LIVED
    """Maximum number of entries to replay before the search gives up."""
    lived: int = 0
    """Number of entries replayed so far."""
    _helpful: dict[int, list[Swap]] = field(default_factory=dict)
    """Swaps that make the last entry fit best, keyed by the `id` of the position before them."""
    _kept: list[Particle] = field(default_factory=list)
    """Particles that own these positions, kept alive so that each `id` stays unique."""

    def found(self, worlds: Sequence[Particle]) -> list[Particle]:
        """Return up to `FEW` particles that have replayed the last entry.

        The list is empty if the search fails.

        Args:
            worlds: Particles that agree with all entries before the last; must not be empty.
        """
        left, found, number = list(worlds), list[Particle](), 0
        misses = [self._misses(world, world.now, len(world.rows)) for world in left]
        while self.lived < self.patience and len(found) < FEW:
            at = number % len(left)
            number += 1
            world = self._tried(left[at])
            if len(world.rows) == len(self.changes.entries):
                found.append(world)
            elif len(world.rows) == len(left[at].rows):
                missed = self._misses(world, world.now, len(world.rows))
                if missed <= misses[at]:  # the particle fits at least as well as before, and its position may be new
                    left[at], misses[at] = world, missed
        return found

    def _tried(self, world: Particle) -> Particle:
        """Make one random change to a particle and replay it as far as possible."""
        self.lived += 1
        way, back = self.stream.choice(WAYS), self.stream.randrange(BACK + 1)
        anew = max(0, len(world.rows) - back)
        rows: dict[int, Row] = {}
        if way == "swap" and (swaps := self._swaps(world)):
            rows = self._swapped(world, self.stream.choice(swaps))
        elif way != "last":
            rows = self._drawn_anew(world)
        begin = min(rows, default=anew)
        return self._lived_on(world.upto(begin), world, rows, max(anew, begin))

    def _swapped(self, world: Particle, swap: Swap) -> dict[int, Row]:
        """Return the new rows of hidden entries after two pieces swap.

        Unique things are swapped in every entry since they were last seen. For interchangeable pieces, only one entry
        changes, because other pieces of the same sort may have been seen.
        """
        if not self.changes.stepper.table.flow.model.kinds[swap.one[0]].fungible:
            return self.changes.swap(world, swap.one, swap.other)
        instead = {swap.one: swap.other[1], swap.other: swap.one[1]}
        hidden = [(at, piece) for at in self._lived_by(world) if (piece := self._hidden(world, at)) in instead]
        if not hidden:
            return {}
        at, piece = self.stream.choice(hidden)
        row = self.changes.with_piece(at, world, instead[piece])
        return {at: row, **self.changes.exchange(world, at, row, self.stream).rows}

    def _drawn_anew(self, world: Particle) -> dict[int, Row]:
        """Return the new rows of hidden entries after one of them is redrawn."""
        lived = self._lived_by(world)
        at = self.stream.choice(lived) if lived else 0
        changes = self.changes
        first = changes.stepper.step(world.positions[at], changes.entries[at], None, self.stream) if lived else None
        if first is None:
            return {}
        return {at: first.row, **changes.exchange(world, at, first.row, self.stream).rows}

    def _swaps(self, world: Particle) -> list[Swap]:
        """Return the swaps that make the last entry fit best.

        Swaps of the named pieces come first. If no such swap helps, some swaps of pieces in hidden entries are tried,
        in the current position or a few entries earlier.
        """
        mark = id(world.now)
        if mark not in self._helpful:
            self._kept.append(world)
            start = max(0, len(world.rows) - self.stream.randrange(BACK + 1))
            hidden = {piece for at in self._lived_by(world) if (piece := self._hidden(world, at)) is not None}
            swaps = [swap for piece in sorted(hidden) for swap in self.unseen.swaps(world.positions[start], piece)]
            some = self.stream.sample(swaps, min(SOME, len(swaps)))
            named = [swap for piece in self.wanted for swap in self.unseen.swaps(world.now, piece)]
            self._helpful[mark] = self._best(world, named, len(world.rows)) or self._best(world, some, start)
        return self._helpful[mark]

    def _best(self, world: Particle, swaps: Sequence[Swap], start: int) -> list[Swap]:
        """Return the swaps, made just before entry `start`, that make the last entry fit best, or an empty list if none
        improves the fit.
        """
        before, found = world.positions[start], list[Swap]()
        best = self._misses(world, before, start) - 1 if swaps else 0
        for swap in swaps:
            misses = self._misses(world, self.unseen.swapped(before, swap), start)
            if misses < best:
                best, found = misses, []
            if misses == best:
                found.append(swap)
        return found

    def _misses(self, world: Particle, v: Vector, start: int) -> int:
        """Replay position `v` from entry `start` onwards, and return the number of mismatches with the last entry."""
        stepper, entries = self.changes.stepper, self.changes.entries
        for number in range(start, len(world.rows)):
            self.lived += 1
            step = stepper.step(v, entries[number], None, self.stream)
            if step is None:
                return IMPOSSIBLE
            v = step.after
        self.lived += 1
        return stepper.misses(v, entries[len(world.rows)], self.stream)

    def _lived_by(self, world: Particle) -> list[int]:
        """Return the indices of the hidden entries that a particle has replayed."""
        return [at for at in self.changes.hidden if at < len(world.rows)]

    def _hidden(self, world: Particle, at: int) -> Piece | None:
        return self.changes.piece(world, at, world.rows[at])

    def _lived_on(self, other: Particle, world: Particle, rows: Mapping[int, Row], anew: int) -> Particle:
        """Extend the particle `other` as far as possible, using the rows of the particle `world`.

        Hidden rows before entry `anew` are reused if still possible; later hidden rows are redrawn.
        """
        for number in range(len(other.rows), len(self.changes.entries)):
            self.lived += 1
            observed = self.changes.entries[number]
            row = rows.get(number) or (world.rows[number] if number < anew else None)
            if row is not None:
                step = self.changes.relived.step(number, other.now, observed, row, self.stream)
            else:
                step = self.changes.stepper.step(other.now, observed, None, self.stream)
            if step is None and row is not None and not observed.is_whole:
                step = self.changes.stepper.step(other.now, observed, None, self.stream)
            if step is None:
                break
            other.add(step)
        return other
