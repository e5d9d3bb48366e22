"""Random numbers from a seed: the generator, and the named streams from which each game draws.

The seed of a game and the name of a stream determine the initial state of the stream, which is two words of 32 bits,
and all numbers drawn from it. All arithmetic uses integers and gives the same results on every platform.
`docs/chance.md` documents the scheme for authors of other engines, and contains test vectors. This stage does not
depend on games: the flowchart defines the streams (`interpreter.flow`), and callers choose the stream for each draw.
"""

from interpreter.rng.generator import Words, below, drawing, next_word, weighted_choice
from interpreter.rng.random_source import RandomSource
from interpreter.rng.streams import LEAST_SEED, MOST_SEED, SCHEME, Key, Stream, fits, game_seed, key_of, words_of

__all__ = [
    "LEAST_SEED", "MOST_SEED", "SCHEME", "Key", "RandomSource", "Stream", "Words", "below", "drawing", "fits",
    "game_seed", "key_of", "next_word", "weighted_choice", "words_of",
]  # fmt: skip
