"""Searches on a graph, written as kernels: CPython runs them as they stand, and the native engine compiles them.

`interpreter.kernel` describes the subset of Python that a kernel may use. Most searches go through the graph in waves:
first the starts, then everything one step away, and so on.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.kernel import List, Lists, Marks, Room, Table, copy, fill, marks, room


@dataclass(frozen=True, slots=True)
class Graph:
    """The graph formed by the edges of one kind.

    A place or edge is identified by its index within its root kind.
    """

    ways: Table
    """The edges at each place, each paired with the place at its other end."""
    ends: Lists
    """The places at the ends of each edge."""


MOST_TRAILS = 200_000
"""Maximum total number of edges that the search for the longest trail tries."""

TOO_MANY = -2


def first_wave(start: List, seen: Marks, found: Room) -> None:
    """Append the members of `start` to `found`, each once. A start of -1 means `none`."""
    for member in start:
        if member >= 0 and member not in seen:
            seen.add(member)
            found.append(member)


def next_wave(graph: Graph, usable: Marks, seen: Marks, found: Room, begin: int) -> int:
    """Append all new places one step away from the last wave of `found`, which starts at index `begin`.

    Follow only edges in `usable`. Return the index at which the new wave starts.
    """
    end = len(found)
    for at in range(begin, end):
        for edge, there in graph.ways[found[at]]:
            if there not in seen and edge in usable:
                seen.add(there)
                found.append(there)
    return end


def reach(graph: Graph, start: List, over: List, most: int) -> List:
    """Return the places within `most` edges of any start, in index order.

    Follow only edges in `over`. If `most` is -1, the distance is not limited. A start of -1 means `none`.
    """
    usable, seen, found = marks(len(graph.ends), over), marks(len(graph.ways)), room(len(graph.ways))
    first_wave(start, seen, found)
    begin = steps = 0
    while begin < len(found) and steps != most:
        begin = next_wave(graph, usable, seen, found, begin)
        steps += 1
    return sorted(found)


def distance(graph: Graph, far: int, start: List, goals: List, over: List) -> int:
    """Return the number of edges from the nearest start to the nearest goal, or `far` if there is no path."""
    usable, wanted = marks(len(graph.ends), over), marks(len(graph.ways), goals)
    seen, found = marks(len(graph.ways)), room(len(graph.ways))
    first_wave(start, seen, found)
    begin = steps = 0
    while begin < len(found):
        for at in range(begin, len(found)):
            if found[at] in wanted:
                return steps
        begin = next_wave(graph, usable, seen, found, begin)
        steps += 1
    return far


def nearest(graph: Graph, start: List, among: List, over: List) -> List:
    """Return the members of `among` that are nearest to any start, in index order.

    Return an empty list if no member can be reached.
    """
    usable, wanted = marks(len(graph.ends), over), marks(len(graph.ways), among)
    seen, found, chosen = marks(len(graph.ways)), room(len(graph.ways)), room(len(graph.ways))
    first_wave(start, seen, found)
    begin = 0
    while begin < len(found):
        for at in range(begin, len(found)):
            if found[at] in wanted:
                chosen.append(found[at])
        if len(chosen) > 0:
            break
        begin = next_wave(graph, usable, seen, found, begin)
    return sorted(chosen)


def towards(graph: Graph, start: List, goals: List, over: List) -> List:
    """Return the places one step away from the starts nearest to a goal, on a shortest way to a goal, in index order.

    Return an empty list if a start is a goal, or if no goal can be reached.
    """
    usable, wanted = marks(len(graph.ends), over), marks(len(graph.ways), start)
    seen, nearer, found = marks(len(graph.ways)), marks(len(graph.ways)), room(len(graph.ways))
    chosen, listed, arrived = room(len(graph.ways)), marks(len(graph.ways)), False
    first_wave(goals, seen, found)
    begin = 0
    while begin < len(found) and not arrived:
        for at in range(begin, len(found)):
            if found[at] in wanted:
                arrived = True
                for edge, there in graph.ways[found[at]]:
                    if edge in usable and there in nearer and there not in listed:
                        listed.add(there)
                        chosen.append(there)
        for at in range(begin, len(found)):
            nearer.add(found[at])
        begin = next_wave(graph, usable, seen, found, begin)
    return sorted(chosen)


def joined_edges(graph: Graph, start: List, over: List, most: int) -> List:
    """Return the starting edges, and all edges within `most` steps of them, in index order.

    A step leads from an edge to an edge in `over` that has an end in common. If `most` is -1, the distance is not
    limited. A start of -1 means `none`.
    """
    usable, seen, found = marks(len(graph.ends), over), marks(len(graph.ends)), room(len(graph.ends))
    first_wave(start, seen, found)
    begin = steps = 0
    while begin < len(found) and steps != most:
        end = len(found)
        for at in range(begin, end):
            for place in graph.ends[found[at]]:
                for edge, _ in graph.ways[place]:
                    if edge not in seen and edge in usable:
                        seen.add(edge)
                        found.append(edge)
        begin = end
        steps += 1
    return sorted(found)


def affordable(
    graph: Graph, owners: int, along: int, start: List, first: List, tolls: List, coins: int, most: int
) -> List:
    """Return the places where a way of at most `most` steps for at most `coins` can end, in index order.

    The first step uses an edge in `first`. If `along` is 1, the way leads from edge to edge, and `start` and the result
    are edges. A start of -1 means `none`. If `most` is -1, the number of steps is not limited.

    Each number in `tolls` combines an edge that the way may use with its owner and its price:
    `(price * (owners + 1) + owner) * edges + edge`. Each owner from 1 to `owners` is paid only once. The owner 0 is
    paid for each step.
    """
    edges = len(graph.ends)
    begins, prices, shares, shares_of = marks(edges, first), room(edges), room(edges), room(owners + 1)
    fill(prices, edges, -1)
    fill(shares, edges, 0)
    fill(shares_of, owners + 1, 0)
    groups = 1
    for toll in tolls:
        edge, owner = toll % edges, toll // edges % (owners + 1)
        prices[edge] = toll // edges // (owners + 1)
        if owner > 0 and prices[edge] > 0:
            if shares_of[owner] == 0:
                shares_of[owner] = groups
                groups *= 2
            shares[edge] = shares_of[owner]
    places = edges if along == 1 else len(graph.ways)
    states = places * groups
    least, queued = room(states), marks(states)
    wave, costs, queue, visited, found = room(states), room(states), room(states), room(states), room(places)
    fill(least, states, -1)
    for place in start:
        if place >= 0 and place * groups not in queued:
            queued.add(place * groups)
            queue.append(place * groups)
    steps = 0
    while len(queue) > 0 and steps != most:
        copy(wave, queue)
        queue.clear()
        costs.clear()
        for at in range(len(wave)):
            queued.discard(wave[at])
            costs.append(max(0, least[wave[at]]))
        for at in range(len(wave)):
            place, paid, cost = wave[at] // groups, wave[at] % groups, costs[at]
            if along == 1:
                for end in graph.ends[place]:
                    for edge, _ in graph.ways[end]:
                        if edge != place and (steps > 0 or edge in begins):
                            state = edge * groups + paid
                            arrive(prices, shares, least, visited, queued, queue, edge, state, paid, cost, coins)
            else:
                for edge, there in graph.ways[place]:
                    if steps > 0 or edge in begins:
                        state = there * groups + paid
                        arrive(prices, shares, least, visited, queued, queue, edge, state, paid, cost, coins)
        steps += 1
    ends = marks(places)
    for at in range(len(visited)):
        place = visited[at] // groups
        if place not in ends:
            ends.add(place)
            found.append(place)
    return sorted(found)


def arrive(
    prices: Room, shares: Room, least: Room, visited: Room, queued: Marks, queue: Room, edge: int, state: int,
    paid: int, cost: int, coins: int,
) -> None:  # fmt: skip
    """Record that a way for `cost` coins continues over an edge, unless a way as cheap is known.

    `paid` is the sum of the shares of all owners that have been paid, and `state` combines the place behind the edge
    with this sum. An edge with the price -1 cannot be used.
    """
    price, share = prices[edge], shares[edge]
    if price < 0:
        return
    if share > 0 and paid // share % 2 == 1:
        price, share = 0, 0
    total, after = cost + price, state + share
    if total <= coins and (least[after] < 0 or total < least[after]):
        if least[after] < 0:
            visited.append(after)
        least[after] = total
        if after not in queued:
            queued.add(after)
            queue.append(after)


def longest_trail(graph: Graph, over: List, closed: List) -> int:
    """Return the number of edges in the longest trail.

    A trail uses each edge at most once and does not pass through a place in `closed`. Return `TOO_MANY` if the search
    exceeds `MOST_TRAILS`.
    """
    edges = len(graph.ends)
    free, shut = marks(edges, over), marks(len(graph.ways), closed)
    taken, places, ways = room(edges), room(edges), room(edges)
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


GRAPH_KERNELS = (reach, distance, nearest, towards, joined_edges, affordable, longest_trail)
"""The searches that engines call."""
