"""The random numbers of one search run: separate streams for chance and for each seat.

Two runs with the same seed draw the same numbers for the same events, so that two moves can be compared under equal
luck.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.flow import seat_stream
from interpreter.position import PC, Vector
from interpreter.rng import Words, below, key_of, weighted_choice, words_of
from interpreter.table import CompiledGame


class ChanceSampler:
    """Random streams of one search run.

    `words` stores the state of each stream: first the chance streams, then one stream per seat.
    """

    def __init__(self, table: CompiledGame, seed: int) -> None:
        self._table = table
        self._of_node: Sequence[int] = table.streams.of_node
        self.words: list[Words] = table.chance_of(seed).words
        self._first_seat = len(self.words)
        self.words += [words_of(seed, key_of(seat_stream(seat))) for seat in range(table.flow.model.players)]

    def fallen(self, v: Vector) -> int:
        """Draw a random outcome for the chance event in a position."""
        weighed = self._table.engine.chance(v)
        if len(weighed) == 1:
            return weighed[0][0]
        stream = self._of_node[v[PC]]
        pick, self.words[stream] = below(self.words[stream], sum([weight for _, weight in weighed]))
        return weighted_choice(weighed, pick)

    def drawn(self, seat: int, bound: int) -> int:
        """Return a random number from 0 to bound - 1, drawn from a seat's stream."""
        at = self._first_seat + seat
        pick, self.words[at] = below(self.words[at], bound)
        return pick
