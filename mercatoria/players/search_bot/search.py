"""The search: plays on from supposed positions, and learns which moves go well.

Each seat has a tree of its own: a point of it is what the seat saw when the search began, and the row of all that it
was told since. So a seat that thinks about another's moves lets it know what it would, and no more. What a seat sees
alone may be met but seldom; then it goes by what was found out about what it was told, whatever it saw. In each run one
supposed position is played on: through the trees as far as their points are met often, and from there without thinking
(`rollouts`). What the seats stand at then is learnt at the points where somebody chose.

In all positions that the thinker supposes he holds the same, and rivals who learn from these runs would know it. Where
he holds a secret, they learn from positions that a spectator supposes, in which he may hold anything; his own runs
teach only him.
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
from mercatoria.players.search_bot.branches import Branches, drawn
from mercatoria.players.search_bot.chance_sampler import ChanceSampler
from mercatoria.players.search_bot.info_sets import InfoSetKeys
from mercatoria.players.search_bot.rollouts import Rollouts
from mercatoria.players.search_bot.win_estimates import WinEstimates
from mercatoria.worlds import EntryObserver, SeatObservation, SeatObserver

ANYTHING = 0
"""Stands for whatever a seat saw."""

OFTEN = 2
"""How often one must have come by, for each move, until somebody chooses at a point. Before, one plays on from it: what
was tried but a few times is a worse guide than what looks best at once. Where all play on by chance, once will do."""

KNOWN_WELL = 4
"""How often each move must have been tried, on average, by a seat that saw the same, to go by that alone."""


@dataclass(frozen=True, slots=True)
class RootSample:
    """A supposed position in which runs begin."""

    v: Vector
    seen: tuple[int, ...]
    """What each seat sees there: a number for each sight, in the order in which they were met."""
    teaches: tuple[bool, ...]
    """Which seats learn from it."""


@dataclass(frozen=True, slots=True)
class _Point:
    """Where a seat is in its tree."""

    own: Branches
    """What was found out by those who saw what it saw when the search began."""
    told: Branches
    """What was found out by all who were told the same since."""

    def guide(self, moves: int) -> Branches:
        """What to go by."""
        return self.own if self.own.visits >= KNOWN_WELL * moves else self.told


@dataclass(frozen=True, slots=True)
class _Passed:
    """A point that a run came through, and what was chosen there."""

    seat: int
    point: _Point
    row: Row
    rows: Sequence[Row]
    chance: float
    """How likely a secret choice was; 0 for one that all see."""

    def corrected(self, shares: Sequence[float]) -> Sequence[float]:
        """What those learn who chose before: what this seat tried only to find out, it would not do. So in its place
        counts what its best move brings, as far as that is known. Notes what this one has brought."""
        self.point.told.note(self.row, shares)
        better = self.point.told.better(self.row, self.rows)
        return shares if better is None else [share / better.tried for share in better.brought]

    def learn(self, share: float) -> None:
        """The choice has brought this share of the win."""
        for branches in (self.point.own, self.point.told):
            if self.chance:
                branches.regret(self.row, share, self.chance, self.rows)
            else:
                branches.learn(self.row, share)


@dataclass(frozen=True, slots=True)
class Run:
    """How a run went."""

    end: Vector
    """Where it was broken off."""
    share: float
    """What the thinker had of the win."""
    taken: Sequence[tuple[int, Row]]
    """How it went through the trees: who chose what, without what others chose in secret."""


@dataclass(slots=True)
class Search:
    """What a seat finds out in one decision. `seat` is who thinks; it is always the first to decide."""

    table: CompiledGame
    seat: int
    stream: Stream
    worths: WinEstimates
    rollouts: Rollouts
    _trees: list[dict[tuple[int, int], Branches]] = field(init=False)
    """For each seat its points, by what it saw (`ANYTHING`: whatever it saw) and by their paths."""
    _sights: list[dict[SeatObservation, int]] = field(init=False)
    """For each seat the number of each sight."""
    _tellers: list[EntryObserver] = field(init=False)
    _onlookers: list[SeatObserver] = field(init=False)
    _all_is_open: bool = field(init=False)
    """Whether every seat sees all. Else what a move brings is not the same in all positions that belong to a point."""

    def __post_init__(self) -> None:
        players = range(self.table.flow.model.players)
        self._trees = [{} for _ in players]
        self._sights = [{} for _ in players]
        self._tellers = [EntryObserver(self.table, seat) for seat in players]
        self._onlookers = [SeatObserver(self.table, seat) for seat in players]
        self._all_is_open = nothing_is_hidden(self.table)

    def beginning(self, v: Vector, teaches: Callable[[int], bool]) -> RootSample:
        """A supposed position in which runs begin; `teaches` says which seats learn from it."""
        sights = [onlooker.sees(v) for onlooker in self._onlookers]
        seen = [known.setdefault(sight, len(known) + 1) for known, sight in zip(self._sights, sights, strict=True)]
        return RootSample(v, tuple(seen), tuple([teaches(seat) for seat in range(len(seen))]))

    def root(self, beginning: RootSample) -> Branches:
        """What was found out about the moves that the seat has now."""
        return self._point(self.seat, beginning, 0).own

    def run(self, beginning: RootSample, luck: ChanceSampler, first: Row | None = None) -> Run | None:
        """Plays on from one supposed position, beginning with a move if one is given. Where a rule fails, or the
        position turns out to be impossible, nothing is learnt (None)."""
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
        """Through the trees, then without thinking."""
        engine, paths = self.table.engine, InfoSetKeys(self.table, self._tellers)
        while not engine.over(v):
            seats = engine.deciders(v)
            if not seats:
                self._fall(v, luck, paths)
                continue
            seat = self.seat if not passed else seats[0]
            point = self._point(seat, beginning, paths.of[seat])
            point.told.passed += beginning.teaches[seat]
            engine.advance(v)  # play stands already; but the engine begins to count its work anew
            too_seldom = OFTEN * len(engine.moves(v, seat)) if self.rollouts.base.policy.ahead else 1
            if passed and point.told.passed <= too_seldom:
                break
            rows = self._rows(v, seat, point.told, luck) if passed or first is None else [first]
            self._choose(v, seat, point, rows, passed, paths)
        self.rollouts.play_on(v, luck, self.seat, self.worths.fitted)

    def _choose(
        self, v: Vector, seat: int, point: _Point, rows: list[Row], passed: list[_Passed], paths: InfoSetKeys
    ) -> None:
        """A seat chooses by what it has found out so far."""
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
        """Lets chance fall, and has each seat told of it what it may know."""
        node, outcome = self.table.flow.nodes[v[PC]], luck.fallen(v)
        assert isinstance(node, ChanceNode)
        paths.fall(v, node, outcome)
        self.table.engine.resolve(v, outcome)

    # ------------------------------------------------------------ moves

    def _rows(self, v: Vector, seat: int, branches: Branches, luck: ChanceSampler) -> list[Row]:
        """The legal moves that are weighed; of one that leaves something open, more ways the more often one comes by.
        Where nothing can be filled in, whatever is found to be legal."""
        self.table.engine.advance(v)  # here, too
        listed = self.table.engine.moves(v, seat)
        found = [row for row in listed if OPEN not in row]
        for row in listed:
            if OPEN in row:
                found += self._widened(v, seat, row, branches, luck)
        return found or [self.rollouts.by_chance(v, seat, luck)]

    def _widened(self, v: Vector, seat: int, row: Row, branches: Branches, luck: ChanceSampler) -> list[Row]:
        """The ways to fill in a move that are tried at this point and are legal here."""
        engine = self.table.engine
        known = branches.fillings.setdefault(row, [])
        if len(known) <= isqrt(branches.visits):
            filled = self._first(v, seat, row) if not known else None
            filled = filled or self.rollouts.filled(v, seat, row, luck)
            if filled is not None and filled not in known:
                known.append(filled)
        return [each for each in known if engine.is_legal(v, seat, each)]

    def _first(self, v: Vector, seat: int, row: Row) -> Row | None:
        """The least of everything, if that is legal."""
        numbers = iter(self.table.engine.ranges(v, seat, row))
        least = tuple(next(numbers)[0] if value == OPEN else value for value in row)
        return least if self.table.engine.is_legal(v, seat, least) else None


def choice(branches: Branches, stream: Stream) -> Row | None:
    """What to choose in secret after the search: mixed by how often each was tried. None if nothing was."""
    rows = [row for row, branch in branches.moves.items() if branch.tried]
    tried = [branches.moves[row].tried for row in rows]
    return rows[drawn([each / sum(tried) for each in tried], stream)] if rows else None
