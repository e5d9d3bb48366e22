"""The graphs of a board: who is joined to whom, looked up once per edge kind. Nothing here changes in
play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dsl.model import NONE, Model


class Boards:
    """Places and edges are indices within their root kinds."""

    def __init__(self, model: Model) -> None:
        self._ends: dict[str, dict[int, tuple[int, int]]] = {}
        self._touching: dict[str, dict[int, list[int]]] = {}
        self._joined: dict[str, dict[int, list[int]]] = {}
        self._ways: dict[str, dict[int, list[tuple[int, int]]]] = {}
        for kind in model.kinds.values():
            if kind.ends is not None:
                ends = {kind.first + at: pair for at, pair in enumerate(kind.ends)}
                touching: dict[int, list[int]] = {}
                for edge, (one, other) in ends.items():
                    for end in {one, other}:
                        touching.setdefault(end, []).append(edge)
                self._ends[kind.name], self._touching[kind.name] = ends, touching
                self._ways[kind.name] = {
                    place: [(edge, self.across(kind.name, edge, place)) for edge in at_place]
                    for place, at_place in touching.items()
                }
                self._joined[kind.name] = {
                    place: sorted({self.across(kind.name, edge, place) for edge in at_place})
                    for place, at_place in touching.items()
                }

    def ends(self, edges: str, edge: int) -> tuple[int, int]:
        return self._ends[edges][edge]

    def touching(self, edges: str, place: int) -> list[int]:
        """The edges at a place, in index order."""
        return list(self._touching[edges].get(place, ()))

    def across(self, edges: str, edge: int, place: int) -> int:
        """The other end of an edge."""
        one, other = self._ends[edges][edge]
        return other if one == place else one

    def neighbours(self, edges: str, place: int) -> list[int]:
        """The places joined to one, each once, in index order."""
        return list(self._joined[edges].get(place, ()))

    def between(self, edges: str, one: int, other: int) -> int:
        """The first edge that joins two places, or none."""
        for edge in self._touching[edges].get(one, ()):
            if self.across(edges, edge, one) == other:
                return edge
        return NONE

    def ways(self, edges: str) -> dict[int, tuple[tuple[int, int], ...]]:
        """For each place that is joined to another: the edges there, each with the place at its other end."""
        return {place: tuple(ways) for place, ways in self._ways[edges].items()}

    def reach(self, edges: str, start: list[int], over: list[int], steps: int) -> list[int]:
        """The places within so many steps (-1: any number) of a start, over some of the edges."""
        return reach(self._ways[edges], start, over, steps)


Ways = Mapping[int, Sequence[tuple[int, int]]]
"""By place: edges, each with the place at its other end."""


def reach(ways: Ways, start: Iterable[int], over: Iterable[int], steps: int) -> list[int]:
    """The places within so many steps (-1: any number) of a start, over some of the edges, in index order."""
    open_edges, reached, border = set(over), set(start), list(dict.fromkeys(start))
    while border and steps != 0:
        steps -= 1
        beyond = []
        for place in border:
            for edge, there in ways.get(place, ()):
                if there not in reached and edge in open_edges:
                    reached.add(there)
                    beyond.append(there)
        border = beyond
    return sorted(reached)
