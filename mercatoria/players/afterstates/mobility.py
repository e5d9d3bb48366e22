"""Mobility: the ways in which each seat could act on its turn if it had plenty of every good.

Mobility is a classic feature of general game players. The module counts the moves of each kind, and finds the most that
one more move of a kind adds to the seat's expected income: at once, or after a *preparing* move, which adds nothing.
The ways of a seat depend on the pieces on the board and on its stock of pieces, and are remembered for each state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, pstdev

import numpy as np

from interpreter.position import OPEN, PASS, PLAYER, HolderForm, Row
from interpreter.table import may_see
from mercatoria.players.afterstates.fact_arrays import FactArrays
from mercatoria.players.afterstates.income import ExpectedIncome
from mercatoria.players.afterstates.steps import ArraySteps, Numbers
from mercatoria.players.own_moves import faults_noted

PLENTY = 9
"""Number of pieces of each good that is plenty for any single move."""

MOST_KINDS = 14
"""Maximum number of kinds of move that are counted."""

VARIED = 0.3
"""Minimum standard deviation of a number of moves for their kind to be counted."""

MOST_PREPARING, MOST_MOVES_OF_PREPARING = 8, 14
"""Maximum number of preparing moves to try, and maximum mean number of moves of a kind that may prepare."""

LEAST_GAIN = 1e-3
"""Smallest additional income that counts as one."""

MOST_KEPT = 200_000
"""Maximum number of answers to remember."""


@dataclass(frozen=True, slots=True)
class Ways:
    """Names of the kinds of move that are counted, and of those among them that prepare other moves."""

    kinds: tuple[str, ...] = ()
    preparing: tuple[str, ...] = ()


@dataclass(slots=True)
class Plenty:
    """Positions in which a seat has its turn and plenty of every good, with the board and stocks of another position.

    `turns` contains a frame for each seat; see `turns`.
    """

    steps: ArraySteps
    facts: FactArrays
    goods: Sequence[int]
    turns: Sequence[Numbers]
    _slots: list[Numbers] = field(init=False)
    """Slots of the board and of the seat's stocks, by seat."""
    _stores: list[list[int]] = field(init=False)

    def __post_init__(self) -> None:
        seats = range(self.steps.players)
        self._stores = [self.facts.slots(seat, self.goods) for seat in seats]
        board = list(_board(self.steps))
        self._slots = [np.array(board + list(_stock(self.steps, self.facts, seat)), np.intp) for seat in seats]

    def key(self, v: Numbers, seat: int) -> bytes:
        """Return everything in a position on which the seat's ways to act depend."""
        key: bytes = v[self._slots[seat]].tobytes()
        return key

    def of(self, v: Numbers, seat: int) -> Numbers:
        """Return the position in which a seat has plenty."""
        found, slots = self.turns[seat].copy(), self._slots[seat]
        found[slots] = v[slots]
        found[self._stores[seat]] = PLENTY
        return found

    def with_amount(self, rich: Numbers, seat: int, good: int, amount: int) -> Numbers:
        """Return a position of plenty in which the seat has only some pieces of one good."""
        found = rich.copy()
        found[self.facts.slots(seat, [self.goods[good]])] = amount
        return found


@dataclass(slots=True)
class Mobility:
    """Ways to act of each seat in a position."""

    plenty: Plenty
    income: ExpectedIncome
    of: Ways
    _at: Mapping[int, int] = field(init=False)
    """Index of each counted kind of move."""
    _preparing: frozenset[int] = field(init=False)
    _known: dict[tuple[int, bytes], Numbers] = field(default_factory=dict)
    _touched: dict[tuple[int, Row], Numbers] = field(default_factory=dict)
    """Slots on which income depends and which a move has been seen to change."""
    _gains: dict[tuple[int, Row, bytes], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        names = [kind.name for kind in self._steps.table.flow.move_kinds]
        counted = [(at, self.of.kinds.index(name)) for at, name in enumerate(names) if name in self.of.kinds]
        self._at = dict(counted)
        self._preparing = frozenset(at for at, name in enumerate(names) if name in self.of.preparing)

    @property
    def _steps(self) -> ArraySteps:
        return self.plenty.steps

    def ways(self, v: Numbers) -> Numbers:
        """Return the ways of each seat: the number of moves, the best gain, and the best prepared gain of each kind."""
        return np.stack([self._of_seat(v, seat) for seat in range(self._steps.players)])

    def _of_seat(self, v: Numbers, seat: int) -> Numbers:
        key = seat, self.plenty.key(v, seat)
        if key not in self._known:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            self._known[key] = self._found(self.plenty.of(v, seat), seat)
        return self._known[key]

    def _found(self, rich: Numbers, seat: int) -> Numbers:
        number = len(self.of.kinds)
        found = np.zeros((3, number), np.float32)
        with faults_noted():
            rows = self._steps.rows(rich, seat)
            for row in rows:
                if (kind := self._at.get(row[0])) is not None:
                    found[0, kind] += 1
                    found[1, kind] = max(found[1, kind], self.gain(rich, seat, row))
            known = set(rows)
            for first in [row for row in rows if row[0] in self._preparing][:MOST_PREPARING]:
                prepared = self.plenty.of(self._steps.played(rich, seat, first), seat)
                for row in self._steps.rows(prepared, seat):
                    kind = self._at.get(row[0])
                    if kind is not None and row[0] not in self._preparing and row not in known:
                        found[2, kind] = max(found[2, kind], self.gain(prepared, seat, row))
        return found.reshape(-1)

    def gain(self, rich: Numbers, seat: int, row: Row) -> float:
        """Return a seat's additional income after a move. A move with open numbers gains nothing."""
        if OPEN in row:
            return 0.0
        if (seat, row) in self._touched:
            slots = self._touched[seat, row]
            key = seat, row, rich[slots].tobytes()
            if key in self._gains:
                return self._gains[key]
        found = 0.0
        with faults_noted():
            after = self._steps.played(rich, seat, row)
            slots = self.income.touched(rich, after)
            self._touched[seat, row] = slots = np.union1d(self._touched.get((seat, row), slots), slots).astype(np.intp)
            found = self.income.gain(slots, rich[slots], after[slots], seat)
            self._gains[seat, row, rich[slots].tobytes()] = found
        return found


def _board(steps: ArraySteps) -> Iterable[int]:
    """Yield the slots of the spaces that belong to no player and whose contents everyone sees."""
    for of, run in steps.table.flow.layout.runs.items():
        if of.builtin or of.lifetime or of.kind == PLAYER or run.storage.name != "space":
            continue
        if all(may_see(of, owner, keys, None) == "all" for owner, keys in run.combinations()):
            yield from range(run.base[0], run.base[-1] + run.widths[-1])


def _stock(steps: ArraySteps, facts: FactArrays, seat: int) -> Iterable[int]:
    """Yield the slots that count a seat's own pieces off the board."""
    for at, held in enumerate(facts.holdings[seat]):
        run = steps.table.flow.layout.runs[held.name[0]]
        if at not in facts.pieces and run.field.kind == PLAYER and isinstance(run.storage, HolderForm):
            yield from held.counters


# ---------------------------------------------------------------- found by trying


def found_ways(plenty: Plenty, income: ExpectedIncome, positions: Sequence[Numbers]) -> Ways:
    """Return the kinds of move whose number varies between these positions, and those that prepare others."""
    steps, counts, gains = plenty.steps, dict[str, list[int]](), dict[str, float]()
    names = [kind.name for kind in steps.table.flow.move_kinds]
    everything = Mobility(plenty, income, Ways())
    seen = 0
    for v in positions:
        for seat in range(steps.players):
            rich = plenty.of(v, seat)
            with faults_noted():
                rows = [row for row in steps.rows(rich, seat) if row != PASS]
                for name in sorted({names[row[0]] for row in rows} - counts.keys()):
                    counts[name] = [0] * seen
                for name, each in counts.items():
                    each.append(sum(names[row[0]] == name for row in rows))
                seen += 1
                for row in rows:
                    name = names[row[0]]
                    gains[name] = max(gains.get(name, 0.0), everything.gain(rich, seat, row))
    kinds = [name for name, each in counts.items() if pstdev(each) > VARIED][:MOST_KINDS]
    gaining = [name for name in kinds if gains.get(name, 0.0) > LEAST_GAIN]
    few = [name for name in kinds if name not in gaining and fmean(counts[name]) < MOST_MOVES_OF_PREPARING]
    return Ways(tuple(kinds), tuple(few) if gaining else ())
