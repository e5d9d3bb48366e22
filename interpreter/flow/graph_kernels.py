"""Searches on a graph, written as kernels: CPython runs them as they stand, and the native engine compiles them.

`interpreter.kernel` describes the subset of Python that a kernel may use.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.kernel import List, Table, marks, room


@dataclass(frozen=True, slots=True)
class Graph:
    """The graph formed by the edges of one kind.

    A place or edge is identified by its index within its root kind.
    """

    ways: Table
    """The edges at each place, each paired with the place at its other end."""
    edges: int
    """Number of edges in the root kind."""


MOST_TRAILS = 200_000
"""Maximum total number of edges that the search for the longest trail tries."""

TOO_MANY = -2


def reach(graph: Graph, start: List, over: List, most: int) -> List:
    """Return the places within `most` edges of any start, in index order.

    Follow only edges in `over`. If `most` is -1, the distance is not limited. A start of -1 means `none`.
    """
    usable, seen, found = marks(graph.edges, over), marks(len(graph.ways)), room(len(graph.ways))
    for place in start:
        if place >= 0 and place not in seen:
            seen.add(place)
            found.append(place)
    begin = steps = 0
    while begin < len(found) and steps != most:
        end = len(found)
        for at in range(begin, end):
            for edge, there in graph.ways[found[at]]:
                if there not in seen and edge in usable:
                    seen.add(there)
                    found.append(there)
        begin = end
        steps += 1
    return sorted(found)


def longest_trail(graph: Graph, over: List, closed: List) -> int:
    """Return the number of edges in the longest trail.

    A trail uses each edge at most once and does not pass through a place in `closed`. Return `TOO_MANY` if the search
    exceeds `MOST_TRAILS`.
    """
    free, shut = marks(graph.edges, over), marks(len(graph.ways), closed)
    taken, places, ways = room(graph.edges), room(graph.edges), room(graph.edges)
    longest = tried = 0
    for start in range(len(graph.ways)):
        if longest == len(over):
            break
        place, around, way = start, graph.ways[start], 0
        while True:
            if way < len(around):
                edge, there = around[way]
                way += 1
                if edge in free:
                    tried += 1
                    if tried > MOST_TRAILS:
                        return TOO_MANY
                    free.discard(edge)
                    taken.append(edge)
                    places.append(place)
                    ways.append(way)
                    longest = max(longest, len(taken))
                    place, around = there, graph.ways[there]
                    way = len(around) if there in shut else 0
            elif len(taken) > 0:
                edge, place, way = taken.pop(), places.pop(), ways.pop()
                free.add(edge)
                around = graph.ways[place]
            else:
                break
    return longest
