"""Redraws the hidden entries just before an entry that names pieces, and favours these pieces.

If a player draws four hidden cards and then shows three of them, hardly any particle contains exactly these cards. The
hidden entries just before the reveal are therefore redrawn several times in each particle. Named pieces are drawn with
more than their true probability, and the weight of the particle corrects this bias (importance sampling).
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

The passes stop early once there are at least as many new particles as old ones.
"""

MOST_GUESSED = 8
"""Maximum number of hidden entries to redraw."""


@dataclass(slots=True)
class GuidedProposals:
    """Guided redraws of the hidden entries just before the last entry."""

    changes: Changes
    stream: Stream

    def _begin(self) -> int:
        """Return the index of the first of the hidden entries just before the last entry, or of the last entry if there
        are none.
        """
        last = len(self.changes.entries) - 1
        begin, hidden = last, set(self.changes.hidden[-MOST_GUESSED - 1 :])
        while begin - 1 in hidden and last - begin < MOST_GUESSED:
            begin -= 1
        return begin

    def found(self, worlds: Sequence[Particle], named: Collection[Piece]) -> list[Particle]:
        """Return new weighted particles that have replayed the last entry, which names the pieces `named`.

        Each new particle copies one of `worlds` up to the first redrawn entry. The `worlds` must agree with all entries
        but the last. The list is empty if no entry is redrawn or no replay succeeds. The list may be longer than
        `worlds`.
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
        """Extend a particle to the last entry, or return None if that is impossible."""
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
        """Draw the hidden row of the next entry, and return it with its log importance weight.

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
        """Return the possible rows of the next entry with weights, or an empty list if some have open parameters."""
        observed, stepper = self.changes.entries[at], self.changes.stepper
        if observed.form == CHANCE:
            with suppress(PlayFault):
                return [((outcome,), weight) for outcome, weight in stepper.table.engine.chance(world.now)]
            return []
        rows = stepper.choices(world.now, observed)
        return [] if any(OPEN in row for row in rows) else [(row, 1) for row in rows]


def _total(weighed: Sequence[tuple[Row, int]]) -> int:
    return sum([weight for _, weight in weighed])
