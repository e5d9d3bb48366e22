"""Searches for moves after which the goal of a series of actions can still be reached.

A player may begin a series of actions only if the player can complete it. For each move of a series, the search looks
for a path from the move to the next `Goal` node. If the player of the series decides, one move that leads to the goal
is enough. Actions that may be taken at any time do not count. If another seat or chance decides, every successor must
lead to the goal. The end of the game counts as a goal. A move that raises `PlayFault` is a dead end.

The search is depth-first and tries moves in order. If the search fails, every position that it visited is dead: no path
leads from it to the goal. If the search succeeds, only the positions on the path found are known to be alive. If the
search reaches a chance node or another seat's decision, it starts again: it collects all reachable positions, and then
works backwards from the goals to find those that are alive.

Every engine passes its own `SearchStepper` to this search, so all engines count visited positions in the same way. The
search identifies a position by the slots that a series may change, because all other slots stay constant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Protocol

from dsl.limits import MOST_LOOKED_AHEAD
from interpreter.flow.mutable_slots import changing_slots
from interpreter.flow.nodes import AnyNode, ChanceNode, Decision, Flow, Goal, Play
from interpreter.position import OPEN, OVER, PC, EarlyFault, PlayFault, Row, Vector, faults

Position = tuple[int, ...]
"""Values of the slots that identify a position within one search."""


class SearchStepper(Protocol):
    """The operations that a search requires of an engine.

    These operations must not start another search, and must stop at `Goal` nodes.
    """

    def listed(self, v: Vector, seat: int) -> list[Row]:
        """Return, in order, the moves whose requirements and costs are met.

        Raises:
            PlayFault: Raised if a rule fails.
        """

    def deciders(self, v: Vector) -> tuple[int, ...]: ...

    def go_on(self, v: Vector, seat: int, row: Row) -> None:
        """Play a move and continue to the next decision, chance node or goal.

        Raises:
            PlayFault: Raised if a rule fails.
        """

    def chance(self, v: Vector) -> list[tuple[int, int]]: ...

    def fall(self, v: Vector, outcome: int) -> None:
        """Apply a chance outcome and continue to the next decision, chance node or goal.

        Raises:
            PlayFault: Raised if a rule fails.
        """


class NotSinglePlayer(Exception):
    """Raised when a depth-first search reaches a chance node or another player's decision."""


@dataclass(slots=True)
class DeadEnd:
    """A position from which no path leads to the goal, and the number of moves made before it."""

    moves: int
    vector: Vector


@dataclass(slots=True)
class Memory:
    """Positions that the searches at one decision have already classified."""

    dead: set[Position] = field(default_factory=set)
    alive: set[Position] = field(default_factory=set)


class GoalReachability:
    """Tests whether the goal of a series can still be reached after a move.

    `course` plays the moves.
    """

    def __init__(self, flow: Flow, course: SearchStepper) -> None:
        self._flow = flow
        self._course = course
        self._nodes = flow.nodes
        self._looks = [looks_ahead(node) for node in flow.nodes]
        self._begins = [kinds_of(node, lambda play: play.begins) for node in flow.nodes]
        self._anytime = [kinds_of(node, lambda play: play.anytime) for node in flow.nodes]
        self.key: Callable[[Vector], Position] = itemgetter(*changing_slots(flow))
        self._unseen = [kinds_of(node, lambda play: play.unseen) for node in flow.nodes]
        self._last: tuple[Position, int, list[Row]] | None = None

    @staticmethod
    def is_needed(flow: Flow) -> bool:
        """Return True if the game has any series."""
        return any(isinstance(node, Goal) for node in flow.nodes)

    def looks(self, number: int) -> bool:
        """Return True if a node offers moves that must be searched."""
        return self._looks[number]

    # ------------------------------------------------------------ questions

    def open_rows(self, v: Vector, seat: int, rows: list[Row]) -> list[Row]:
        """Return the moves after which the goal can still be reached.

        Keep every move with open parameters, because it cannot be searched yet.
        """
        if not self.looks(v[PC]) or not rows:
            return rows
        here = tuple(v)
        if self._last is not None and self._last[0] == here and self._last[1] == seat:
            return self._last[2]
        memory, found = Memory(), []
        for row in rows:
            if OPEN in row or not self.looks_for(v, seat, row) or self._leaves_way(v, seat, row, memory):
                found.append(row)
        self._last = here, seat, found
        return found

    def leaves_way(self, v: Vector, seat: int, row: Row) -> bool:
        """Return True if the goal can still be reached after a move with satisfied requirements, or if the move need
        not lead to a goal.
        """
        return not self.looks_for(v, seat, row) or self._leaves_way(v, seat, row, Memory())

    def looks_for(self, v: Vector, seat: int, row: Row) -> bool:
        """Return True if a move is legal only if a path to the goal remains after it."""
        number = v[PC]
        if not self.looks(number) or row[0] in self._unseen[number]:
            return False
        return row[0] in self._begins[number] or self._is_bound(v, seat)

    def is_way(self, v: Vector, choice: int) -> bool:
        """Return True if a path to the goal begins at the decision `choice`."""
        there = list(v)
        there[PC] = choice
        (seat,) = self._course.deciders(there)
        return self._leads_on(there, seat, Memory())

    def dead_end(self, v: Vector, seat: int, row: Row) -> Vector | None:
        """Return the dead end that the search reached after the most moves.

        Return None if the move itself fails, or if a path to the goal exists.
        """
        there = self._after(v, seat, row)
        if there is None:
            return None
        search = _Search(self, seat, Memory())
        if search.finds_way(there) or search.deepest is None:
            return None
        return list(search.deepest.vector)

    # ------------------------------------------------------------ the search

    def _leaves_way(self, v: Vector, seat: int, row: Row, memory: Memory) -> bool:
        there = self._after(v, seat, row)
        return there is not None and self._leads_on(there, seat, memory)

    def _leads_on(self, v: Vector, seat: int, memory: Memory) -> bool:
        node = self._nodes[v[PC]]
        try:
            return _Search(self, seat, memory).finds_way(v)
        except PlayFault as fault:
            fault.about = fault.about or node.about
            raise

    def _after(self, v: Vector, seat: int, row: Row) -> Vector | None:
        """Return the position after a move, or None if a rule fails.

        Raises:
            EarlyFault: Raised if only the reference interpreter can decide whether a rule fails.
        """
        there = list(v)
        try:
            self._course.go_on(there, seat, row)
        except EarlyFault:
            raise
        except PlayFault:
            return None
        return there

    def _is_bound(self, v: Vector, seat: int) -> bool:
        """Return True if the current decision obliges a seat to reach the next goal."""
        node = self._nodes[v[PC]]
        if not isinstance(node, Decision) or node.bound_for is None:
            return False
        if node.until is not None:
            return True
        store = self._flow.stores.get(getattr(node.bound_for, "uid", -1))
        return store is not None and bool(store.value(v) == seat)

    def reached(self, v: Vector) -> bool:
        """Return True if the position is at a goal or the game is over."""
        return v[OVER] != 0 or isinstance(self._nodes[v[PC]], Goal)

    def following(self, v: Vector, maker: int) -> tuple[bool, Iterable[Vector]]:
        """Return the successors of a position, and a flag that says how many of them must lead to the goal. If the flag
        is True, one successor is enough, and the successors are computed lazily. If the flag is False, every successor
        must lead to the goal.

        Raises:
            PlayFault: Raised if a rule fails.
        """
        course = self._course
        if isinstance(self._nodes[v[PC]], ChanceNode):
            return False, [self._fallen(v, outcome) for outcome, _ in course.chance(v)]
        deciders = course.deciders(v)
        seat = deciders[0]
        rows = [row for row in course.listed(v, seat) if row[0] not in self._anytime[v[PC]] and OPEN not in row]
        if len(deciders) == 1 and (seat == maker or self._is_bound(v, seat)):
            return True, self._own(v, seat, rows)
        there = [self._after(v, seat, row) for row in rows]
        return False, [] if None in there else [after for after in there if after is not None]

    def _own(self, v: Vector, seat: int, rows: list[Row]) -> Iterator[Vector]:
        """Yield the position after each move of a seat that must reach the goal.

        Skip moves during which a rule fails.
        """
        for row in rows:
            if (there := self._after(v, seat, row)) is not None:
                yield there

    def _fallen(self, v: Vector, outcome: int) -> Vector:
        there = list(v)
        self._course.fall(there, outcome)
        return there


@dataclass(slots=True)
class _Search:
    ahead: GoalReachability
    maker: int
    memory: Memory
    seen: int = 0
    deepest: DeadEnd | None = None

    def finds_way(self, v: Vector) -> bool:
        """Return True if a path leads from a position to the goal.

        Raises:
            PlayFault: Raised if the search visits too many positions.
        """
        try:
            return self._depth_first(v)
        except NotSinglePlayer:
            self.seen = 0
            return self._backwards(v)

    def _met(self, v: Vector) -> None:
        self.seen += 1
        if self.seen > MOST_LOOKED_AHEAD:
            node = self.ahead._nodes[v[PC]]
            raise PlayFault(faults.too_far_ahead(), node.span, node.about)

    def _next(self, v: Vector) -> tuple[bool, Iterable[Vector]]:
        """Return the result of `GoalReachability.following`, with no successors if a rule fails.

        Raises:
            EarlyFault: Raised if only the reference interpreter can decide whether a rule fails.
        """
        try:
            return self.ahead.following(v, self.maker)
        except EarlyFault:
            raise
        except PlayFault:
            return True, ()

    def _at_dead_end(self, v: Vector, moves: int) -> None:
        if self.deepest is None or moves > self.deepest.moves:
            self.deepest = DeadEnd(moves, v)

    # ------------------------------------------------------------ one player alone

    def _depth_first(self, v: Vector) -> bool:
        key, memory, on_way = self.ahead.key, self.memory, [self.ahead.key(v)]
        if (known := self._known(v, on_way[0])) is not None:
            return known
        met = {on_way[0]}
        waiting = [self._ways_on(v, 0)]
        while waiting:
            there = next(waiting[-1], None)
            if there is None:
                waiting.pop()
                on_way.pop()
                continue
            position = key(there)
            known = self._known(there, position)
            if known:
                memory.alive.update(on_way)
                return True
            if known is None and position not in met:
                met.add(position)
                on_way.append(position)
                waiting.append(self._ways_on(there, len(on_way) - 1))
        memory.dead |= met
        return False

    def _known(self, v: Vector, position: Position) -> bool | None:
        if self.ahead.reached(v):
            return True
        return True if position in self.memory.alive else False if position in self.memory.dead else None

    def _ways_on(self, v: Vector, moves: int) -> Iterator[Vector]:
        """Yield the successors of a position, computed lazily.

        Raises:
            NotSinglePlayer: Raised if the position is a chance node or another player's decision.
        """
        self._met(v)
        own, there = self._next(v)
        if not own:
            raise NotSinglePlayer
        return self._noted(v, moves, there)

    def _noted(self, v: Vector, moves: int, there: Iterable[Vector]) -> Iterator[Vector]:
        """Yield the successors, and record a dead end if there are no successors."""
        nothing = True
        for after in there:
            nothing = False
            yield after
        if nothing:
            self._at_dead_end(v, moves)

    # ------------------------------------------------------------ searches that meet chance or other players

    def _backwards(self, v: Vector) -> bool:
        """Collect all reachable positions, then find those that are alive by working backwards from the goals."""
        key = self.ahead.key
        first = key(v)
        leads: dict[Position, list[Position]] = {}
        left: dict[Position, int] = {}
        alive: list[Position] = []
        known: dict[Position, bool] = {}
        waiting = [(v, 0)]
        while waiting:
            here, moves = waiting.pop()
            position = key(here)
            if position in known:
                continue
            known[position] = bool(self._known(here, position))
            if known[position]:
                alive.append(position)
                continue
            if position in self.memory.dead:
                continue
            self._met(here)
            own, following = self._next(here)
            there = list(following)
            behind = {key(after) for after in there}
            if not behind:
                self._at_dead_end(here, moves)
            left[position] = 1 if own else len(behind)
            for after in behind:
                leads.setdefault(after, []).append(position)
            waiting += [(after, moves + 1) for after in there]
        while alive:
            for before in leads.get(alive.pop(), ()):
                left[before] -= 1
                if left[before] == 0:
                    known[before] = True
                    alive.append(before)
        self.memory.alive.update(position for position, lives in known.items() if lives)
        self.memory.dead.update(position for position, lives in known.items() if not lives)
        return known[first]


def looks_ahead(node: AnyNode) -> bool:
    """Return True if a node offers moves that begin or continue a series."""
    if not isinstance(node, Decision):
        return False
    return node.bound_for is not None or any(isinstance(o, Play) and o.begins for o in node.options)


def kinds_of(node: object, which: Callable[[Play], bool]) -> frozenset[int]:
    """Return the move kinds of those actions at a decision that satisfy the predicate `which`."""
    options = node.options if isinstance(node, Decision) else ()
    return frozenset(option.kind for option in options if isinstance(option, Play) and which(option))
