"""The random generator: small, integer only, the same on every platform.

xoroshiro64* of Blackman and Vigna (public domain, https://prng.di.unimi.it/xoroshiro64star.c): two 32-bit words of
state, never both 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

MASK32 = 0xFFFFFFFF
MASK64 = 0xFFFFFFFFFFFFFFFF

Words = tuple[int, int]
T = TypeVar("T")


def next_word(words: Words) -> tuple[int, Words]:
    """Return a number from 0 to 2**32 - 1, and the next state."""
    s0, s1 = words
    result = (s0 * 0x9E3779BB) & MASK32
    s1 ^= s0
    s0 = (((s0 << 26) | (s0 >> 6)) & MASK32) ^ s1 ^ ((s1 << 9) & MASK32)
    s1 = ((s1 << 13) | (s1 >> 19)) & MASK32
    return result, (s0, s1)


def below(words: Words, bound: int) -> tuple[int, Words]:
    """Return a uniform number from 0 to bound - 1 and the next state; `bound` is 1 to 2**32.

    Draws above the last full multiple of `bound` are rejected. With a bound of 1, nothing is drawn.
    """
    if bound == 1:
        return 0, words
    while True:
        s0, s1 = words  # `next_word` inlined: every move of every random game draws here
        result = (s0 * 0x9E3779BB) & 0xFFFFFFFF
        s1 ^= s0
        words = (
            (s0 << 26 | s0 >> 6) & 0xFFFFFFFF ^ s1 ^ s1 << 9 & 0xFFFFFFFF,
            (s1 << 13 | s1 >> 19) & 0xFFFFFFFF,
        )
        if result + bound <= 0x100000000 or result < 0x100000000 - 0x100000000 % bound:
            return result % bound, words


def weighted_choice(weighed: Iterable[tuple[T, int]], pick: int) -> T:
    """Return the outcome selected by `pick`, a number from 0 to the sum of the weights less 1.

    `weighed` has outcomes with weights. The first outcome takes as many numbers as its weight, then the second, and so
    on.
    """
    for outcome, weight in weighed:
        if pick < weight:
            return outcome
        pick -= weight
    raise AssertionError("a number below the sum of the weights falls on one of them")


def drawing(words: list[Words], at: int) -> Callable[[int], int]:
    """Return a function that draws as `below` from one of several streams and updates that stream in place."""

    def draw(bound: int) -> int:
        number, words[at] = below(words[at], bound)
        return number

    return draw
