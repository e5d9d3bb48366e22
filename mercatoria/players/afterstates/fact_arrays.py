"""The facts of all seats in many positions at once; see `mercatoria.players.facts`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dsl.model import NONE
from interpreter.table import CompiledGame
from mercatoria.players.afterstates.steps import Numbers
from mercatoria.players.assets import Holding
from mercatoria.players.facts import Facts

MOST_PIECES = 24
"""Maximum number of facts that are treated as pieces by sort."""


class FactArrays:
    """Facts of a game and player count, except the ranking keys, as arrays.

    `names` lists the facts in order. `pieces` lists the indices of those that count pieces of one sort in a bag.
    """

    def __init__(self, table: CompiledGame) -> None:
        facts = Facts(table)
        self.ranked = facts.ranked
        self.names = facts.names[len(facts.ranked) :]
        self.holdings = facts.holdings
        self.pieces = [at for at, each in enumerate(facts.holdings[0]) if each.name[1] >= 0][:MOST_PIECES]
        single = [(seat, at, held.counters[0]) for seat, of_seat in enumerate(facts.holdings)
                  for at, held in enumerate(of_seat) if held.is_counter]  # fmt: skip
        self._single = tuple(np.array(each, np.intp) for each in zip(*single, strict=True)) if single else None
        self._others = [(seat, at, held) for seat, of_seat in enumerate(facts.holdings)
                        for at, held in enumerate(of_seat) if not held.is_counter]  # fmt: skip

    def amounts(self, positions: Numbers) -> Numbers:
        """Return the facts of several positions, indexed by position, seat and fact."""
        found = np.zeros((len(positions), len(self.holdings), len(self.names)), np.float32)
        if self._single is not None:
            seats, facts, slots = self._single
            found[:, seats, facts] = positions[:, slots]
        for seat, at, held in self._others:
            found[:, seat, at] = _amount(held, positions)
        return found

    def slots(self, seat: int, facts: Sequence[int]) -> list[int]:
        """Return the slots whose values add to these facts of a seat."""
        return [slot for at in facts for slot in self.holdings[seat][at].counters]


def _amount(held: Holding, positions: Numbers) -> Numbers:
    found = np.zeros(len(positions), np.int64)
    if held.counters:
        found += positions[:, held.counters].sum(1)
    if held.filled:
        found += (positions[:, held.filled] != NONE).sum(1)
    for first, end, own in held.spaces:
        for sort in own:
            found += (positions[:, first:end] == sort).sum(1)
    return found
