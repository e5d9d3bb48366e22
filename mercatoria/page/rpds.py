"""A stand-in for the package rpds, which has no Python source: maps, sets and lists whose changes are copies.

A page loads this file under the name `rpds`, for the packages that validate board data. Their collections are small.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class HashTrieMap(dict[K, V]):
    """A map whose methods return changed copies."""

    def insert(self, key: K, value: V) -> HashTrieMap[K, V]:
        return type(self)({**self, key: value})

    def remove(self, key: K) -> HashTrieMap[K, V]:
        return type(self)({each: value for each, value in self.items() if each != key})

    def discard(self, key: K) -> HashTrieMap[K, V]:
        return self.remove(key) if key in self else self

    def update(self, *more: Iterable[tuple[K, V]]) -> HashTrieMap[K, V]:  # type: ignore[override]
        made = dict(self)
        for each in more:
            made.update(each)
        return type(self)(made)

    @classmethod
    def convert(cls, value: dict[K, V]) -> HashTrieMap[K, V]:
        return value if isinstance(value, cls) else cls(value)

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


class HashTrieSet(frozenset[V]):
    """A set whose methods return changed copies."""

    def insert(self, value: V) -> HashTrieSet[V]:
        return type(self)(self | {value})

    def update(self, *more: Iterable[V]) -> HashTrieSet[V]:
        return type(self)(self.union(*more))

    def remove(self, value: V) -> HashTrieSet[V]:
        return type(self)(self - {value})


class List(tuple[V, ...]):
    """A list whose methods return changed copies."""

    def __new__(cls, *values: V) -> List[V]:
        only = values[0] if len(values) == 1 and not isinstance(values[0], str) else values
        return tuple.__new__(cls, only)  # type: ignore[arg-type]

    def push_front(self, value: V) -> List[V]:
        return List((value, *self))  # type: ignore[arg-type]

    @property
    def first(self) -> V:
        return self[0]

    @property
    def rest(self) -> List[V]:
        return List(self[1:])  # type: ignore[arg-type]
