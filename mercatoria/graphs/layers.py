"""Where the boxes of a chart go: in layers from top to bottom, so that ways lead downwards where they can.

The plain method for such pictures: ways that lead back are set aside, each box goes one layer below the lowest box that
leads to it, ways over several layers get a bend in each, and each layer is ordered by the middle of what leads to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from mercatoria.graphs.graph import Chart

SWEEPS = 8


@dataclass(frozen=True, slots=True)
class Layers:
    """`rows` holds boxes and bends (names that are no box); `chains` the boxes and bends of each way that leads down;
    `back` the numbers of the ways that lead up."""

    rows: list[list[str]]
    chains: dict[int, list[str]]
    back: list[int]


def layered(chart: Chart) -> Layers:
    """The layers of a chart. The same chart gives the same layers."""
    keys = [box.key for box in chart.boxes]
    back = _back(keys, [(way.begin, way.end) for way in chart.ways])
    down = {number: (way.begin, way.end) for number, way in enumerate(chart.ways) if number not in back}
    depth = _depths(keys, list(down.values()))
    for box in reversed(chart.boxes):  # ends stand as low as they can, beside each other
        below = [depth[end] for begin, end in down.values() if begin == box.key]
        if box.shape == "end" and below:
            depth[box.key] = min(below) - 1
    rows: list[list[str]] = [[] for _ in range(max(depth.values(), default=0) + 1)]
    for key in keys:
        rows[depth[key]].append(key)
    chains: dict[int, list[str]] = {}
    for number, (begin, end) in down.items():
        bends = [f"w{number}.{row}" for row in range(depth[begin] + 1, depth[end])]
        for row, bend in enumerate(bends, depth[begin] + 1):
            rows[row].append(bend)
        chains[number] = [begin, *bends, end]
    _order(rows, list(chains.values()))
    return Layers(rows, chains, sorted(back))


def _back(keys: Sequence[str], ways: Sequence[tuple[str, str]]) -> set[int]:
    """The ways that lead back to where one came from, walking through the chart in its order."""
    out: dict[str, list[tuple[int, str]]] = {key: [] for key in keys}
    for number, (begin, end) in enumerate(ways):
        out[begin].append((number, end))
    found: set[int] = set()
    state: dict[str, int] = {}
    for root in keys:
        if root in state:
            continue
        state[root] = 1
        path = [(root, iter(out[root]))]
        while path:
            key, rest = path[-1]
            following = next(rest, None)
            if following is None:
                state[key] = 2
                path.pop()
                continue
            number, end = following
            if state.get(end) == 1:
                found.add(number)
            elif end not in state:
                state[end] = 1
                path.append((end, iter(out[end])))
    return found


def _depths(keys: Sequence[str], ways: Sequence[tuple[str, str]]) -> dict[str, int]:
    """How far down each box goes."""
    depth = dict.fromkeys(keys, 0)
    waiting = {key: sum(end == key for _, end in ways) for key in keys}
    ready = [key for key in keys if not waiting[key]]
    while ready:
        key = ready.pop(0)
        for begin, end in ways:
            if begin == key:
                depth[end] = max(depth[end], depth[key] + 1)
                waiting[end] -= 1
                if not waiting[end]:
                    ready.append(end)
    return depth


def _order(rows: list[list[str]], chains: Sequence[Sequence[str]]) -> None:
    """Orders each row by the middle of its neighbours in the row above, then below, some times."""
    above: dict[str, list[str]] = {}
    below: dict[str, list[str]] = {}
    for chain in chains:
        for one, two in pairwise(chain):
            above.setdefault(two, []).append(one)
            below.setdefault(one, []).append(two)
    for sweep in range(SWEEPS):
        near, order = (above, rows) if sweep % 2 == 0 else (below, rows[::-1])
        for first, row in pairwise(order):
            at = {key: number for number, key in enumerate(first)}
            middle = {
                key: sum(at[other] for other in near[key]) / len(near[key]) if key in near else float(number)
                for number, key in enumerate(row)
            }
            row.sort(key=middle.__getitem__)
