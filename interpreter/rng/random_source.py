"""The source of randomness of one game: a separate generator for each of its streams."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.rng.generator import Words, below
from interpreter.rng.streams import Key, words_of


@dataclass(slots=True)
class RandomSource:
    """The states of all streams. Each state is two words of 32 bits.

    Equal sources draw the same numbers.
    """

    words: list[Words]

    @staticmethod
    def seeded(seed: int, keys: Sequence[Key]) -> RandomSource:
        return RandomSource([words_of(seed, key) for key in keys])

    def draw(self, stream: int, bound: int) -> int:
        """Return a random number from 0 to `bound` - 1, drawn from the stream with this index."""
        pick, self.words[stream] = below(self.words[stream], bound)
        return pick

    def copy(self) -> RandomSource:
        """Return a source that draws the same numbers from now on, independently of the original."""
        return RandomSource(self.words[:])
