"""Tests the graph functions against a search of all paths, on small random graphs."""

from __future__ import annotations

import random

import pytest

from interpreter.flow import Graph
from interpreter.flow.graphs import distance, joined, nearest
from tests.interpreter.flow.test_graph_kernels import graph_of

FAR = 9


def drawn(rng: random.Random) -> tuple[Graph, dict[int, tuple[int, int]]]:
    ends = [(one, other) for one, other in (rng.sample(range(FAR), 2) for _ in range(rng.randint(1, 7)))]
    return graph_of(ends, FAR), dict(enumerate(ends))


@pytest.mark.parametrize("seed", range(40))
def test_distances_are_the_steps_of_a_walk(seed: int) -> None:
    rng = random.Random(seed)
    graph, edges = drawn(rng)
    over = rng.sample(sorted(edges), rng.randint(1, len(edges)))
    steps = {0: 0}
    for _ in range(FAR):
        for edge in over:
            for one, other in (edges[edge], edges[edge][::-1]):
                if one in steps:
                    steps[other] = min(steps.get(other, FAR), steps[one] + 1)
    for goal in range(FAR):
        assert distance(graph, FAR, [0], [goal], over) == steps.get(goal, FAR)
    among = rng.sample(range(FAR), 3)
    least = min(steps.get(place, FAR) for place in among)
    assert nearest(graph, [0], among, over) == sorted(p for p in among if steps.get(p, FAR) == least < FAR)


@pytest.mark.parametrize("seed", range(20))
def test_edges_hang_together_by_their_ends(seed: int) -> None:
    rng = random.Random(seed)
    graph, edges = drawn(rng)
    over, start = rng.sample(sorted(edges), rng.randint(1, len(edges))), rng.choice(sorted(edges))
    together, grown = {start}, True
    while grown:
        more = {e for e in over if any(set(edges[e]) & set(edges[other]) for other in together)}
        grown = not more <= together
        together |= more
    assert joined(graph, [start], over) == sorted(together)
    one_step = {start} | {e for e in over if set(edges[e]) & set(edges[start])}
    assert joined(graph, [start], over, [1]) == sorted(one_step)
