"""Looking ahead: whether who must reach a goal still can.

A series of actions ends well or is not begun. So of each move that belongs to one it is asked: is there, behind it, a
way to the next `Goal` node, whatever chance brings and others answer? Where he who is bound for the goal decides, one
of his moves must lead there (what is open at any time is not counted on); where others decide or chance falls, all
must. The end of the game is a goal, a fault of play a dead end.

The search goes depth first, moves in order. Of positions that failed all that was seen is dead; of those that
succeeded only the way is known to be alive. Where chance or others come in, all positions are gathered first, and it is
worked out backwards which are alive. Every engine searches like this, by a `SearchStepper` of its own, and counts
alike. Positions are told apart by the slots that a series may change: all others are the same throughout one search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Protocol

from dsl.limits import MOST_LOOKED_AHEAD
from interpreter.flow.mutable_slots import changing_slots
from interpreter.flow.nodes import AnyNode, ChanceNode, Decision, Flow, Goal, Play
from interpreter.position import OPEN, OVER, PC, PlayFault, Row, Vector, faults

Position = tuple[int, ...]
"""What tells positions of one search apart."""


class SearchStepper(Protocol):
    """How an engine plays on while somebody looks ahead: nothing is looked ahead for, and play stands still at a
    goal."""

    def listed(self, v: Vector, seat: int) -> list[Row]:
        """The rows that needs and costs allow, in order. Raises `PlayFault`."""

    def deciders(self, v: Vector) -> tuple[int, ...]: ...

    def go_on(self, v: Vector, seat: int, row: Row) -> None:
        """Plays a move up to the next stop or goal. Raises `PlayFault`."""

    def chance(self, v: Vector) -> list[tuple[int, int]]: ...

    def fall(self, v: Vector, outcome: int) -> None:
        """Settles chance, up to the next stop or goal. Raises `PlayFault`."""


class NotSinglePlayer(Exception):
    """The depth-first search has met chance, or somebody else's decision."""


@dataclass(slots=True)
class DeadEnd:
    """A position from which nothing leads on, and how many moves lead to it."""

    moves: int
    vector: Vector


@dataclass(slots=True)
class Memory:
    """What is known of the positions that were seen while the moves of one position were tested."""

    dead: set[Position] = field(default_factory=set)
    alive: set[Position] = field(default_factory=set)


class GoalReachability:
    """Tests moves by the ways that they leave. `course` plays on."""

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
        """Whether there is any series in a game."""
        return any(isinstance(node, Goal) for node in flow.nodes)

    def looks(self, number: int) -> bool:
        """Whether any move at a node is looked ahead for."""
        return self._looks[number]

    # ------------------------------------------------------------ questions

    def open_rows(self, v: Vector, seat: int, rows: list[Row]) -> list[Row]:
        """Those of the rows of a position that leave a way to the goal. A row that leaves numbers open stays."""
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
        """Whether a move, which needs and costs allow, leaves a way to the goal; also if it need not."""
        return not self.looks_for(v, seat, row) or self._leaves_way(v, seat, row, Memory())

    def looks_for(self, v: Vector, seat: int, row: Row) -> bool:
        """Whether a move of a seat that decides must leave it a way to a goal."""
        number = v[PC]
        if not self.looks(number) or row[0] in self._unseen[number]:
            return False
        return row[0] in self._begins[number] or self._is_bound(v, seat)

    def is_way(self, v: Vector, choice: int) -> bool:
        """Whether there is a way to the goal from a decision, in a position."""
        there = list(v)
        there[PC] = choice
        (seat,) = self._course.deciders(there)
        return self._leads_on(there, seat, Memory())

    def dead_end(self, v: Vector, seat: int, row: Row) -> Vector | None:
        """Where most moves lead to before nothing leads on: the dead end nearest to the goal; None if the move itself
        fails, or if there is a way."""
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
        """The position after a move; None if it comes to a fault."""
        there = list(v)
        try:
            self._course.go_on(there, seat, row)
        except PlayFault:
            return None
        return there

    def _is_bound(self, v: Vector, seat: int) -> bool:
        """Whether a seat that decides must reach the next goal."""
        node = self._nodes[v[PC]]
        if not isinstance(node, Decision) or node.bound_for is None:
            return False
        if node.until is not None:
            return True
        store = self._flow.stores.get(getattr(node.bound_for, "uid", -1))
        return store is not None and bool(store.value(v) == seat)

    def reached(self, v: Vector) -> bool:
        """Whether a goal is reached, or the game is over."""
        return v[OVER] != 0 or isinstance(self._nodes[v[PC]], Goal)

    def following(self, v: Vector, maker: int) -> tuple[bool, Iterable[Vector]]:
        """Whether one way on is enough, and the positions that may follow one: where one is enough, each as it is asked
        for. Raises `PlayFault`."""
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
        """What follows moves of who is bound for the goal; those that come to a fault lead nowhere."""
        for row in rows:
            if (there := self._after(v, seat, row)) is not None:
                yield there

    def _fallen(self, v: Vector, outcome: int) -> Vector:
        there = list(v)
        self._course.fall(there, outcome)
        return there


@dataclass(slots=True)
class _Search:
    """One question."""

    ahead: GoalReachability
    maker: int
    memory: Memory
    seen: int = 0
    deepest: DeadEnd | None = None

    def finds_way(self, v: Vector) -> bool:
        """Whether there is a way from a position to the goal. Raises `PlayFault` if it would have to look too far."""
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
        try:
            return self.ahead.following(v, self.maker)
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
        """The positions that may follow one, each as it is asked for. Raises `NotSinglePlayer`."""
        self._met(v)
        own, there = self._next(v)
        if not own:
            raise NotSinglePlayer
        return self._noted(v, moves, there)

    def _noted(self, v: Vector, moves: int, there: Iterable[Vector]) -> Iterator[Vector]:
        """Notes a dead end where nothing follows."""
        nothing = True
        for after in there:
            nothing = False
            yield after
        if nothing:
            self._at_dead_end(v, moves)

    # ------------------------------------------------------------ with chance and others

    def _backwards(self, v: Vector) -> bool:
        """Gathers all positions, then works out from the goals which of them are alive."""
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
    """Whether any move at a node belongs to a series, or begins one."""
    if not isinstance(node, Decision):
        return False
    return node.bound_for is not None or any(isinstance(o, Play) and o.begins for o in node.options)


def kinds_of(node: object, which: Callable[[Play], bool]) -> frozenset[int]:
    """The kinds of move of those actions at a decision."""
    options = node.options if isinstance(node, Decision) else ()
    return frozenset(option.kind for option in options if isinstance(option, Play) and which(option))
