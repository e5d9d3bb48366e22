"""Graphs of a board: which places each kind of edge connects.

`Boards` computes the graphs once, because a board never changes during play.
"""

from __future__ import annotations

from collections.abc import Sequence

from dsl.model import NONE, Model
from interpreter.flow.graph_kernels import (
    Graph,
    affordable,
    distance,
    first_wave,
    joined_edges,
    longest_trail,
    nearest,
    next_wave,
    reach,
    towards,
)


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
                all_ends = tuple(ends.get(edge, ()) for edge in range(model.kinds[kind.root].size))
                self._graphs[kind.name] = Graph(tuple(ways), all_ends)
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
        graph, usable, table = self._graphs[edges], set(over), []
        for start in places:
            steps_to = dict.fromkeys(places, far)
            seen, found = set[int](), list[int]()
            first_wave([start], seen, found)
            begin = steps = 0
            while begin < len(found):
                steps_to.update(dict.fromkeys(found[begin:], steps))
                begin, steps = next_wave(graph, usable, seen, found, begin), steps + 1
            table += [steps_to[place] for place in places]
        return tuple(table)

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
            return list(nearest(graph, *args))
        case "towards":
            return list(towards(graph, *args))
        case "joined":
            start, over, *most = args
            return list(joined_edges(graph, start, over, most[0][0] if most else -1))
        case "affordable" | "affordable edges":
            start, first, tolls, (coins,), (steps,) = args
            return list(affordable(graph, far, int(word == "affordable edges"), start, first, tolls, coins, steps))
    return longest_trail(graph, *args)
