"""Numbers that describe a position to a value network: the facts of each seat, and what it can expect and do.

The rules determine every one of them. The inputs of a seat are its own features, the mean of its rivals' features, and
the elapsed fraction of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from interpreter.rng import Stream
from interpreter.table import CompiledGame
from mercatoria.players.afterstates.action_costs import Costs, found_costs
from mercatoria.players.afterstates.belongings import BelongingsByAttribute, found_names
from mercatoria.players.afterstates.fact_arrays import FactArrays
from mercatoria.players.afterstates.income import ExpectedIncome, Income, found_income
from mercatoria.players.afterstates.mobility import Mobility, Plenty, Ways, found_ways
from mercatoria.players.afterstates.sampling import quick_positions
from mercatoria.players.afterstates.steps import ArraySteps, Numbers
from mercatoria.players.afterstates.turns import GAMES, free_phases, free_turns
from mercatoria.players.values import round_slot

FOR_INCOME, FOR_WAYS, FOR_COSTS = 200, 40, 20
"""Maximum number of positions in which income, ways to act, and costs are tried."""

FEW = 3
"""A second feature of each sort of piece counts no further than this number."""

MANY_WAYS = 8
"""Number of moves of one kind beyond which more make no difference."""

MISSING, SLOW = 4, 20
"""Most missing goods, and most turns of waiting for the slowest good, that make a difference."""

LITTLE = 0.03
"""Income that is assumed in addition, so that a wait is finite."""

LONGEST = 2.0
"""Largest elapsed fraction of a game, for games that last longer than usual."""

REST = "rivals: "
"""Beginning of the name of an input that is a mean over the rivals."""

PROGRESS = "progress"
"""Name of the input for the elapsed fraction of the game."""


class MissingInput(LookupError):
    """Raised if a feature refers to something that does not exist under these rules; the message says which."""


@dataclass(frozen=True, slots=True)
class FeatureSettings:
    """Settings that were found by trying; together with the rules they determine the features."""

    phase: str = ""
    """Phase of the turns in which ways to act are counted, or "" if chance brings no goods."""
    income: Income = Income()  # noqa: RUF009 - it is frozen
    ways: Ways = Ways()  # noqa: RUF009
    costs: Costs = field(default_factory=dict)
    belongings: tuple[str, ...] = ()
    """Features of the seats' belongings; see `belongings`."""


class Features:
    """Features of a game and player count, for use by one thread."""

    def __init__(self, steps: ArraySteps, settings: FeatureSettings, rounds: float) -> None:
        """Prepare the features.

        Args:
            rounds: Usual number of rounds of a game.

        Raises:
            MissingInput: A fact, a phase or a kind of move of the settings does not exist under these rules.
        """
        self.steps, self.settings, self.rounds = steps, settings, rounds
        self._facts, self._round = FactArrays(steps.table), round_slot(steps.table)
        self._turn = turn_slot(steps.table)
        self._belongings = BelongingsByAttribute(steps.table)
        for name in settings.belongings:
            if name not in self._belongings.names:
                raise MissingInput(f"`{name}`")
        self._income: ExpectedIncome | None = None
        self._mobility: Mobility | None = None
        if settings.income.goods:
            self._ask_for_all(settings)
            turns = free_turns(steps, settings.phase)
            if turns is None:
                raise MissingInput(f"a phase `{settings.phase}` in which every player acts")
            self._income = ExpectedIncome(steps, self._facts, settings.income, turns)
            if settings.ways.kinds:
                plenty = Plenty(steps, self._facts, self._income.goods, turns)
                self._mobility = Mobility(plenty, self._income, settings.ways)
        own = tuple(self._names())
        self.names = (*own, *(REST + name for name in own), PROGRESS)
        """Names of the inputs, in order."""

    def _ask_for_all(self, settings: FeatureSettings) -> None:
        flow = self.steps.table.flow
        fields = {f"{of.kind}.{of.name}".lstrip(".") for of in flow.layout.runs}
        kinds = {kind.name for kind in flow.move_kinds}
        for wanted, known, called in (
            (settings.income.goods, set(self._facts.names), "a fact"), (settings.income.depends, fields, "a field"),
            ((*settings.ways.kinds, *settings.costs), kinds, "a move"),
        ):  # fmt: skip
            for name in wanted:
                if name not in known:
                    raise MissingInput(f"{called} `{name}`")

    def _names(self) -> Iterator[str]:
        facts, settings = self._facts, self.settings
        yield from (*facts.ranked, *facts.names)
        for at in facts.pieces:
            yield from (f"any {facts.names[at]}", f"few {facts.names[at]}")
        yield from settings.belongings
        for good in settings.income.goods:
            yield from (f"income of {good}", f"root of income of {good}")
        if settings.income.goods:
            yield from ("income", "roots of income", "sorts of income", "goods")
        for kind in settings.ways.kinds:
            yield from (f"moves {kind}", f"any {kind}", f"gain by {kind}", f"prepared gain by {kind}")
        for kind in settings.costs:
            yield from (f"missing for {kind}", f"enough for {kind}", f"near to {kind}", f"soon {kind}")
        yield "on turn"

    # ------------------------------------------------------------ values of the features

    def inputs(self, positions: Sequence[Numbers]) -> Numbers:
        """Return the inputs of each seat in several positions, indexed by position, seat and input."""
        stack = np.stack(list(positions))
        own = np.concatenate(list(self._parts(stack)), 2, dtype=np.float32)
        rest = (own.sum(1, keepdims=True) - own) / max(1, self.steps.players - 1)
        far = np.minimum(stack[:, self._round] / self.rounds, LONGEST).astype(np.float32)
        progress = np.broadcast_to(far[:, None, None], (*own.shape[:2], 1))
        return np.concatenate([own, rest, progress], 2)

    def _parts(self, stack: Numbers) -> Iterator[Numbers]:
        facts = self._facts
        amounts = facts.amounts(stack)
        yield np.array([self.steps.standings(v) for v in stack], np.float32)
        yield amounts
        if facts.pieces:
            pieces = amounts[:, :, facts.pieces]
            yield _in_turn(np.minimum(pieces, 1), np.minimum(pieces, FEW))
        if self.settings.belongings:
            yield self._belongings.amounts(stack, self.settings.belongings)
        if self._income is not None:
            yield from self._expected(stack, amounts[:, :, self._income.goods], self._income)
        seats = np.arange(self.steps.players)
        yield (stack[:, self._turn, None] == seats)[:, :, None].astype(np.float32)

    def _expected(self, stack: Numbers, goods: Numbers, expected: ExpectedIncome) -> Iterator[Numbers]:
        """Yield the features that depend on income, given the number of each good that the seats have."""
        income = np.stack([expected.per_turn(v) for v in stack])
        roots = np.sqrt(np.maximum(income, 0))
        yield _in_turn(income, roots)
        yield np.stack([income.sum(2), roots.sum(2), (income > LITTLE / FEW).sum(2), goods.sum(2)], 2)
        number, ways = len(self.settings.ways.kinds), np.zeros((*income.shape[:2], 0), np.float32)
        if self._mobility is not None:
            ways = np.stack([self._mobility.ways(v) for v in stack])
            moves, gains, prepared = ways[:, :, :number], ways[:, :, number : 2 * number], ways[:, :, 2 * number :]
            yield _in_turn(np.minimum(moves, MANY_WAYS), np.minimum(moves, 1), gains, prepared)
        for kind, costs in self.settings.costs.items():
            missing = np.maximum(np.array(costs, np.float32) - goods, 0)
            wait = np.minimum((missing / (np.maximum(income, 0) + LITTLE)).max(2), SLOW)
            lacks = np.minimum(missing.sum(2), MISSING)
            has_way = np.ones_like(lacks)
            if kind in self.settings.ways.kinds:
                has_way = np.minimum(ways[:, :, self.settings.ways.kinds.index(kind)], 1)
            near = np.stack([lacks, lacks == 0, 1 / (1 + lacks), 1 / (1 + wait / MISSING)], 2)
            yield has_way[:, :, None] * near


def _in_turn(*parts: Numbers) -> Numbers:
    """Return arrays of equal form merged along the last axis: the first number of each array, then the second."""
    merged = np.stack(parts, 3)
    return merged.reshape(*merged.shape[:2], -1)


def turn_slot(table: CompiledGame) -> int:
    """Return the slot that stores the seat whose turn it is."""
    return next(run.base[0] for of, run in table.flow.layout.runs.items() if of.name == "player" and of.builtin)


# ---------------------------------------------------------------- found by trying


def found_settings(steps: ArraySteps) -> FeatureSettings:
    """Return the settings of the features for a game and player count. They depend only on the rules."""
    positions, stream = list(quick_positions(steps, GAMES)), Stream(0, "features")
    facts = FactArrays(steps.table)

    def some(number: int) -> list[Numbers]:
        return stream.sample(positions, min(number, len(positions)))

    income = found_income(steps, facts, some(FOR_INCOME), stream) if positions else Income()
    best = FeatureSettings()
    for phase in free_phases(steps, positions) if income.goods else ():
        if (turns := free_turns(steps, phase)) is None:
            continue
        expected = ExpectedIncome(steps, facts, income, turns)
        if not expected.per_turn(turns[0]).any():
            continue
        plenty = Plenty(steps, facts, expected.goods, turns)
        found = FeatureSettings(phase, income, found_ways(plenty, expected, some(FOR_WAYS)),
                                found_costs(plenty, some(FOR_COSTS)))  # fmt: skip
        if not best.phase or len(found.ways.kinds) > len(best.ways.kinds):
            best = found
    return best if best.phase else FeatureSettings(belongings=found_names(steps.table, positions))
