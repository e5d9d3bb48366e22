"""Random streams of one game, each with its own generator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.rng.generator import Words, below
from interpreter.rng.streams import Key, words_of


@dataclass(slots=True)
class RandomSource:
    """The states of a game's random streams. Each state is two words of 32 bits.

    Equal sources draw the same numbers.
    """

    words: list[Words]

    @staticmethod
    def seeded(seed: int, keys: Sequence[Key]) -> RandomSource:
        return RandomSource([words_of(seed, key) for key in keys])

    def draw(self, stream: int, bound: int) -> int:
        """Draw a random integer from 0 to `bound` - 1 from the stream with the given index."""
        pick, self.words[stream] = below(self.words[stream], bound)
        return pick

    def copy(self) -> RandomSource:
        """Return a copy that draws the same numbers from now on, independently of the original."""
        return RandomSource(self.words[:])
