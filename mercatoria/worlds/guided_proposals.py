"""Redraws what was hidden just before an entry, favouring the pieces that the entry names.

If a player draws four hidden cards and then shows three of them, hardly any particle contains exactly these cards. So
the hidden entries just before the entry that names them are replayed several times from each particle. Named pieces are
drawn more often than their probability, and the weight of the particle corrects this bias (importance sampling).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import log

from interpreter.log import CHANCE
from interpreter.position import OPEN, PlayFault, Row
from interpreter.rng import Stream, weighted_choice
from mercatoria.worlds.changes import Changes
from mercatoria.worlds.seat_observations import Piece
from mercatoria.worlds.world import Particle

TIMES = 4
"""Maximum number of passes over the particles.

The passes stop as soon as they have found as many new particles as there were before.
"""

MOST_GUESSED = 8
"""Maximum number of hidden entries to redraw."""


@dataclass(slots=True)
class GuidedProposals:
    """Guided redraws of the hidden entries just before the last entry."""

    changes: Changes
    stream: Stream

    def _begin(self) -> int:
        """Return the number of the first hidden entry in the block just before the last entry.

        If no hidden entry is just before the last one, the result is the number of the last entry.
        """
        last = len(self.changes.entries) - 1
        begin, hidden = last, set(self.changes.hidden[-MOST_GUESSED - 1 :])
        while begin - 1 in hidden and last - begin < MOST_GUESSED:
            begin -= 1
        return begin

    def found(self, worlds: Sequence[Particle], named: Collection[Piece]) -> list[Particle]:
        """Return new weighted particles that have replayed the last entry, which names these pieces.

        Each new particle starts from one of `worlds`, which agree with all earlier entries, and redraws the entries
        from the first one that may be redrawn. The list is empty if no entry is redrawn or no replay succeeds. The list
        may be longer than `worlds`.
        """
        begin = self._begin()
        if self.changes.entries[begin].is_whole:
            return []
        found: list[Particle] = []
        for _ in range(TIMES):
            tried = [self._tried(world.upto(begin), named) for world in worlds]
            found += [world for world in tried if world is not None]
            if len(found) >= len(worlds):
                break
        return found

    def _tried(self, world: Particle, named: Collection[Piece]) -> Particle | None:
        """Extend a particle to the last entry; return None if that is impossible."""
        while len(world.rows) < len(self.changes.entries):
            observed = self.changes.entries[len(world.rows)]
            row, odds = (None, 0.0) if observed.is_whole else self._guessed(world, named)
            step = self.changes.stepper.step(world.now, observed, row, self.stream)
            if step is None:
                return None
            world.add(step)
            world.weight += step.chance if observed.is_whole else odds
        return world

    def _guessed(self, world: Particle, named: Collection[Piece]) -> tuple[Row | None, float]:
        """Draw the hidden row of the next entry, and return it with the logarithm of its importance weight.

        The row is None if the named pieces do not affect the draw.
        """
        at, chance = len(world.rows), self.changes.entries[len(world.rows)].form == CHANCE
        possible = self._weighed(world, at)
        liked = [each for each in possible if self.changes.piece(world, at, each[0]) in named]
        others = [each for each in possible if each not in liked]
        if not liked or not others:
            return None, 0.0
        ways = (possible, liked, liked, liked) if chance else (possible, liked, others)
        way = self.stream.choice(ways)
        row = weighted_choice(way, self.stream.randrange(_total(way)))
        drawn = [weight / _total(each) for each in ways for other, weight in each if other == row]
        likely = next(weight for each, weight in possible if each == row) / _total(possible)
        return row, log(likely * len(ways) / sum(drawn))

    def _weighed(self, world: Particle, at: int) -> list[tuple[Row, int]]:
        """Return the possible rows of the next entry with their weights.

        Returns [] if some of the rows have open parameters.
        """
        observed, stepper = self.changes.entries[at], self.changes.stepper
        if observed.form == CHANCE:
            with suppress(PlayFault):
                return [((outcome,), weight) for outcome, weight in stepper.table.engine.chance(world.now)]
            return []
        rows = stepper.choices(world.now, observed)
        return [] if any(OPEN in row for row in rows) else [(row, 1) for row in rows]


def _total(weighed: Sequence[tuple[Row, int]]) -> int:
    return sum([weight for _, weight in weighed])
