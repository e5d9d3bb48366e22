"""Replays one transcript entry in a simulated game, so that the step agrees with the entry.

A known move is repeated if it is legal in the simulated game. Hidden parts are drawn at random: chance outcomes by
their weights, and secret choices uniformly from the legal ones. After the step, the seat must see what the transcript
says. Legal choices that agree with the entry count as equally likely, so the filter infers nothing from the players'
habits.
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
"""Placeholder for the number of mismatches if an entry is impossible.

The value is larger than any actual number of mismatches.
"""


class Step(NamedTuple):
    """Result of replaying one entry."""

    after: Vector
    row: Row
    """The move, or a row that contains only the outcome of a chance event."""
    chance: float
    """Natural logarithm of the probability of the chance outcome or hidden choice; 0 for other entries."""


class ParticleStepper:
    """Replays transcript entries according to the rules, for one seat, or for a spectator if the seat is None."""

    def __init__(self, table: CompiledGame, seat: int | None) -> None:
        self.table = table
        self._onlooker = SeatObserver(table, seat)
        self._teller = EntryObserver(table, seat)

    def step(self, v: Vector, observed: ObservedEntry, row: Row | None, stream: Stream) -> Step | None:
        """Replay an entry in a position, which is left unchanged, and return the resulting step.

        The result is None if the position rules out the entry, or if the seat's view afterwards would differ.

        Args:
            row: The move or chance outcome to replay, or None to draw the hidden parts. This argument is ignored for a
                move without hidden parts.
            stream: Random stream for the hidden parts.
        """
        step = self._done(v, observed, row, stream)
        return step if step is not None and self._onlooker.sees(step.after) == observed.sight else None

    def watched(self, v: AccessTracker, observed: ObservedEntry, row: Row, stream: Stream) -> Step | None:
        """Do the same as `step`, and record in `v` which slots the result depends on.

        In the position `v`, the seat must see exactly what it saw before the entry. The method need not read the sums
        that the seat sees, because they change by as much as the written slots do.
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
        tried, and the smallest number of differences is returned. Hidden chance outcomes and open parameters are drawn.
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
        """Return the mover's listed moves that agree with the known numbers of an entry.

        If a rule fails, the result is empty.
        """
        try:
            rows = self.table.engine.moves(v, observed.mover)
        except PlayFault:
            return []
        return [row for row in rows if _fits(row, observed.words)]

    def _chosen(self, v: Vector, observed: ObservedEntry, listed: Sequence[Row], stream: Stream) -> Row | None:
        """Draw a move. Open parameters take the values that the transcript gives, and random values otherwise."""
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
