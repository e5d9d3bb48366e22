"""Graphs of a board: which places each kind of edge connects.

`Boards` computes the graphs once, because a board never changes during play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dsl.model import NONE, Model
from interpreter.flow.graph_kernels import Graph, longest_trail, reach


class Boards:
    """Answers queries about the graphs of a board.

    A place or edge is identified by its index within its root kind.
    """

    def __init__(self, model: Model) -> None:
        self._ends: dict[str, dict[int, tuple[int, int]]] = {}
        self._touching: dict[str, dict[int, list[int]]] = {}
        self._joined: dict[str, dict[int, list[int]]] = {}
        self._graphs: dict[str, Graph] = {}
        for kind in model.kinds.values():
            if kind.ends is not None:
                ends = {kind.first + at: pair for at, pair in enumerate(kind.ends)}
                touching: dict[int, list[int]] = {}
                for edge, (one, other) in ends.items():
                    for end in {one, other}:
                        touching.setdefault(end, []).append(edge)
                self._ends[kind.name], self._touching[kind.name] = ends, touching
                ways = [
                    tuple((edge, self.across(kind.name, edge, place)) for edge in touching.get(place, ()))
                    for place in range(model.kinds[model.kinds[kind.between].root].size)
                ]
                self._graphs[kind.name] = Graph(tuple(ways), model.kinds[kind.root].size)
                self._joined[kind.name] = {
                    place: sorted({self.across(kind.name, edge, place) for edge in at_place})
                    for place, at_place in touching.items()
                }

    def ends(self, edges: str, edge: int) -> tuple[int, int]:
        return self._ends[edges][edge]

    def touching(self, edges: str, place: int) -> list[int]:
        """Return the edges at a place, in index order."""
        return list(self._touching[edges].get(place, ()))

    def across(self, edges: str, edge: int, place: int) -> int:
        """Return the place at the other end of an edge."""
        one, other = self._ends[edges][edge]
        return other if one == place else one

    def neighbours(self, edges: str, place: int) -> list[int]:
        """Return the neighbours of a place without duplicates, in index order."""
        return list(self._joined[edges].get(place, ()))

    def between(self, edges: str, one: int, other: int) -> int:
        """Return the first edge between two places, or -1 if there is none."""
        for edge in self._touching[edges].get(one, ()):
            if self.across(edges, edge, one) == other:
                return edge
        return NONE

    def graph(self, edges: str) -> Graph:
        return self._graphs[edges]

    def reach(self, edges: str, start: list[int], over: list[int], steps: int) -> list[int]:
        """Return the places within `steps` edges of any starting place, in index order.

        Follow only edges in `over`. If `steps` is -1, the distance is not limited.
        """
        return list(reach(self._graphs[edges], start, over, steps))

    def distances(self, edges: str, places: range, over: Sequence[int], far: int) -> tuple[int, ...]:
        """Return a flat table of the distances between all pairs of places.

        The table lists all distances from the first place, then those from the second, and so on. Pairs without a path
        between them have the distance `far`.
        """
        found: list[int] = []
        for start in places:
            steps_to = dict.fromkeys(places, far)
            for steps, border in enumerate(_waves(self._graphs[edges], [start], over)):
                steps_to.update(dict.fromkeys(border, steps))
            found += [steps_to[place] for place in places]
        return tuple(found)

    def ask(self, word: str, edges: str, far: int, *args: Sequence[int]) -> int | list[int]:
        """Evaluate a `dsl.model.GraphQuestion`, such as a distance or the longest trail.

        Return `TOO_MANY` if the search takes too long.
        """
        return answer(self._graphs[edges], word, far, *args)


def answer(graph: Graph, word: str, far: int, *args: Sequence[int]) -> int | list[int]:
    """Evaluate a `dsl.model.GraphQuestion`, such as a distance or the longest trail.

    Return `TOO_MANY` if the search takes too long.
    """
    match word:
        case "distance":
            return distance(graph, far, *args)
        case "nearest":
            return nearest(graph, *args)
        case "joined":
            return joined(graph, *args)
    return longest_trail(graph, *args)


def distance(graph: Graph, far: int, start: Iterable[int], goals: Iterable[int], over: Iterable[int]) -> int:
    """Return the shortest distance from any starting place to any goal, or `far` if there is no path."""
    wanted = set(goals)
    for steps, border in enumerate(_waves(graph, start, over)):
        if not wanted.isdisjoint(border):
            return steps
    return far


def nearest(graph: Graph, start: Iterable[int], among: Iterable[int], over: Iterable[int]) -> list[int]:
    """Return the members of `among` that are nearest to any starting place, in index order.

    Return an empty list if no member can be reached.
    """
    wanted = set(among)
    for border in _waves(graph, start, over):
        if found := wanted.intersection(border):
            return sorted(found)
    return []


def _there(members: Iterable[int]) -> list[int]:
    """Remove duplicates and the index -1, which means `none`, and keep the order."""
    return [member for member in dict.fromkeys(members) if member != NONE]


def _waves(graph: Graph, start: Iterable[int], over: Iterable[int]) -> Iterator[list[int]]:
    """Yield the places at distance 0, then those at distance 1, and so on."""
    open_edges, border = set(over), _there(start)
    reached = set(border)
    while border:
        yield border
        beyond = []
        for place in border:
            for edge, there in graph.ways[place]:
                if there not in reached and edge in open_edges:
                    reached.add(there)
                    beyond.append(there)
        border = beyond


def joined(graph: Graph, start: Iterable[int], over: Iterable[int], steps: Sequence[int] = (-1,)) -> list[int]:
    """Return the starting edges and all edges connected to them.

    Follow only edges in `over`. `steps` is the maximum distance from a starting edge, counted in edges. The default of
    -1 means no limit.
    """
    open_edges, found = set(over), set(_there(start))
    ends: dict[int, list[int]] = {}
    for place, edges in enumerate(graph.ways):
        for edge, _ in edges:
            ends.setdefault(edge, []).append(place)
    border, left = list(found), steps[0]
    while border and left != 0:
        left -= 1
        beyond = [other for edge in border for place in ends.get(edge, ()) for other, _ in graph.ways[place]]
        border = [edge for edge in dict.fromkeys(beyond) if edge in open_edges and edge not in found]
        found.update(border)
    return sorted(found)


def nth(members: Sequence[int], number: int) -> int:
    """Return the member at a position counted from 1, or -1 if the position is out of range."""
    return members[number - 1] if 1 <= number <= len(members) else NONE
