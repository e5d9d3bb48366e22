"""The random generator, which computes the same numbers on every platform.

The generator is xoroshiro64* by Blackman and Vigna (public domain, https://prng.di.unimi.it/xoroshiro64star.c). Its
state consists of two 32-bit words that are never both 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

MASK32 = 0xFFFFFFFF
MASK64 = 0xFFFFFFFFFFFFFFFF

Words = tuple[int, int]
T = TypeVar("T")


def next_word(words: Words) -> tuple[int, Words]:
    """Return a random integer from 0 to 2**32 - 1, and the next state."""
    s0, s1 = words
    result = (s0 * 0x9E3779BB) & MASK32
    s1 ^= s0
    s0 = (((s0 << 26) | (s0 >> 6)) & MASK32) ^ s1 ^ ((s1 << 9) & MASK32)
    s1 = ((s1 << 13) | (s1 >> 19)) & MASK32
    return result, (s0, s1)


def below(words: Words, bound: int) -> tuple[int, Words]:
    """Return a uniform random integer from 0 to `bound` - 1, and the next state.

    `bound` is 1 to 2**32. If the generator yields a number at or above the largest multiple of `bound` up to 2**32, the
    number is rejected and another is drawn. If `bound` is 1, no number is drawn.
    """
    if bound == 1:
        return 0, words
    while True:
        # `next_word` is inlined here for speed, because every move of a random game calls it.
        s0, s1 = words
        result = (s0 * 0x9E3779BB) & 0xFFFFFFFF
        s1 ^= s0
        words = (
            (s0 << 26 | s0 >> 6) & 0xFFFFFFFF ^ s1 ^ s1 << 9 & 0xFFFFFFFF,
            (s1 << 13 | s1 >> 19) & 0xFFFFFFFF,
        )
        if result + bound <= 0x100000000 or result < 0x100000000 - 0x100000000 % bound:
            return result % bound, words


def weighted_choice(weighed: Iterable[tuple[T, int]], pick: int) -> T:
    """Return the weighted outcome that the number `pick` selects.

    Each outcome corresponds to as many consecutive numbers as its weight. The first outcome's numbers begin at 0.

    Args:
        pick: Integer from 0 to the sum of the weights minus 1.
    """
    for outcome, weight in weighed:
        if pick < weight:
            return outcome
        pick -= weight
    raise AssertionError("a number below the sum of the weights must select an outcome")


def drawing(words: list[Words], at: int) -> Callable[[int], int]:
    """Return a function that draws from stream `at` and updates the state in `words`.

    The function returns a uniform random integer from 0 to one less than its argument.
    """

    def draw(bound: int) -> int:
        number, words[at] = below(words[at], bound)
        return number

    return draw
