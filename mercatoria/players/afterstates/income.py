"""Expected income: what chance will bring each seat, found by trying every outcome.

All seats pass until a chance event occurs, and make a move that is forced. Every outcome of the event is then tried,
also of a second and third event that follows at once. The income of a seat is the expected change of its facts. Chance
brings some facts only, the *goods* of the game. Which these are, and on which fields the income depends, is also found
by trying.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from interpreter.position import OPEN, PASS
from interpreter.rng import Stream
from interpreter.table import CompiledGame
from mercatoria.players.afterstates.fact_arrays import FactArrays
from mercatoria.players.afterstates.steps import ArraySteps, Numbers
from mercatoria.players.own_moves import faults_noted

MOST_PASSES = 14
"""Maximum number of passes until chance must decide."""

DEEPEST, MOST_OUTCOMES = 3, 40
"""Maximum number of chance events in a row, and maximum number of outcomes of each, that are tried."""

SMALL = 1e-6
"""Smallest expected change that counts as one."""

FEWEST = 20
"""Minimum number of sampled positions in which income can be found."""

OFTEN, OFTEN_NOT_PIECES = 0.05, 0.3
"""Minimum fraction of incomes in which a fact must change to be a good, for pieces of one sort and for other facts."""

PAIRS, CHANGES = 40, 3
"""Number of pairs of positions in which a field is exchanged, and number of changed incomes that prove dependence."""

MOST_KEPT = 200_000
"""Maximum number of incomes to remember."""


@dataclass(frozen=True, slots=True)
class Income:
    """Names of the goods that chance brings, and of the fields that this depends on."""

    goods: tuple[str, ...] = ()
    depends: tuple[str, ...] = ()


@dataclass(slots=True)
class ExpectedIncome:
    """Expected income of each seat, remembered for each state of the fields that it depends on.

    To be a function of these fields alone, the income is computed in the positions `turns`, one for each seat, in
    which the fields receive the contents to be judged. The result is the mean over these positions.
    """

    steps: ArraySteps
    facts: FactArrays
    of: Income
    turns: Sequence[Numbers]
    goods: list[int] = field(init=False)
    """Indices of the goods among the facts."""
    _slots: Numbers = field(init=False)
    _known: dict[bytes, Numbers] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.goods = [self.facts.names.index(name) for name in self.of.goods]
        self._slots = field_slots(self.steps.table, self.of.depends)

    def per_turn(self, v: Numbers) -> Numbers:
        """Return the expected change of each good, by seat."""
        contents = v[self._slots]
        key = contents.tobytes()
        if key not in self._known:
            if len(self._known) >= MOST_KEPT:
                self._known.clear()
            self._known[key] = self._mean(self._slots, contents)
        return self._known[key]

    def touched(self, before: Numbers, after: Numbers) -> Numbers:
        """Return the slots in which two positions differ and on which the income depends."""
        found: Numbers = self._slots[before[self._slots] != after[self._slots]]
        return found

    def gain(self, slots: Numbers, before: Numbers, after: Numbers, seat: int) -> float:
        """Return a seat's additional income if the contents of these slots change."""
        return float((self._mean(slots, after) - self._mean(slots, before))[seat].sum()) if len(slots) else 0.0

    def _mean(self, slots: Numbers, contents: Numbers) -> Numbers:
        total = np.zeros((self.steps.players, len(self.goods)), np.float32)
        for turn in self.turns:
            v = turn.copy()
            v[slots] = contents
            change = expected_change(self.steps, self.facts, v)
            total += change[:, self.goods] if change is not None else 0
        return total / len(self.turns)


def expected_change(steps: ArraySteps, facts: FactArrays, v: Numbers) -> Numbers | None:
    """Return the expected change of each fact by the next chance event, by seat.

    Returns None if a seat must decide first, or if chance changes nothing that could be averaged.
    """
    with faults_noted():
        if (before := _until_chance(steps, v)) is None:
            return None
        ends, odds = list[Numbers](), list[float]()
        _try_outcomes(steps, before, 1.0, DEEPEST, ends, odds)
        if len(ends) > 1:
            changes = facts.amounts(np.stack(ends)) - facts.amounts(before[None])
            found: Numbers = np.tensordot(np.array(odds, np.float32), changes, 1)
            return found
    return None


def _until_chance(steps: ArraySteps, v: Numbers) -> Numbers | None:
    """Return the position before the next chance event if all seats pass, or None if one of them must choose."""
    for _ in range(MOST_PASSES):
        if steps.is_over(v) or steps.is_secret(v):
            return None
        if steps.is_chance(v):
            return v
        seat = steps.decider(v)
        rows = [PASS] if steps.may_pass(v) else steps.rows(v, seat)
        if len(rows) != 1 or OPEN in rows[0]:
            return None
        v = steps.played(v, seat, rows[0])
    return None


def _try_outcomes(
    steps: ArraySteps, v: Numbers, chance: float, left: int, ends: list[Numbers], odds: list[float]
) -> None:
    """Append each position that chance can lead to, and its probability."""
    if left and not steps.is_over(v) and steps.is_chance(v):
        outcomes = steps.outcomes(v)
        total = sum(weight for _, weight in outcomes)
        if 0 < len(outcomes) <= MOST_OUTCOMES:
            for outcome, weight in outcomes:
                _try_outcomes(steps, steps.settled(v, outcome), chance * weight / total, left - 1, ends, odds)
            return
    ends.append(v)
    odds.append(chance)


# ---------------------------------------------------------------- found by trying


def found_income(steps: ArraySteps, facts: FactArrays, positions: Iterable[Numbers], stream: Stream) -> Income:
    """Return the goods that chance brings in these positions, and the fields that the income depends on."""
    tried = [(v, expected_change(steps, facts, v)) for v in positions if steps.is_free(v)]
    known = [(v, change) for v, change in tried if change is not None]
    if len(known) < FEWEST:
        return Income()
    often = (np.abs(np.stack([change for _, change in known])) > SMALL).mean((0, 1))
    goods = [at for at in range(len(facts.names)) if often[at] > (OFTEN if at in facts.pieces else OFTEN_NOT_PIECES)]
    if not goods:
        return Income()
    fields = [run.field for run in steps.table.flow.layout.runs.values() if not run.field.builtin]
    names = dict.fromkeys(field_name(of.kind, of.name) for of in fields)
    depends = [name for name in names if _depends_on(steps, facts, goods, known, name, stream)]
    return Income(tuple(facts.names[at] for at in goods), tuple(depends))


def _depends_on(
    steps: ArraySteps,
    facts: FactArrays,
    goods: Sequence[int],
    known: Sequence[tuple[Numbers, Numbers]],
    name: str,
    stream: Stream,
) -> bool:
    """Return True if the income changes when a field takes its contents from another position."""
    slots, changed = field_slots(steps.table, [name]), 0
    for _ in range(PAIRS):
        (v, income), (other, _) = stream.sample(known, 2)
        if np.array_equal(v[slots], other[slots]):
            continue
        mixed = v.copy()
        mixed[slots] = other[slots]
        change = expected_change(steps, facts, mixed)
        changed += change is not None and bool(np.abs(change - income)[:, goods].max() > SMALL)
        if changed == CHANGES:
            return True
    return False


# ---------------------------------------------------------------- fields


def field_name(kind: str, name: str) -> str:
    """Return a field's name as written in the rules, such as `Player.purse`."""
    return f"{kind}.{name}".lstrip(".")


def field_slots(table: CompiledGame, names: Sequence[str]) -> Numbers:
    """Return the slots of the fields with these names."""
    found = [
        slot
        for of, run in table.flow.layout.runs.items() if not of.builtin and field_name(of.kind, of.name) in names
        for base, width in zip(run.base, run.widths, strict=True) for slot in range(base, base + width)
    ]  # fmt: skip
    return np.array(sorted(found), np.intp)
