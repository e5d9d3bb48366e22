"""Information set Monte Carlo tree search: it simulates games and learns which moves win.

Each seat has its own tree. A node represents everything that the seat has seen, at the root and since. No seat uses
information that is hidden from it. Some root views are rare. A node that was visited rarely with one root view uses the
statistics of all root views.

Each run starts from one sampled position, follows the trees through often visited nodes, and continues with a rollout
(`rollouts`). The resulting win shares update the nodes at which the seats chose.

All positions sampled for the searching seat contain its actual secrets. Rivals must not learn from these positions, or
they would discover the secrets. If the seat holds a secret, rivals learn instead from positions sampled for a
spectator, in which the seat may hold anything. The seat's own runs then update only its own tree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import isqrt

from interpreter.flow import ChanceNode, SimultaneousDecision
from interpreter.position import OPEN, PC, Row, Vector
from interpreter.rng import Stream
from interpreter.table import CompiledGame
from mercatoria.players.determinization import nothing_is_hidden
from mercatoria.players.own_moves import FAULTS, noted
from mercatoria.players.playouts.chance_sampler import ChanceSampler
from mercatoria.players.playouts.rollouts import Rollouts
from mercatoria.players.search_bot.branches import Branches, drawn
from mercatoria.players.search_bot.info_sets import InfoSetKeys
from mercatoria.players.search_bot.win_estimates import WinEstimates
from mercatoria.worlds import EntryObserver, SeatObservation, SeatObserver

ANYTHING = 0
"""Key for a seat's statistics over all root views."""

OFTEN = 2
"""Number of runs per legal move that must reach a node before seats use the node's statistics.

Until enough runs have reached the node, a run that reaches it continues with a rollout. The base policy is a better
guide than a move that was tried only a few times. A node needs only one run if rollouts are random.
"""

KNOWN_WELL = 4
"""Average number of tries per move at which a node's statistics for a single root view are good enough."""


@dataclass(frozen=True, slots=True)
class RootSample:
    """A sampled position from which runs begin."""

    v: Vector
    seen: tuple[int, ...]
    """Index of each seat's root view, counted in order of first appearance."""
    teaches: tuple[bool, ...]
    """One flag per seat, which is True if the seat learns from runs that begin here."""


@dataclass(frozen=True, slots=True)
class _Point:
    """A seat's node: its statistics for one root view, and for all root views."""

    own: Branches
    """Statistics of the runs in which the seat had the same root view."""
    told: Branches
    """Statistics of all runs with the same observations since the root, regardless of the root view."""

    def guide(self, moves: int) -> Branches:
        """Return the statistics that the seat should use when choosing among this many moves."""
        return self.own if self.own.visits >= KNOWN_WELL * moves else self.told


@dataclass(frozen=True, slots=True)
class _Passed:
    """A node on the path of a run, and the choice made there."""

    seat: int
    point: _Point
    row: Row
    rows: Sequence[Row]
    chance: float
    """Probability of a secret choice, or 0 for an open choice."""

    def corrected(self, shares: Sequence[float]) -> Sequence[float]:
        """Return the win shares to record for the earlier choices on the path.

        If a better move is known at this node, that move's average result replaces the result of the run. A seat would
        not repeat a move that was only an experiment.
        """
        self.point.told.note(self.row, shares)
        better = self.point.told.better(self.row, self.rows)
        return shares if better is None else [share / better.tried for share in better.brought]

    def learn(self, share: float) -> None:
        """Record the share of the win that followed this choice."""
        for branches in (self.point.own, self.point.told):
            if self.chance:
                branches.regret(self.row, share, self.chance, self.rows)
            else:
                branches.learn(self.row, share)


@dataclass(frozen=True, slots=True)
class Run:
    """Result of one run."""

    end: Vector
    """Final position of the run."""
    share: float
    """Share of the win for the searching seat."""
    taken: Sequence[tuple[int, Row]]
    """Choices made inside the trees, except the secret choices of other seats."""


@dataclass(slots=True)
class Search:
    """The search for one decision of `seat`. In every run, `seat` decides first."""

    table: CompiledGame
    seat: int
    stream: Stream
    worths: WinEstimates
    rollouts: Rollouts
    _trees: list[dict[tuple[int, int], Branches]] = field(init=False)
    """Nodes of each seat, keyed by root view and hash of the observations.

    The key `ANYTHING` covers all root views.
    """
    _sights: list[dict[SeatObservation, int]] = field(init=False)
    """Index of each root view, per seat."""
    _tellers: list[EntryObserver] = field(init=False)
    _onlookers: list[SeatObserver] = field(init=False)
    _all_is_open: bool = field(init=False)
    """True if every seat sees the whole position.

    Otherwise, the positions at one node may differ, and the same move may lead to different results.
    """

    def __post_init__(self) -> None:
        players = range(self.table.flow.model.players)
        self._trees = [{} for _ in players]
        self._sights = [{} for _ in players]
        self._tellers = [EntryObserver(self.table, seat) for seat in players]
        self._onlookers = [SeatObserver(self.table, seat) for seat in players]
        self._all_is_open = nothing_is_hidden(self.table)

    def beginning(self, v: Vector, teaches: Callable[[int], bool]) -> RootSample:
        """Return a root from which runs can begin.

        `teaches` returns True for each seat that learns from these runs.
        """
        sights = [onlooker.sees(v) for onlooker in self._onlookers]
        seen = [known.setdefault(sight, len(known) + 1) for known, sight in zip(self._sights, sights, strict=True)]
        return RootSample(v, tuple(seen), tuple([teaches(seat) for seat in range(len(seen))]))

    def root(self, beginning: RootSample) -> Branches:
        """Return the statistics of the moves at the root."""
        return self._point(self.seat, beginning, 0).own

    def run(self, beginning: RootSample, luck: ChanceSampler, first: Row | None = None) -> Run | None:
        """Simulate one game from a root, with `first` as its first move if given.

        Returns None and learns nothing if a rule fails or the position turns out to be impossible.
        """
        passed: list[_Passed] = []
        v = beginning.v[:]
        try:
            self._play_on(v, beginning, luck, passed, first)
            shares: Sequence[float] = self.worths.shares(v)
        except FAULTS as fault:
            noted(fault)
            return None
        for number, each in reversed(list(enumerate(passed))):
            if beginning.teaches[each.seat]:
                each.learn(shares[each.seat])
            if number and self._all_is_open:
                shares = each.corrected(shares)
        taken = [(each.seat, each.row) for each in passed if not each.chance or each is passed[0]]
        return Run(v, shares[self.seat], taken)

    def _point(self, seat: int, beginning: RootSample, path: int) -> _Point:
        tree = self._trees[seat]
        own = tree.setdefault((beginning.seen[seat], path), Branches())
        return _Point(own, tree.setdefault((ANYTHING, path), Branches()))

    # ------------------------------------------------------------ a run

    def _play_on(
        self, v: Vector, beginning: RootSample, luck: ChanceSampler, passed: list[_Passed], first: Row | None
    ) -> None:
        engine, paths = self.table.engine, InfoSetKeys(self.table, self._tellers)
        while not engine.over(v):
            seats = engine.deciders(v)
            if not seats:
                self._fall(v, luck, paths)
                continue
            seat = self.seat if not passed else seats[0]
            point = self._point(seat, beginning, paths.of[seat])
            point.told.passed += beginning.teaches[seat]
            engine.advance(v)  # this leaves the position unchanged but restarts the engine's step counter
            too_seldom = OFTEN * len(engine.moves(v, seat)) if self.rollouts.base.policy.ahead else 1
            if passed and point.told.passed <= too_seldom:
                break
            rows = self._rows(v, seat, point.told, luck) if passed or first is None else [first]
            self._choose(v, seat, point, rows, passed, paths)
        self.rollouts.play_on(v, luck, self.seat, self.worths.fitted)

    def _choose(
        self, v: Vector, seat: int, point: _Point, rows: list[Row], passed: list[_Passed], paths: InfoSetKeys
    ) -> None:
        secret, chance = isinstance(self.table.flow.nodes[v[PC]], SimultaneousDecision), 0.0
        guide = point.guide(len(rows))
        for branches in (point.own, point.told):
            branches.offer(rows)
        if secret:
            row, chance = guide.pick_in_secret(rows, self.stream)
        else:
            row = guide.pick(rows, self.stream)
        passed.append(_Passed(seat, point, row, rows, chance))
        before = v[:]
        self.table.engine.apply(v, seat, row)
        paths.move(before, seat, row, v, secret)

    def _fall(self, v: Vector, luck: ChanceSampler, paths: InfoSetKeys) -> None:
        """Draw a random outcome, and let each seat observe as much of it as the rules allow."""
        node, outcome = self.table.flow.nodes[v[PC]], luck.fallen(v)
        assert isinstance(node, ChanceNode)
        paths.fall(v, node, outcome)
        self.table.engine.resolve(v, outcome)

    # ------------------------------------------------------------ moves

    def _rows(self, v: Vector, seat: int, branches: Branches, luck: ChanceSampler) -> list[Row]:
        """Return the legal moves to consider at a node.

        The more visits a node has, the more sets of parameter values are tried. If no values are legal, the result is a
        single random legal move.
        """
        self.table.engine.advance(v)  # restarts the step counter, as above
        listed = self.table.engine.moves(v, seat)
        found = [row for row in listed if OPEN not in row]
        for row in listed:
            if OPEN in row:
                found += self._widened(v, seat, row, branches, luck)
        return found or [self.rollouts.by_chance(v, seat, luck)]

    def _widened(self, v: Vector, seat: int, row: Row, branches: Branches, luck: ChanceSampler) -> list[Row]:
        """Return the known sets of values for a move's open parameters that are legal in this position."""
        engine = self.table.engine
        known = branches.fillings.setdefault(row, [])
        if len(known) <= isqrt(branches.visits):
            filled = self._first(v, seat, row) if not known else None
            filled = filled or self.rollouts.filled(v, seat, row, luck)
            if filled is not None and filled not in known:
                known.append(filled)
        return [each for each in known if engine.is_legal(v, seat, each)]

    def _first(self, v: Vector, seat: int, row: Row) -> Row | None:
        """Return the move with its open parameters set to their lowest values, or None if that move is illegal."""
        numbers = iter(self.table.engine.ranges(v, seat, row))
        least = tuple(next(numbers)[0] if value == OPEN else value for value in row)
        return least if self.table.engine.is_legal(v, seat, least) else None


def choice(branches: Branches, stream: Stream) -> Row | None:
    """Draw a secret choice after the search, with probabilities proportional to the number of times each move was
    tried.

    Returns None if no move was tried.
    """
    rows = [row for row, branch in branches.moves.items() if branch.tried]
    tried = [branches.moves[row].tried for row in rows]
    return rows[drawn([each / sum(tried) for each in tried], stream)] if rows else None
