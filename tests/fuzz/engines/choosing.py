"""Random choices that favour what was chosen seldom, so that a run comes to every construct of the language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")

LARGE = (31, 32, 33, 255, 1000, 65535, 65536, 999999, 2000000000)
"""Numbers at which an engine may use another representation."""


class Choices:
    """A source of random choices. `counts` says how often each alternative was chosen, over all rulebooks of a run."""

    def __init__(self, random: Random, counts: Counter[str] | None = None) -> None:
        self.random = random
        self.counts: Counter[str] = Counter() if counts is None else counts

    def rare(self, group: str, options: Sequence[str]) -> str:
        """One of several alternatives, rather one that was chosen seldom."""
        keys = [f"{group} {option}" for option in options]
        mean = sum(self.counts[key] for key in keys) / len(keys) + 1
        weights = [max(0.25, min(4.0, mean / (self.counts[key] + 1))) for key in keys]
        at = self.random.choices(range(len(keys)), weights)[0]
        self.counts[keys[at]] += 1
        return options[at]

    def one(self, options: Sequence[T]) -> T:
        return self.random.choice(options)

    def some(self, options: Sequence[T], least: int, most: int) -> list[T]:
        """Several different ones, in the order given."""
        number = min(len(options), self.random.randint(least, most))
        picked = set(self.random.sample(range(len(options)), number))
        return [option for at, option in enumerate(options) if at in picked]

    def chance(self, likely: float) -> bool:
        return self.random.random() < likely

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def any_number(self) -> int:
        """Mostly a small number, sometimes a large one."""
        return (
            self.random.choice(LARGE)
            if self.random.random() < 0.08
            else self.random.choice((0, 1, 1, 2, 2, 3, 4, 5, 7, 9))
        )
