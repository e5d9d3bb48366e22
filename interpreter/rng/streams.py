"""Derives a separate random stream for each kind of chance event and each seat.

The game's seed and the stream's name determine the stream's initial state. An additional draw from one stream therefore
does not change the numbers in other streams. `docs/chance.md` documents the scheme for authors of other engines.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from interpreter.rng.generator import MASK32, MASK64, Words, below

T = TypeVar("T")

SCHEME = 1
"""Version of the scheme. Records store this number."""

LEAST_SEED, MOST_SEED = -(2**63), 2**64 - 1
"""Range of valid seeds: all signed and unsigned 64-bit integers.

A negative seed is equivalent to the seed plus 2**64.
"""

PRIME = 0x01000193
OFFSETS = (0x811C9DC5, 0x9747B28C)
"""Constants of the 32-bit hash function FNV-1a: the prime, and the initial values for the two hashes in a key."""

ROUNDS = (0x9E3779B9, 0x3C6EF372, 0xDAA66D2B, 0x78DDE6E4)
"""Multiples of the 32-bit golden ratio constant, one for each mixing round."""

SEED_BITS = 53
"""Number of bits in a seed that `game_seed` derives.

Every JSON parser reads 53-bit integers exactly.
"""

Key = tuple[int, int]


def fits(seed: object) -> bool:
    """Return True if a value is a valid seed."""
    return isinstance(seed, int) and not isinstance(seed, bool) and LEAST_SEED <= seed <= MOST_SEED


def key_of(name: str) -> Key:
    """Return a stream's key: two FNV-1a hashes of the name in UTF-8, with different initial values."""
    first, second = OFFSETS
    for byte in name.encode():
        first = ((first ^ byte) * PRIME) & MASK32
        second = ((second ^ byte) * PRIME) & MASK32
    return first, second


def finished(x: int) -> int:
    """Apply the finaliser of MurmurHash3, in which every bit of `x` affects every bit of the result."""
    x = ((x ^ (x >> 16)) * 0x85EBCA6B) & MASK32
    x = ((x ^ (x >> 13)) * 0xC2B2AE35) & MASK32
    return x ^ (x >> 16)


def mixed(low: int, high: int) -> Words:
    """Mix two words in four rounds.

    Different pairs of words yield different results.
    """
    for at, constant in enumerate(ROUNDS):
        if at % 2 == 0:
            high ^= finished((low + constant) & MASK32)
        else:
            low ^= finished((high + constant) & MASK32)
    return low, high


def words_of(seed: int, key: Key) -> Words:
    """Return the initial state of a game's stream. The two words are never both 0."""
    seed &= MASK64
    words = mixed((seed & MASK32) ^ key[0], (seed >> 32) ^ key[1])
    return words if words != (0, 0) else (1, 0)


def game_seed(seed: int, number: int) -> int:
    """Derive a game's seed from the seed of a run and the game's number in the run (0 to 2**32 - 1).

    The derived seed has 53 bits. If two runs have 20,000 games each, the probability that any seed occurs in both runs
    is about one in twenty million.
    """
    seed &= MASK64
    low, high = mixed(seed & MASK32, seed >> 32)
    low, high = mixed(low ^ number, high)
    return low | (high & ((1 << (SEED_BITS - 32)) - 1)) << 32


class Stream:
    """A random stream that keeps its own state, such as the stream for a seat's player."""

    __slots__ = ("words",)

    def __init__(self, seed: int, name: str) -> None:
        self.words = words_of(seed, key_of(name))

    def randrange(self, bound: int) -> int:
        """Return a uniform random integer from 0 to `bound` - 1."""
        pick, self.words = below(self.words, bound)
        return pick

    def choice(self, among: Sequence[T]) -> T:
        """Return a random element; all elements are equally likely."""
        return among[self.randrange(len(among))]

    def sample(self, among: Sequence[T], count: int) -> list[T]:
        """Return `count` distinct elements in the order in which they were drawn."""
        left = list(among)
        return [left.pop(self.randrange(len(left))) for _ in range(count)]
