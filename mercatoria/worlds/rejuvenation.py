"""Finding a world where all others have died: what went wrong in one is looked for and changed until it can go on.

A world dies where a piece was told or seen to be somewhere, and in this world it is not. So for each piece that the
entry names it is tried which exchange of two unseen pieces would let the entry happen; then something hidden is looked
for by which they came to lie so, and all is lived again. Where no exchange helps, anything hidden is drawn anew. What
was hidden later and cannot be any more is drawn anew, too.

Worlds that are found so are possible, yet not as likely as they should be: the pool changes them further (`changes`),
and that is fair.
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
"""Entries that are lived in one search, as a rule."""

FEW = 2
"""Worlds after which the search ends."""

SOME = 40
"""Exchanges that are tried in one world where those of the named pieces do not help."""

BACK = 3
"""The last entries that are drawn anew together with the one that failed, at most."""

WAYS = ("last", "swap", "swap", "swap", "any", "any")
"""What is tried, alike: the last entries are drawn anew, pieces change places, or anything hidden falls otherwise."""


@dataclass(slots=True)
class Rejuvenation:
    """One search for worlds that live up to the last entry heard, of which none is known."""

    changes: Changes
    unseen: HiddenHolders
    wanted: Sequence[Piece]
    """The pieces that the entry names that none has lived."""
    stream: Stream
    patience: int = MOST_LIVED
    """Entries after which it ends."""
    lived: int = 0
    """Entries lived so far."""
    _helpful: dict[int, list[Swap]] = field(default_factory=dict)
    """The exchanges that help a position, by its identity."""
    _kept: list[Particle] = field(default_factory=list)
    """The worlds of these positions, so that they keep their identities."""

    def found(self, worlds: Sequence[Particle]) -> list[Particle]:
        """Some such worlds, made of others that live less long; [] if none is found."""
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
                if missed <= misses[at]:  # no farther away, and perhaps elsewhere
                    left[at], misses[at] = world, missed
        return found

    def _tried(self, world: Particle) -> Particle:
        """A world with something changed, as far as it lives."""
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
        """What becomes of hidden entries where two pieces change places: of things, all in which they stand since they
        were seen; of pieces, one that has either, as others of its sort may have been seen."""
        if not self.changes.living.table.flow.model.kinds[swap.one[0]].fungible:
            return self.changes.swap(world, swap.one, swap.other)
        instead = {swap.one: swap.other[1], swap.other: swap.one[1]}
        hidden = [(at, piece) for at in self._lived_by(world) if (piece := self._hidden(world, at)) in instead]
        if not hidden:
            return {}
        at, piece = self.stream.choice(hidden)
        row = self.changes.with_piece(at, world, instead[piece])
        return {at: row, **self.changes.exchange(world, at, row, self.stream).rows}

    def _drawn_anew(self, world: Particle) -> dict[int, Row]:
        """What becomes of hidden entries where one is drawn anew."""
        lived = self._lived_by(world)
        at = self.stream.choice(lived) if lived else 0
        changes = self.changes
        first = changes.living.step(world.positions[at], changes.entries[at], None, self.stream) if lived else None
        if first is None:
            return {}
        return {at: first.row, **changes.exchange(world, at, first.row, self.stream).rows}

    def _swaps(self, world: Particle) -> list[Swap]:
        """The exchanges of pieces, now or a little earlier, that let the entry happen or, if none does, come nearest to
        it: of those that are named or, if that does not help, of some that were hidden."""
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
        """Those of some exchanges, made before an entry, after which the last one comes nearest to what was seen; [] if
        none comes nearer than without."""
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
        """How much of the entry would be seen otherwise, if the last ones were lived from another position."""
        living, entries = self.changes.living, self.changes.entries
        for number in range(start, len(world.rows)):
            self.lived += 1
            step = living.step(v, entries[number], None, self.stream)
            if step is None:
                return IMPOSSIBLE
            v = step.after
        self.lived += 1
        return living.misses(v, entries[len(world.rows)], self.stream)

    def _lived_by(self, world: Particle) -> list[int]:
        """The hidden entries that a world has lived."""
        return [at for at in self.changes.hidden if at < len(world.rows)]

    def _hidden(self, world: Particle, at: int) -> Piece | None:
        return self.changes.piece(world, at, world.rows[at])

    def _lived_on(self, other: Particle, world: Particle, rows: Mapping[int, Row], anew: int) -> Particle:
        """A world that begins like another, lived on as far as possible; up to entry `anew` with what was hidden in
        that, where it still can be so."""
        for number in range(len(other.rows), len(self.changes.entries)):
            self.lived += 1
            told = self.changes.entries[number]
            row = rows.get(number) or (world.rows[number] if number < anew else None)
            if row is not None:
                step = self.changes.relived.step(number, other.now, told, row, self.stream)
            else:
                step = self.changes.living.step(other.now, told, None, self.stream)
            if step is None and row is not None and not told.is_whole:
                step = self.changes.living.step(other.now, told, None, self.stream)
            if step is None:
                break
            other.add(step)
        return other
