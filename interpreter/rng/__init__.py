"""Generates random numbers from a seed, in a separate named stream for each use.

The game's seed and the stream's name determine the stream's initial state, and therefore all numbers drawn from it. A
state consists of two 32-bit words. All arithmetic uses integers, so results are the same on every platform.
`docs/chance.md` documents the scheme for authors of other engines, with test vectors. This package contains no code for
games. `interpreter.flow` assigns streams to chance events, and callers choose a stream for each draw.
"""

from interpreter.rng.generator import Words, below, drawing, next_word, weighted_choice
from interpreter.rng.random_source import RandomSource
from interpreter.rng.streams import LEAST_SEED, MOST_SEED, SCHEME, Key, Stream, fits, game_seed, key_of, words_of

__all__ = [
    "LEAST_SEED", "MOST_SEED", "SCHEME", "Key", "RandomSource", "Stream", "Words", "below", "drawing", "fits",
    "game_seed", "key_of", "next_word", "weighted_choice", "words_of",
]  # fmt: skip
