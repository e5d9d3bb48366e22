"""Tests the graph functions against a search of all paths, on small random graphs."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from interpreter.flow import TOO_MANY
from interpreter.flow.graphs import Ways, distance, joined, longest_trail, nearest

FAR = 9


def drawn(rng: random.Random) -> tuple[Ways, dict[int, tuple[int, int]]]:
    edges = {n: tuple(rng.sample(range(FAR), 2)) for n in range(rng.randint(1, 7))}
    ways: dict[int, list[tuple[int, int]]] = {}
    for edge, (one, other) in edges.items():
        ways.setdefault(one, []).append((edge, other))
        ways.setdefault(other, []).append((edge, one))
    return ways, {edge: (one, other) for edge, (one, other) in edges.items()}


def trails(edges: dict[int, tuple[int, int]], over: list[int], closed: set[int]) -> int:
    """Return the length of the longest trail, found by trying every order of every set of edges."""
    longest = 0
    for number in range(1, len(over) + 1):
        for order in permutations(over, number):
            for place in edges[order[0]]:
                at, going = place, True
                for taken, edge in enumerate(order):
                    going = going and at in edges[edge] and (taken == 0 or at not in closed)
                    at = edges[edge][0] if at == edges[edge][1] else edges[edge][1]
                longest = max(longest, number if going else 0)
    return longest


@pytest.mark.parametrize("seed", range(40))
def test_longest_trails(seed: int) -> None:
    rng = random.Random(seed)
    ways, edges = drawn(rng)
    over = sorted(rng.sample(sorted(edges), rng.randint(1, min(5, len(edges)))))
    closed = set(rng.sample(range(FAR), 2))
    assert longest_trail(ways, over, closed) == trails(edges, over, closed)


@pytest.mark.parametrize("seed", range(40))
def test_distances_are_the_steps_of_a_walk(seed: int) -> None:
    rng = random.Random(seed)
    ways, edges = drawn(rng)
    over = rng.sample(sorted(edges), rng.randint(1, len(edges)))
    steps = {0: 0}
    for _ in range(FAR):
        for edge in over:
            for one, other in (edges[edge], edges[edge][::-1]):
                if one in steps:
                    steps[other] = min(steps.get(other, FAR), steps[one] + 1)
    for goal in range(FAR):
        assert distance(ways, FAR, [0], [goal], over) == steps.get(goal, FAR)
    among = rng.sample(range(FAR), 3)
    least = min(steps.get(place, FAR) for place in among)
    assert nearest(ways, [0], among, over) == sorted(p for p in among if steps.get(p, FAR) == least < FAR)


@pytest.mark.parametrize("seed", range(20))
def test_edges_hang_together_by_their_ends(seed: int) -> None:
    rng = random.Random(seed)
    ways, edges = drawn(rng)
    over, start = rng.sample(sorted(edges), rng.randint(1, len(edges))), rng.choice(sorted(edges))
    together, grown = {start}, True
    while grown:
        more = {e for e in over if any(set(edges[e]) & set(edges[other]) for other in together)}
        grown = not more <= together
        together |= more
    assert joined(ways, [start], over) == sorted(together)
    one_step = {start} | {e for e in over if set(edges[e]) & set(edges[start])}
    assert joined(ways, [start], over, [1]) == sorted(one_step)


def test_too_many_trails_are_not_tried() -> None:
    edges = [(a, b) for a in range(9) for b in range(a)]
    ways: dict[int, list[tuple[int, int]]] = {place: [] for place in range(9)}
    for edge, (one, other) in enumerate(edges[:-1]):
        ways[one].append((edge, other))
        ways[other].append((edge, one))
    assert longest_trail(ways, range(len(edges)), ()) == TOO_MANY
