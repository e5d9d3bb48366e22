"""Replays one transcript entry in a simulated game, so that the step agrees with the entry.

A known move is repeated if it is legal in the simulated game. Hidden parts are drawn at random: outcomes of chance
according to their weights, and secret choices uniformly from the legal ones. After the step, the seat must see what the
transcript says. All legal choices that agree with the entry count as equally likely, so nothing is inferred from the
choices of players.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from math import log
from typing import NamedTuple

from interpreter.flow import ChanceNode
from interpreter.log import CHANCE, take_fired
from interpreter.position import OPEN, PC, SAMPLES, PlayFault, Row, Vector, filled_in
from interpreter.rng import Stream, weighted_choice
from interpreter.table import CompiledGame
from mercatoria.worlds.access_tracking import AccessTracker, plain
from mercatoria.worlds.observed_entries import EntryObserver, ObservedEntry, Words
from mercatoria.worlds.seat_observations import SeatObserver

MOST_CHOICES = 8
"""Maximum number of moves to compare for a hidden choice."""

IMPOSSIBLE = 1_000_000
"""Number of mismatches that marks an impossible entry.

It is larger than any real count.
"""


class Step(NamedTuple):
    """The result of replaying one entry."""

    after: Vector
    row: Row
    """The move; for a chance event, a row with only the outcome."""
    chance: float
    """Natural logarithm of the probability of a chance outcome or hidden choice.

    The value is 0 for other entries.
    """


class ParticleStepper:
    """Replays the transcript entries of one seat (None: a spectator) by the rules of one table."""

    def __init__(self, table: CompiledGame, seat: int | None) -> None:
        self.table = table
        self._onlooker = SeatObserver(table, seat)
        self._teller = EntryObserver(table, seat)

    def step(self, v: Vector, observed: ObservedEntry, row: Row | None, stream: Stream) -> Step | None:
        """Return the step that results from replaying an entry in a position, which is left unchanged.

        The result is None if the entry is impossible there, or if the seat would see something else afterwards.

        Args:
            row: Move or outcome to play; None to draw the hidden parts. The row is ignored for a move that hides
                nothing.
            stream: Random stream for the hidden parts.
        """
        step = self._done(v, observed, row, stream)
        return step if step is not None and self._onlooker.sees(step.after) == observed.sight else None

    def watched(self, v: AccessTracker, observed: ObservedEntry, row: Row, stream: Stream) -> Step | None:
        """Return the same result as `step`, and record in `v` which slots the result depends on.

        In `v` the seat must see what it saw before the entry. The sums that the seat sees then need not be read,
        because they change by exactly as much as the written slots do.
        """
        step = self._done(v, observed, row, stream)
        if step is None:
            return None
        self._onlooker.computed(step.after)
        after = plain(step.after)
        return step._replace(after=after) if self._onlooker.sees(after) == observed.sight else None

    def misses(self, v: Vector, observed: ObservedEntry, stream: Stream) -> int:
        """Return the number of values that differ between the view after an entry and the observed view.

        The result is `IMPOSSIBLE` if the entry cannot happen. For a hidden move, up to `MOST_CHOICES` listed moves are
        tried, and the smallest number of differences is returned. Hidden outcomes of chance and open parameters are
        drawn.
        """
        rows: list[Row | None] = [None]
        if observed.form != CHANCE and not observed.is_whole:
            rows = [row for row in self.choices(v, observed)[:MOST_CHOICES] if OPEN not in row] or rows
        steps = [self._done(v, observed, row, stream) for row in rows]
        return min(IMPOSSIBLE if step is None else self._differences(step.after, observed) for step in steps)

    def _differences(self, v: Vector, observed: ObservedEntry) -> int:
        sight = self._onlooker.sees(v)
        slots = [
            one != other
            for seen, wanted in zip(sight[:3], observed.sight[:3], strict=True)
            for one, other in zip_longest(seen, wanted)
        ]
        return sum(slots) + (sight[3:] != observed.sight[3:])

    def _done(self, v: Vector, observed: ObservedEntry, row: Row | None, stream: Stream) -> Step | None:
        """Replay an entry without comparing the view afterwards."""
        try:
            done = self._fall if observed.form == CHANCE else self._move
            step = done(v, observed, row, stream)
        except PlayFault:
            return None
        if step is not None and self._teller.fired(take_fired(self.table, step.after)) != observed.fired:
            return None
        return step

    def _fall(self, v: Vector, observed: ObservedEntry, row: Row | None, stream: Stream) -> Step | None:
        node = self.table.flow.nodes[v[PC]]
        if not isinstance(node, ChanceNode) or node.label != observed.label:
            return None
        weighed = self.table.engine.chance(v)
        total = sum([weight for _, weight in weighed])
        outcome = observed.words[0] if row is None else row[0]
        if outcome is None:
            outcome = weighted_choice(weighed, stream.randrange(total))
        weight = next((weight for each, weight in weighed if each == outcome), 0)
        if not weight or self._teller.of_chance(v, node, outcome) != observed.words:
            return None
        after = v[:]
        self.table.resolve(after, outcome)
        return Step(after, (outcome,), log(weight / total))

    def _move(self, v: Vector, observed: ObservedEntry, row: Row | None, stream: Stream) -> Step | None:
        number, chance = v[PC], 0.0
        if observed.is_whole:
            row = tuple([word for word in observed.words if word is not None])
        else:
            listed = self.choices(v, observed)
            row = row or self._chosen(v, observed, listed, stream)
            if row is None or not (row in listed or any(OPEN in each for each in listed)):
                return None
            chance = -log(len(listed))
        if not self.table.engine.is_legal(v, observed.mover, row):
            return None
        after = v[:]
        self.table.apply(after, observed.mover, row)
        words = self._teller.of_move(v, number, observed.mover, row, after, observed.sealed)
        return Step(after, row, chance) if words == observed.words else None

    def choices(self, v: Vector, observed: ObservedEntry) -> list[Row]:
        """Return the listed moves of the mover that agree with the known numbers of an entry.

        The result is [] if a rule fails.
        """
        try:
            rows = self.table.engine.moves(v, observed.mover)
        except PlayFault:
            return []
        return [row for row in rows if _fits(row, observed.words)]

    def _chosen(self, v: Vector, observed: ObservedEntry, listed: Sequence[Row], stream: Stream) -> Row | None:
        """Draw a move. The open parameters of the move come from the transcript or are drawn at random."""
        if not listed:
            return None
        row, engine = stream.choice(listed), self.table.engine
        if OPEN not in row:
            return row
        ranges, sizes = engine.ranges(v, observed.mover, row), engine.sizes(v, observed.mover, row)
        for _ in range(SAMPLES):
            drawn = filled_in(row, ranges, sizes, stream.randrange)
            drawn = tuple([value if word is None else word for value, word in zip(drawn, observed.words, strict=True)])
            if engine.is_legal(v, observed.mover, drawn):
                return drawn
        return None


def _fits(row: Row, words: Words) -> bool:
    """Return True if a listed move agrees with the known numbers."""
    if len(row) != len(words):
        return False
    return all(word is None or value in (word, OPEN) for value, word in zip(row, words, strict=True))
