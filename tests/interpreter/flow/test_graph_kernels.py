"""Tests each form of the graph kernels against an enumeration of all paths, on small random graphs."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise, permutations

import pytest
from _pytest.mark.structures import ParameterSet

from interpreter.flow import TOO_MANY, Graph, longest_trail, reach
from interpreter.flow.graph_kernels import affordable, distance, joined_edges, nearest, towards
from tests.interpreter.kernel.checked_form import checked
from tests.interpreter.kernel.compiled_form import run
from tests.thinning import thinned

PLACES, FAR = 9, 99
Ends = Sequence[tuple[int, int]]


def seeds(number: int) -> list[ParameterSet]:
    """Return the test cases. The default run makes six of them, because each one compiles a module for every graph."""
    return thinned([(seed,) for seed in range(number)], lambda case: case[0] % (number // 6) == 3)


def graph_of(ends: Ends, places: int) -> Graph:
    """Return the graph in which each edge connects two places."""
    ways = [
        [(edge, pair[1 - at]) for edge, pair in enumerate(ends) for at in (0, 1) if pair[at] == place]
        for place in range(places)
    ]
    return Graph(ways, ends)


def trails(ends: Ends, over: Iterable[int], closed: set[int]) -> int:
    """Return the length of the longest trail, found by trying every order of every set of edges."""
    longest = 0
    for number in range(1, len(list(over)) + 1):
        for order in permutations(over, number):
            for place in ends[order[0]]:
                at, going = place, True
                for taken, edge in enumerate(order):
                    going = going and at in ends[edge] and (taken == 0 or at not in closed)
                    at = ends[edge][0] if at == ends[edge][1] else ends[edge][1]
                longest = max(longest, number if going else 0)
    return longest


def places_within(ends: Ends, start: Sequence[int], over: Sequence[int], most: int) -> list[int]:
    """Return the places that a sequence of at most `most` edges connects with a start."""
    steps = len(over) if most < 0 else most
    return sorted(
        {
            last
            for place in start
            if place >= 0
            for number in range(min(steps, len(over)) + 1)
            for order in permutations(over, number)
            if (last := walked(ends, place, order)) >= 0
        }
    )


def walked(ends: Ends, place: int, order: Sequence[int]) -> int:
    """Return the place to which edges lead one after another, or -1 if they do not follow each other."""
    for edge in order:
        if place not in ends[edge]:
            return -1
        one, other = ends[edge]
        place = other if place == one else one
    return place


def every_form(kernel: Callable[..., object], *args: object) -> object:
    """Return the result of a kernel, after comparing its three forms."""
    found = kernel(*args)
    assert checked(kernel)(*args) == found
    assert run(kernel, *args) == found
    return found


def drawn(rng: random.Random) -> tuple[list[tuple[int, int]], list[int]]:
    """Return random edges, and some of them in order. Several edges may have the same ends."""
    places = range(rng.randint(2, PLACES))
    ends = [(one, other) for one, other in (rng.sample(places, 2) for _ in range(rng.randint(1, 8)))]
    return ends, sorted(rng.sample(range(len(ends)), rng.randint(0, min(5, len(ends)))))


@pytest.mark.parametrize("seed", seeds(60))
def test_longest_trails(seed: int) -> None:
    rng = random.Random(seed)
    ends, over = drawn(rng)
    closed = sorted(rng.sample(range(PLACES), seed % 4))
    assert every_form(longest_trail, graph_of(ends, PLACES), over, closed) == trails(ends, over, set(closed))


@pytest.mark.parametrize("seed", seeds(60))
def test_reachable_places(seed: int) -> None:
    rng = random.Random(seed)
    ends, over = drawn(rng)
    start = [rng.randrange(-1, PLACES) for _ in range(seed % 4)]
    for most in (-1, 0, 1, 2, 3, 12):
        found = every_form(reach, graph_of(ends, PLACES), start, over, most)
        assert found == places_within(ends, start, over, most)


def steps_to(graph: Graph, place: int, goals: Sequence[int], over: Sequence[int]) -> int:
    return distance(graph, FAR, [place], goals, over)


@pytest.mark.parametrize("seed", seeds(60))
def test_distances_and_nearest_places(seed: int) -> None:
    rng = random.Random(seed)
    ends, over = drawn(rng)
    start = [rng.randrange(-1, PLACES) for _ in range(seed % 4)]
    goals = sorted(rng.sample(range(PLACES), seed // 4 % 4))
    within = [set(places_within(ends, start, over, most)) for most in range(len(over) + 1)]
    steps, found = next(((n, sorted(p)) for n, each in enumerate(within) if (p := each.intersection(goals))), (FAR, []))
    graph = graph_of(ends, PLACES)
    assert every_form(distance, graph, FAR, start, goals, over) == steps
    assert every_form(nearest, graph, start, goals, over) == found
    one_step = places_within(ends, [place for place in start if steps_to(graph, place, goals, over) == steps], over, 1)
    on_way = [place for place in one_step if steps_to(graph, place, goals, over) == steps - 1]
    assert every_form(towards, graph, start, goals, over) == (on_way if 0 < steps < FAR else [])


@pytest.mark.parametrize("seed", seeds(60))
def test_joined_edges(seed: int) -> None:
    """A number of steps joins two edges if a chain of edges leads from one to the other."""
    rng = random.Random(seed)
    ends, over = drawn(rng)
    start = [rng.randrange(-1, len(ends)) for _ in range(seed % 4)]
    for most in (-1, 0, 1, 2, 3, 12):
        found = every_form(joined_edges, graph_of(ends, PLACES), start, over, most)
        steps = len(over) if most < 0 else most
        assert found == sorted(
            {
                ([edge, *order])[-1]
                for edge in start
                if edge >= 0
                for number in range(min(steps, len(over)) + 1)
                for order in permutations(over, number)
                if all(set(ends[one]) & set(ends[other]) for one, other in pairwise([edge, *order]))
            }
        )


Toll = tuple[int, int, int]
"""An edge, the number of its owner (or 0), and its price."""


def ends_of_ways(
    ends: Ends, along: bool, start: Sequence[int], first: Sequence[int], tolls: Sequence[Toll], coins: int, most: int
) -> list[int]:
    """Return the places where a way can end that the coins pay, found by following every way."""
    found, waiting = set(), [(place, coins, most, frozenset[int](), True) for place in start if place >= 0]
    while waiting:
        place, left, steps, paid, begins = waiting.pop()
        for edge, owner, price in tolls if steps else ():
            touches = edge != place and bool(set(ends[edge]) & set(ends[place])) if along else place in ends[edge]
            due = 0 if owner in paid else price
            if touches and due <= left and (edge in first or not begins):
                there = edge if along else ends[edge][ends[edge][0] == place]
                found.add(there)
                known = paid | {owner} if owner and price else paid
                waiting.append((there, left - due, steps - 1, known, False))
    return sorted(found)


@pytest.mark.parametrize("seed", seeds(120))
def test_ways_with_prices(seed: int) -> None:
    rng = random.Random(seed)
    ends, over = drawn(rng)
    owners = rng.choice([0, 1, 3])
    tolls = [(edge, rng.randint(0, owners), rng.choice([0, 1, 1, 2, 5])) for edge in over]
    first = sorted(rng.sample(range(len(ends)), rng.randint(0, len(ends))))
    numbers = [(price * (owners + 1) + owner) * len(ends) + edge for edge, owner, price in tolls]
    for along in (False, True):
        start = [rng.randrange(-1, len(ends) if along else PLACES) for _ in range(seed % 3 + 1)]
        for coins, most in ((0, 3), (1, 4), (3, 1), (4, 4), (7, 0)):
            graph = graph_of(ends, PLACES)
            found = every_form(affordable, graph, owners, int(along), start, first, numbers, coins, most)
            assert found == ends_of_ways(ends, along, start, first, tolls, coins, most)
        whole = every_form(affordable, graph, owners, int(along), start, first, numbers, 9, -1)
        assert whole == every_form(affordable, graph, owners, int(along), start, first, numbers, 9, 40)


def test_too_many_trails_are_not_tried() -> None:
    ends = list(combinations(range(8), 2))
    every = range(len(ends))
    assert longest_trail(graph_of(ends, 8), every, ()) == TOO_MANY
    assert run(longest_trail, graph_of(ends, 8), every, ()) == TOO_MANY
