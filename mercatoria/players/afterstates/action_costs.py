"""Action costs: the least number of each good with which a kind of move is possible, found by trying.

A seat gets plenty of every good except one, whose number then falls until the moves of a kind disappear.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median_low

from interpreter.position import PASS
from mercatoria.players.afterstates.mobility import Plenty
from mercatoria.players.afterstates.steps import Numbers
from mercatoria.players.own_moves import faults_noted

DEAREST = 5
"""Highest number of one good that a move can be found to cost."""

MOST_IN_ALL = 12
"""Highest number of all goods that a move can be found to cost. A move that needs more is not bought with goods."""

Costs = Mapping[str, tuple[int, ...]]
"""Number of each good that a move costs, by kind of move."""


def found_costs(plenty: Plenty, positions: Sequence[Numbers]) -> Costs:
    """Return the usual costs of each kind of move that costs anything."""
    steps, found = plenty.steps, dict[str, list[tuple[int, ...]]]()
    names = [kind.name for kind in steps.table.flow.move_kinds]
    for v in positions:
        for seat in range(steps.players):
            with faults_noted():
                for kind, costs in _costs(plenty, plenty.of(v, seat), seat).items():
                    found.setdefault(names[kind], []).append(costs)
    usual = {name: tuple(median_low(each) for each in zip(*costs, strict=True)) for name, costs in found.items()}
    return {name: costs for name, costs in usual.items() if 0 < sum(costs) <= MOST_IN_ALL}


def _costs(plenty: Plenty, rich: Numbers, seat: int) -> Mapping[int, tuple[int, ...]]:
    """Return what each kind of move costs a seat in one position, by index of the kind."""
    here = {row[0] for row in plenty.steps.rows(rich, seat)} - {PASS[0]}
    costs = {kind: [0] * len(plenty.goods) for kind in sorted(here)}
    for good in range(len(plenty.goods)):
        left = set(here)
        for amount in range(DEAREST - 1, -1, -1):
            still = {row[0] for row in plenty.steps.rows(plenty.with_amount(rich, seat, good, amount), seat)}
            for kind in left - still:
                costs[kind][good] = amount + 1
            left &= still
    return {kind: tuple(each) for kind, each in costs.items()}
