"""Walks over trees of nodes. The syntax tree and the model each have such a walk, with other fields of their nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter, itemgetter
from typing import Any

Held = Callable[[Any], Sequence[Any]]

LAST_FIRST: Held = itemgetter(slice(None, None, -1))
"""Returns the items of a tuple in reverse order."""


class TreeWalk:
    """A walk over nodes and tuples of nodes.

    A walk visits every part of every rule, so it reads the fields of a node by one call. The function for this is
    computed once for each class.

    Args:
        names: Returns the names of the fields of a class that may contain nodes, in order. Returns None if instances of
            the class are not nodes.
    """

    def __init__(self, names: Callable[[type[Any]], Sequence[str] | None]) -> None:
        self._readers = _Readers(names)

    def below(self, node: object) -> Sequence[Any]:
        """Return the values of a node's fields that may contain nodes, or the items of a tuple, in reverse order."""
        held = self._readers[type(node)]
        return () if held is None else held(node)

    def __call__(self, root: object) -> Iterator[Any]:
        """Yield a node and all nodes below it, parents before children."""
        waiting, readers = [root], self._readers
        while waiting:
            here = waiting.pop()
            held = readers[type(here)]
            if held is not None:
                if held is not LAST_FIRST:
                    yield here
                waiting.extend(held(here))

    def by_depth(self, root: object) -> Iterator[tuple[Any, int]]:
        """Yield a node and all nodes below it, parents before children, each with its depth below the first node."""
        waiting, readers = [(root, 0)], self._readers
        while waiting:
            here, depth = waiting.pop()
            held = readers[type(here)]
            if held is not None:
                if held is not LAST_FIRST:
                    yield here, depth
                    depth += 1
                waiting.extend((below, depth) for below in held(here))


class _Readers(dict[type[Any], Held | None]):
    """Maps each class to a function that reads the nodes below its instances, or to None; computed on first use."""

    def __init__(self, names: Callable[[type[Any]], Sequence[str] | None]) -> None:
        super().__init__()
        self._names = names

    def __missing__(self, of: type[Any]) -> Held | None:
        if issubclass(of, tuple):
            held: Held | None = LAST_FIRST
        else:
            names = self._names(of)
            held = None if names is None else _reader(names[::-1])
        self[of] = held
        return held


def _reader(names: Sequence[str]) -> Held:
    return attrgetter(*names) if len(names) > 1 else lambda node: [getattr(node, name) for name in names]
