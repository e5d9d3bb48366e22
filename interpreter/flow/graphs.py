"""Graphs of a board: which places each kind of edge connects.

`Boards` computes the graphs once, because a board never changes during play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from dsl.model import NONE, Model


class Boards:
    """Answers queries about the graphs of a board.

    A place or edge is identified by its index within its root kind.
    """

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

    def steps(self, edges: str) -> dict[int, tuple[tuple[int, int], ...]]:
        """Map each connected place to its edges, each paired with the place at the other end."""
        return {place: tuple(ways) for place, ways in self._ways[edges].items()}

    def reach(self, edges: str, start: list[int], over: list[int], steps: int) -> list[int]:
        """Return the places within `steps` edges of any starting place, in index order.

        Follow only edges in `over`. If `steps` is -1, the distance is not limited.
        """
        return reach(self._ways[edges], start, over, steps)

    def distances(self, edges: str, places: range, over: Sequence[int], far: int) -> tuple[int, ...]:
        """Return a flat table of the distances between all pairs of places.

        The table lists all distances from the first place, then those from the second, and so on. Pairs without a path
        between them have the distance `far`.
        """
        found: list[int] = []
        for start in places:
            steps_to = dict.fromkeys(places, far)
            for steps, border in enumerate(_waves(self._ways[edges], [start], over)):
                steps_to.update(dict.fromkeys(border, steps))
            found += [steps_to[place] for place in places]
        return tuple(found)

    def ask(self, word: str, edges: str, far: int, *args: Sequence[int]) -> int | list[int]:
        """Evaluate a `dsl.model.GraphQuestion`, such as a distance or the longest trail.

        Return `TOO_MANY` if the search takes too long.
        """
        return answer(self._ways[edges], word, far, *args)


Ways = Mapping[int, Sequence[tuple[int, int]]]
"""The edges at each place, each paired with the place at its other end."""


def reach(ways: Ways, start: Iterable[int], over: Iterable[int], steps: int) -> list[int]:
    """Return the places within `steps` edges of any start, in index order.

    Follow only edges in `over`. If `steps` is -1, the distance is not limited.
    """
    open_edges, border = set(over), _there(start)
    reached = set(border)
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


def answer(ways: Ways, word: str, far: int, *args: Sequence[int]) -> int | list[int]:
    """Evaluate a `dsl.model.GraphQuestion`, such as a distance or the longest trail.

    Return `TOO_MANY` if the search takes too long.
    """
    match word:
        case "distance":
            return distance(ways, far, *args)
        case "nearest":
            return nearest(ways, *args)
        case "joined":
            return joined(ways, *args)
    return longest_trail(ways, *args)


def distance(ways: Ways, far: int, start: Iterable[int], goals: Iterable[int], over: Iterable[int]) -> int:
    """Return the shortest distance from any starting place to any goal, or `far` if there is no path."""
    wanted = set(goals)
    for steps, border in enumerate(_waves(ways, start, over)):
        if not wanted.isdisjoint(border):
            return steps
    return far


def nearest(ways: Ways, start: Iterable[int], among: Iterable[int], over: Iterable[int]) -> list[int]:
    """Return the members of `among` that are nearest to any starting place, in index order.

    Return an empty list if no member can be reached.
    """
    wanted = set(among)
    for border in _waves(ways, start, over):
        if found := wanted.intersection(border):
            return sorted(found)
    return []


def _there(members: Iterable[int]) -> list[int]:
    """Remove duplicates and the index -1, which means `none`, and keep the order."""
    return [member for member in dict.fromkeys(members) if member != NONE]


def _waves(ways: Ways, start: Iterable[int], over: Iterable[int]) -> Iterator[list[int]]:
    """Yield the places at distance 0, then those at distance 1, and so on."""
    open_edges, border = set(over), _there(start)
    reached = set(border)
    while border:
        yield border
        beyond = []
        for place in border:
            for edge, there in ways.get(place, ()):
                if there not in reached and edge in open_edges:
                    reached.add(there)
                    beyond.append(there)
        border = beyond


def joined(ways: Ways, start: Iterable[int], over: Iterable[int], steps: Sequence[int] = (-1,)) -> list[int]:
    """Return the starting edges and all edges connected to them.

    Follow only edges in `over`. `steps` is the maximum distance from a starting edge, counted in edges. The default of
    -1 means no limit.
    """
    open_edges, found = set(over), set(_there(start))
    ends: dict[int, list[int]] = {}
    for place, edges in ways.items():
        for edge, _ in edges:
            ends.setdefault(edge, []).append(place)
    border, left = list(found), steps[0]
    while border and left != 0:
        left -= 1
        beyond = [other for edge in border for place in ends.get(edge, ()) for other, _ in ways[place]]
        border = [edge for edge in dict.fromkeys(beyond) if edge in open_edges and edge not in found]
        found.update(border)
    return sorted(found)


MOST_TRAILS = 200_000
"""Maximum total number of edges that the search for the longest trail tries."""

TOO_MANY = -2


def longest_trail(ways: Ways, over: Iterable[int], closed: Iterable[int]) -> int:
    """Return the number of edges in the longest trail.

    A trail uses each edge at most once and does not pass through a place in `closed`. Return `TOO_MANY` if the search
    exceeds `MOST_TRAILS`.
    """
    open_edges, shut = set(over), set(closed)
    here = {place: [way for way in edges if way[0] in open_edges] for place, edges in ways.items()}
    longest = tried = 0
    for start in sorted(here):
        if longest == len(open_edges):
            break
        trail: list[tuple[int, Iterator[tuple[int, int]]]] = [(-1, iter(here[start]))]
        taken: set[int] = set()
        while trail:
            edge, there = next((way for way in trail[-1][1] if way[0] not in taken), (-1, -1))
            if edge < 0:
                taken.discard(trail.pop()[0])
                continue
            tried += 1
            if tried > MOST_TRAILS:
                return TOO_MANY
            taken.add(edge)
            longest = max(longest, len(taken))
            trail.append((edge, iter(here[there] if there not in shut else ())))
    return longest


def nth(members: Sequence[int], number: int) -> int:
    """Return the member at a position counted from 1, or -1 if the position is out of range."""
    return members[number - 1] if 1 <= number <= len(members) else NONE
