"""Named streams: each kind of chance and each seat has a separate random stream.

A stream's first words derive from the seed of the game and the name of the stream. So one more throw or one more rule
leaves the outcomes of all other streams unchanged. `docs/chance.md` documents the scheme for other engines.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from interpreter.rng.generator import MASK32, MASK64, Words, below

T = TypeVar("T")

SCHEME = 1
"""Version of the scheme, stored in records."""

LEAST_SEED, MOST_SEED = -(2**63), 2**64 - 1
"""Range of the seeds of games and runs: any 64-bit number. A negative seed equals itself plus 2**64."""

PRIME = 0x01000193
OFFSETS = (0x811C9DC5, 0x9747B28C)
"""FNV-1a of 32 bits: its prime, its usual offset, and a second one for the other half of a key."""

ROUNDS = (0x9E3779B9, 0x3C6EF372, 0xDAA66D2B, 0x78DDE6E4)
"""The first multiples of the golden ratio in 32 bits, one for each round of mixing."""

SEED_BITS = 53
"""Bits of a derived seed, few enough for every program to read it exactly from JSON."""

Key = tuple[int, int]


def fits(seed: object) -> bool:
    """Return True if this is a valid seed."""
    return isinstance(seed, int) and not isinstance(seed, bool) and LEAST_SEED <= seed <= MOST_SEED


def key_of(name: str) -> Key:
    """Return the constants of a stream: FNV-1a over the UTF-8 of its name, from two offsets."""
    first, second = OFFSETS
    for byte in name.encode():
        first = ((first ^ byte) * PRIME) & MASK32
        second = ((second ^ byte) * PRIME) & MASK32
    return first, second


def finished(x: int) -> int:
    """Apply the finaliser of MurmurHash3: each of 32 bits affects every other."""
    x = ((x ^ (x >> 16)) * 0x85EBCA6B) & MASK32
    x = ((x ^ (x >> 13)) * 0xC2B2AE35) & MASK32
    return x ^ (x >> 16)


def mixed(low: int, high: int) -> Words:
    """Mix two words in four rounds; different pairs stay different."""
    for at, constant in enumerate(ROUNDS):
        if at % 2 == 0:
            high ^= finished((low + constant) & MASK32)
        else:
            low ^= finished((high + constant) & MASK32)
    return low, high


def words_of(seed: int, key: Key) -> Words:
    """Return the initial words of a stream of a game; never both 0."""
    seed &= MASK64
    words = mixed((seed & MASK32) ^ key[0], (seed >> 32) ^ key[1])
    return words if words != (0, 0) else (1, 0)


def game_seed(seed: int, number: int) -> int:
    """Return the seed of a game in a run, from the seed of the run and the number of the game (0 to 2**32 - 1).

    It has 53 bits: of two runs of 20,000 games each, one pair in twenty million shares a game.
    """
    seed &= MASK64
    low, high = mixed(seed & MASK32, seed >> 32)
    low, high = mixed(low ^ number, high)
    return low | (high & ((1 << (SEED_BITS - 32)) - 1)) << 32


class Stream:
    """One stream, updated in place: that of a seat, for its player."""

    __slots__ = ("words",)

    def __init__(self, seed: int, name: str) -> None:
        self.words = words_of(seed, key_of(name))

    def randrange(self, bound: int) -> int:
        """Return a number from 0 to bound - 1."""
        pick, self.words = below(self.words, bound)
        return pick

    def choice(self, among: Sequence[T]) -> T:
        """Return a uniformly random element."""
        return among[self.randrange(len(among))]

    def sample(self, among: Sequence[T], count: int) -> list[T]:
        """Return `count` different elements, in the order drawn."""
        left = list(among)
        return [left.pop(self.randrange(len(left))) for _ in range(count)]
