"""Finds pairs of waiting nodes that look the same to other players.

After a branch that depends on hidden information, play may wait at one node or another. If both nodes have the same
phase and accept the same moves, an asker cannot tell which of them play has reached. Everything that reveals the
difference between the nodes is therefore secret. From each branch that depends on hidden information, the analysis
follows both sides in parallel, as long as they look the same to the asker.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from interpreter.flow import nodes as f
from interpreter.flow import successors

MOST_PAIRS = 20_000
"""Maximum number of pairs to follow. If there are more, every waiting node counts as looking like another."""


class Standing(NamedTuple):
    """A point in the flowchart: a node, and the nodes to which the active calls return.

    The most recent call comes last.
    """

    node: int
    backs: tuple[int, ...] = ()


class _Pair(NamedTuple):
    """Two points that look the same while play waits at them, and the calls active at the preceding branch."""

    one: Standing
    other: Standing
    within: tuple[int, ...]


class _TooMany(Exception):
    """Raised when there are more than `MOST_PAIRS` pairs."""


def lookalikes(flow: f.Flow, branches: AbstractSet[int]) -> frozenset[tuple[int, str]]:
    """Return the waiting nodes that an asker may mistake for another node.

    Args:
        branches: Numbers of the branches that may depend on hidden information.

    Returns:
        Pairs of a waiting node's number and the move (see `move_at`) after which an asker may be mistaken.
    """
    if not branches:
        return frozenset()
    try:
        return _Pairs(flow, branches).found()
    except _TooMany:
        return frozenset((number, move) for number in range(flow.stops) for move in _moves(flow.nodes[number]))


def move_at(node: f.AnyNode, kind: int) -> str:
    """Return the part of a move or chance outcome that all players see."""
    if isinstance(node, f.ChanceNode):
        return f"chance {node.label}"
    return f"move {kind}"


class _Pairs:
    def __init__(self, flow: f.Flow, branches: AbstractSet[int]) -> None:
        self._flow, self._branches = flow, branches
        self._waits: dict[Standing, frozenset[Standing]] = {}

    def found(self) -> frozenset[tuple[int, str]]:
        waiting = list(self._first())
        seen = set(waiting)
        while waiting:
            for pair in self._next(waiting.pop()):
                if pair not in seen:
                    seen.add(pair)
                    waiting.append(pair)
                    if len(seen) > MOST_PAIRS:
                        raise _TooMany
        return frozenset((number, move) for pair in seen for move in self._shared(pair.one.node, pair.other.node)
                         for number in (pair.one.node, pair.other.node))  # fmt: skip

    def _first(self) -> Iterator[_Pair]:
        """Yield the pairs of waiting points that the sides of a branch lead to."""
        for standing in self._everywhere():
            if standing.node in self._branches:
                sides = [self._waits_from(to) for to in self._behind(standing)]
                for number, side in enumerate(sides):
                    for other in sides[:number]:
                        yield from self._paired(side, other, standing.backs)

    def _next(self, pair: _Pair) -> Iterator[_Pair]:
        """Yield the pairs of waiting points that play reaches if the same move is made at both points of a pair."""
        mine, theirs = (_moves(self._flow.nodes[each.node]) for each in (pair.one, pair.other))
        for move in sorted(mine.keys() & theirs.keys()):
            some, others = self._after(mine[move], pair.one), self._after(theirs[move], pair.other)
            yield from self._paired(some, others, pair.within)

    def _after(self, options: list[f.Option | int], here: Standing) -> AbstractSet[Standing]:
        return {wait for option in options for to in self._taken(option, here) for wait in self._waits_from(to)}

    def _paired(
        self, some: AbstractSet[Standing], others: AbstractSet[Standing], within: tuple[int, ...]
    ) -> Iterator[_Pair]:  # fmt: skip
        for one in sorted(some):
            for other in sorted(others):
                if self._may_be_mistaken(one, other, within):
                    yield _Pair(min(one, other), max(one, other), within)

    def _may_be_mistaken(self, one: Standing, other: Standing, within: tuple[int, ...]) -> bool:
        """Return True if two waiting points look the same.

        Two waiting points at the same node look the same if two calls that both began after the branch lead to it.
        """
        if one == other or not self._shared(one.node, other.node):
            return False
        if one.node == other.node:
            return one.backs[: len(within)] == other.backs[: len(within)] == within
        return self._flow.nodes[one.node].phase == self._flow.nodes[other.node].phase

    def _shared(self, one: int, other: int) -> AbstractSet[str]:
        return _moves(self._flow.nodes[one]).keys() & _moves(self._flow.nodes[other]).keys()

    # ------------------------------------------------------------ paths of play

    def _everywhere(self) -> AbstractSet[Standing]:
        found, waiting = set[Standing](), [Standing(self._flow.begin)]
        while waiting:
            here = waiting.pop()
            if here in found:
                continue
            found.add(here)
            if len(found) > MOST_PAIRS:
                raise _TooMany
            node = self._flow.nodes[here.node]
            moves = _moves(node)
            waiting += [to for options in moves.values() for option in options for to in self._taken(option, here)]
            waiting += [] if moves else self._behind(here)
        return found

    def _waits_from(self, standing: Standing) -> frozenset[Standing]:
        """Return the points at which play may wait next.

        The search also continues past a chance event, because play does not wait there if there is only one outcome.
        """
        if standing not in self._waits:
            found, seen, waiting = set[Standing](), set[Standing](), [standing]
            while waiting:
                here = waiting.pop()
                if here in seen:
                    continue
                seen.add(here)
                node = self._flow.nodes[here.node]
                if isinstance(node, f.WAITING):
                    found.add(here)
                    if not isinstance(node, f.ChanceNode) or node.always_told:
                        continue
                waiting += self._behind(here)
            self._waits[standing] = frozenset(found)
        return self._waits[standing]

    def _behind(self, here: Standing) -> list[Standing]:
        node = self._flow.nodes[here.node]
        match node:
            case f.Call(entry=entry, back=back):
                return [Standing(entry, (*here.backs, back))]
            case f.Return():
                return [Standing(here.backs[-1], here.backs[:-1])] if here.backs else []
        return [Standing(to, here.backs) for to in dict.fromkeys(to for to, _ in successors(node))]

    def _taken(self, option: f.Option | int, here: Standing) -> list[Standing]:
        """Return the points at which play continues after an option. An option that is an integer is the number of the
        next node.
        """
        if isinstance(option, int):
            return [Standing(option, here.backs)]
        if isinstance(option, f.Play) and option.entry >= 0:
            return [Standing(option.entry, (*here.backs, option.to))]
        return [Standing(option.to, here.backs)]


def _moves(node: f.AnyNode) -> dict[str, list[f.Option | int]]:
    """Return the options of a waiting node, keyed by the part of the move that all players see."""
    match node:
        case f.Decision(options=options):
            found: dict[str, list[f.Option | int]] = {}
            for option in options:
                if isinstance(option, f.Play) and option.anytime:  # play returns to the same decision
                    continue
                found.setdefault(move_at(node, 0 if isinstance(option, f.Pass) else option.kind), []).append(option)
            return found
        case f.SimultaneousDecision(kind=kind, to=to):
            return {move_at(node, kind): [to]}
        case f.ChanceNode(to=to):
            return {move_at(node, 0): [to]}
    return {}
