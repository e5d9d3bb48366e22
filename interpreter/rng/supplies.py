"""What chance of one game is drawn from: named streams, or the one generator of the old scheme."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from interpreter.rng.generator import Words, below, seeded_alone
from interpreter.rng.streams import Key, words_of

OLD_SCHEME = 1
"""One generator for all chance of a game."""


class Supply(Protocol):
    """Where a play gets its chance. A copy goes on by itself; equal ones bring the same."""

    def draw(self, stream: int, bound: int) -> int:
        """A number from 0 to bound - 1 out of a stream, by its number."""
        ...

    def copy(self) -> Supply: ...


@dataclass(slots=True)
class Named:
    """Two words for each stream."""

    words: list[Words]

    @staticmethod
    def seeded(seed: int, keys: Sequence[Key]) -> Named:
        return Named([words_of(seed, key) for key in keys])

    def draw(self, stream: int, bound: int) -> int:
        pick, self.words[stream] = below(self.words[stream], bound)
        return pick

    def copy(self) -> Named:
        return Named(self.words[:])


@dataclass(slots=True)
class Single:
    """One generator for all streams: what games were played with whose records are of the old scheme."""

    words: Words

    @staticmethod
    def seeded(seed: int) -> Single:
        return Single(seeded_alone(seed))

    def draw(self, stream: int, bound: int) -> int:
        pick, self.words = below(self.words, bound)
        return pick

    def copy(self) -> Single:
        return Single(self.words)
