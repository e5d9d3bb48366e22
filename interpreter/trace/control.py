"""Computes control dependence: which branches decide whether a node runs.

A branch controls a node if one path from the branch reaches the node and another path can avoid it. The analysis treats
each rule on its own, and a call as a single step to the node after the call. First, the analysis finds the nodes that
every path to the end of a rule visits.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet

from interpreter.flow import internal, successors
from interpreter.flow import nodes as f


def controlled(flow: f.Flow, branches: AbstractSet[int]) -> frozenset[int]:
    """Return the numbers of nodes that at least one of the branches controls."""
    if not branches:
        return frozenset()
    after = [_behind(node) for node in flow.nodes]
    always = _always_after(after)
    found: set[int] = set()
    for branch in branches:
        rest = always[branch] & ~(1 << branch)
        waiting = [to for to in after[branch] if not rest >> to & 1]
        while waiting:
            here = waiting.pop()
            if here not in found:
                found.add(here)
                waiting += [to for to in after[here] if not rest >> to & 1]
    return frozenset(found)


def visible_ends(flow: f.Flow) -> frozenset[int]:
    """Return the branches with a side that ends the game at once.

    Every player can see which side was taken.
    """
    return frozenset(number for number, node in enumerate(flow.nodes)
                     if isinstance(node, f.Branch) and (_ends(flow, node.yes) or _ends(flow, node.no)))  # fmt: skip


def _ends(flow: f.Flow, number: int) -> bool:
    node = flow.nodes[number]
    return isinstance(node, f.Effect) and any(isinstance(s, internal.Finish) for s in node.body)


def _behind(node: f.AnyNode) -> tuple[int, ...]:
    """Return the nodes that may run next within the same rule.

    The result omits the end of the game, because every player sees the game end.
    """
    match node:
        case f.Call(back=back):
            return (back,)
        case f.Decision(options=options):
            return tuple(dict.fromkeys(option.to for option in options))
        case f.Effect(body=statements) if any(isinstance(s, internal.Finish) for s in statements):
            return ()
    return tuple(dict.fromkeys(to for to, _ in successors(node)))


def _always_after(after: list[tuple[int, ...]]) -> list[int]:
    """Return, for each node, a bit mask of the nodes that every path from it to the end of its rule visits.

    The mask includes the node itself. In an endless loop, an edge back to the start of the loop counts as an end.
    """
    leaving = _with_ends(after)
    every = (1 << len(after)) - 1
    found = [every] * len(after)
    before: list[list[int]] = [[] for _ in after]
    for number, tos in enumerate(after):
        for to in tos:
            before[to].append(number)
    waiting = list(range(len(after)))
    queued = set(waiting)
    while waiting:
        here = waiting.pop()
        queued.discard(here)
        common = 0 if here in leaving else every
        for to in after[here]:
            common &= found[to]
        mine = common | 1 << here
        if mine != found[here]:
            found[here] = mine
            waiting += [number for number in before[here] if number not in queued]
            queued.update(before[here])
    return found


def _with_ends(after: list[tuple[int, ...]]) -> AbstractSet[int]:
    """Return the nodes after which a rule may end.

    In an endless loop, these are the nodes with an edge back to the start.
    """
    leaving = {number for number, tos in enumerate(after) if not tos}
    reached = _reaching(after, leaving)
    if len(reached) < len(after):
        leaving |= {number for number in _leading_back(after) if number not in reached}
    return leaving


def _reaching(after: list[tuple[int, ...]], goals: Iterable[int]) -> set[int]:
    before: list[list[int]] = [[] for _ in after]
    for number, tos in enumerate(after):
        for to in tos:
            before[to].append(number)
    found, waiting = set[int](), list(goals)
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            waiting += before[here]
    return found


def _leading_back(after: list[tuple[int, ...]]) -> set[int]:
    """Return the nodes that have an edge to a node earlier on the same path."""
    found, done, under_way = set[int](), set[int](), set[int]()
    for start in range(len(after)):
        waiting = [(start, False)]
        while waiting:
            here, left = waiting.pop()
            if left:
                under_way.discard(here)
                done.add(here)
                continue
            if here in done or here in under_way:
                continue
            under_way.add(here)
            waiting.append((here, True))
            for to in after[here]:
                if to in under_way:
                    found.add(here)
                elif to not in done:
                    waiting.append((to, False))
    return found
