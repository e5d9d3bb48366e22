"""Arranges the nodes of a graph in layers from top to bottom, so that edges lead downwards where possible.

The layout follows the usual method for drawing flowcharts. Edges that close a cycle are ignored when nodes are assigned
to layers. Each node is placed one layer below the lowest node from which an edge leads to it. An edge across several
layers has a bend in each layer between its ends. Within each layer, nodes are ordered by the average position of their
neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from mercatoria.graphs.graph import Graph

SWEEPS = 8


@dataclass(frozen=True, slots=True)
class Layers:
    """Layers of a graph, from top to bottom.

    `rows` contains the keys of nodes and bends. A bend is a point where an edge passes through a layer. `chains` lists
    the nodes and bends along each downward edge, and `back` lists the indices of the upward edges.
    """

    rows: list[list[str]]
    chains: dict[int, list[str]]
    back: list[int]


def layered(graph: Graph) -> Layers:
    """Return the layers of a graph. The same graph always gives the same layers."""
    keys = [node.key for node in graph.nodes]
    back = _back(keys, [(edge.source, edge.target) for edge in graph.edges])
    down = {number: (edge.source, edge.target) for number, edge in enumerate(graph.edges) if number not in back}
    depth = _depths(keys, list(down.values()))
    for node in reversed(graph.nodes):  # end nodes are placed as low as possible
        below = [depth[end] for begin, end in down.values() if begin == node.key]
        if node.shape == "end" and below:
            depth[node.key] = min(below) - 1
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


def _back(keys: Sequence[str], edges: Sequence[tuple[str, str]]) -> set[int]:
    """Return the indices of the edges that close a cycle, found by depth-first search."""
    out: dict[str, list[tuple[int, str]]] = {key: [] for key in keys}
    for number, (begin, end) in enumerate(edges):
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


def _depths(keys: Sequence[str], edges: Sequence[tuple[str, str]]) -> dict[str, int]:
    """Return the layer of each node."""
    depth = dict.fromkeys(keys, 0)
    waiting = {key: sum(end == key for _, end in edges) for key in keys}
    ready = [key for key in keys if not waiting[key]]
    while ready:
        key = ready.pop(0)
        for begin, end in edges:
            if begin == key:
                depth[end] = max(depth[end], depth[key] + 1)
                waiting[end] -= 1
                if not waiting[end]:
                    ready.append(end)
    return depth


def _order(rows: list[list[str]], chains: Sequence[Sequence[str]]) -> None:
    """Order each row by the average position of its neighbours, alternately in the row above and in the row below."""
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
