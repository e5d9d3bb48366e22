"""Named streams: each kind of chance and each seat has a separate random stream.

The initial state of a stream is derived from the seed of the game and the name of the stream. An additional die roll or
rule therefore leaves the outcomes of all other streams unchanged. `docs/chance.md` documents the scheme for authors of
other engines.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from interpreter.rng.generator import MASK32, MASK64, Words, below

T = TypeVar("T")

SCHEME = 1
"""Version of the scheme, which is stored in records."""

LEAST_SEED, MOST_SEED = -(2**63), 2**64 - 1
"""Least and greatest seed of a game or run: any 64-bit number.

A negative seed is equivalent to that seed plus 2**64.
"""

PRIME = 0x01000193
OFFSETS = (0x811C9DC5, 0x9747B28C)
"""Constants of the 32-bit hash FNV-1a: the prime, and an offset for each of the two hashes in a key."""

ROUNDS = (0x9E3779B9, 0x3C6EF372, 0xDAA66D2B, 0x78DDE6E4)
"""Multiples of the 32-bit constant of the golden ratio, one for each round of mixing."""

SEED_BITS = 53
"""Number of bits in a derived seed.

Every program can read a number of 53 bits exactly from JSON.
"""

Key = tuple[int, int]


def fits(seed: object) -> bool:
    """Return True if a value is a valid seed."""
    return isinstance(seed, int) and not isinstance(seed, bool) and LEAST_SEED <= seed <= MOST_SEED


def key_of(name: str) -> Key:
    """Return the key of a stream: two FNV-1a hashes of its name in UTF-8, computed with different offsets."""
    first, second = OFFSETS
    for byte in name.encode():
        first = ((first ^ byte) * PRIME) & MASK32
        second = ((second ^ byte) * PRIME) & MASK32
    return first, second


def finished(x: int) -> int:
    """Apply the finaliser of MurmurHash3: each of the 32 bits of the result depends on all bits of `x`."""
    x = ((x ^ (x >> 16)) * 0x85EBCA6B) & MASK32
    x = ((x ^ (x >> 13)) * 0xC2B2AE35) & MASK32
    return x ^ (x >> 16)


def mixed(low: int, high: int) -> Words:
    """Mix two words in four rounds, and return the results.

    Different pairs of words give different results.
    """
    for at, constant in enumerate(ROUNDS):
        if at % 2 == 0:
            high ^= finished((low + constant) & MASK32)
        else:
            low ^= finished((high + constant) & MASK32)
    return low, high


def words_of(seed: int, key: Key) -> Words:
    """Return the initial state of a stream in a game. Its two words are never both 0."""
    seed &= MASK64
    words = mixed((seed & MASK32) ^ key[0], (seed >> 32) ^ key[1])
    return words if words != (0, 0) else (1, 0)


def game_seed(seed: int, number: int) -> int:
    """Return the seed of a game, given the seed of a run and the number of the game in the run (0 to 2**32 - 1).

    The seed has 53 bits. If two runs have 20,000 games each, the probability that a game of one run has the same seed
    as a game of the other run is about one in twenty million.
    """
    seed &= MASK64
    low, high = mixed(seed & MASK32, seed >> 32)
    low, high = mixed(low ^ number, high)
    return low | (high & ((1 << (SEED_BITS - 32)) - 1)) << 32


class Stream:
    """A random stream that is updated in place, such as the stream for the player in a seat."""

    __slots__ = ("words",)

    def __init__(self, seed: int, name: str) -> None:
        self.words = words_of(seed, key_of(name))

    def randrange(self, bound: int) -> int:
        """Return a random number from 0 to bound - 1."""
        pick, self.words = below(self.words, bound)
        return pick

    def choice(self, among: Sequence[T]) -> T:
        """Return a uniformly random element."""
        return among[self.randrange(len(among))]

    def sample(self, among: Sequence[T], count: int) -> list[T]:
        """Return `count` different elements, in the order in which they were drawn."""
        left = list(among)
        return [left.pop(self.randrange(len(left))) for _ in range(count)]
