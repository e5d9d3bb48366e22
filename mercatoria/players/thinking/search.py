"""The search: plays on from supposed positions, and learns which moves go well.

Each seat has a tree of its own, of what it is told: a point of it is the row of all that the seat was told since the
search began. So a seat that thinks about another's moves lets it know no more than it would. In each run one supposed
position is played on: through the trees as far as they reach, one step beyond, and then without thinking
(`rollouts`). What the seats stand at then is learnt at every point that was passed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isqrt

from interpreter.flow import ChanceNode, SimultaneousDecision
from interpreter.position import OPEN, PC, Row, Vector
from interpreter.rng import Stream
from interpreter.table import CompiledGame
from mercatoria.players.own_moves import FAULTS
from mercatoria.players.thinking.branches import Branches, drawn
from mercatoria.players.thinking.luck import Luck
from mercatoria.players.thinking.paths import Paths
from mercatoria.players.thinking.rollouts import Rollouts
from mercatoria.players.thinking.worths import Worths
from mercatoria.worlds import Teller


@dataclass(frozen=True, slots=True)
class _Passed:
    """A point that a run came through, and what was chosen there."""

    seat: int
    branches: Branches
    row: Row
    rows: Sequence[Row]
    chance: float
    """How likely a secret choice was; 0 for one that all see."""


@dataclass(slots=True)
class Search:
    """What a seat finds out in one decision. `seat` is who thinks; it is always the first to decide."""

    table: CompiledGame
    seat: int
    stream: Stream
    worths: Worths
    rollouts: Rollouts
    taken: list[tuple[int, Row]] = field(default_factory=list)
    """How the last run went through the trees: who chose what, without what others chose in secret."""
    _trees: list[dict[int, Branches]] = field(init=False)
    """For each seat its points by their paths."""
    _tellers: list[Teller] = field(init=False)

    def __post_init__(self) -> None:
        players = range(self.table.flow.model.players)
        self._trees = [{} for _ in players]
        self._tellers = [Teller(self.table, seat) for seat in players]

    def root(self) -> Branches:
        """What was found out about the moves that the seat has now."""
        return self._trees[self.seat].setdefault(0, Branches())

    def run(self, v: Vector, luck: Luck, first: Row | None = None) -> float | None:
        """Plays on from one supposed position, which is changed, beginning with a move if one is given; what the seat
        has of the win. Where a rule fails, or the position turns out to be impossible, nothing is learnt (None)."""
        passed: list[_Passed] = []
        try:
            self._play_on(v, luck, passed, first)
            shares = self.worths.shares(v)
        except FAULTS:
            return None
        for point in passed:
            share = shares[point.seat]
            if point.chance:
                point.branches.regret(point.row, share, point.chance, point.rows)
            else:
                point.branches.learn(point.row, share)
        self.taken = [(point.seat, point.row) for point in passed if not point.chance or point is passed[0]]
        return shares[self.seat]

    # ------------------------------------------------------------ a run

    def _play_on(self, v: Vector, luck: Luck, passed: list[_Passed], first: Row | None) -> None:
        """Through the trees and one step beyond, then without thinking."""
        engine, paths = self.table.engine, Paths(self.table, self._tellers)
        fresh = False
        while not fresh and not engine.over(v):
            seats = engine.deciders(v)
            if not seats:
                self._fall(v, luck, paths)
                continue
            seat = self.seat if not passed else seats[0]
            branches = self._trees[seat].setdefault(paths.of[seat], Branches())
            fresh = not branches.visits and (bool(passed) or first is None)
            rows = self._rows(v, seat, branches, luck) if passed or first is None else [first]
            self._choose(v, seat, branches, rows, passed, paths)
        self.rollouts.play_on(v, luck)

    def _choose(
        self, v: Vector, seat: int, branches: Branches, rows: list[Row], passed: list[_Passed], paths: Paths
    ) -> None:
        """A seat chooses by what it has found out so far."""
        secret, chance = isinstance(self.table.flow.nodes[v[PC]], SimultaneousDecision), 0.0
        if secret:
            row, chance = branches.pick_in_secret(rows, self.stream)
        else:
            row = branches.pick(rows, self.stream)
        passed.append(_Passed(seat, branches, row, rows, chance))
        before = v[:]
        self.table.engine.apply(v, seat, row)
        paths.move(before, seat, row, v, secret)

    def _fall(self, v: Vector, luck: Luck, paths: Paths) -> None:
        """Lets chance fall, and has each seat told of it what it may know."""
        node, outcome = self.table.flow.nodes[v[PC]], luck.fallen(v)
        assert isinstance(node, ChanceNode)
        paths.fall(v, node, outcome)
        self.table.engine.resolve(v, outcome)

    # ------------------------------------------------------------ moves

    def _rows(self, v: Vector, seat: int, branches: Branches, luck: Luck) -> list[Row]:
        """The legal moves that are weighed; of one that leaves something open, more ways the more often one comes by.
        Where nothing can be filled in, whatever is found to be legal."""
        listed = self.table.engine.moves(v, seat)
        found = [row for row in listed if OPEN not in row]
        for row in listed:
            if OPEN in row:
                found += self._widened(v, seat, row, branches, luck)
        return found or [self.rollouts.by_chance(v, seat, luck)]

    def _widened(self, v: Vector, seat: int, row: Row, branches: Branches, luck: Luck) -> list[Row]:
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
