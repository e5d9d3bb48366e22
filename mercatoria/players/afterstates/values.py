"""Values of afterstates for one game and player count, computed by a value network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import local
from typing import Any

from interpreter.position import Row, Vector
from interpreter.rng import Stream
from interpreter.table import CompiledGame
from mercatoria.players.afterstates.expansion import Expansion, best_of, mean_worths
from mercatoria.players.afterstates.features import Features
from mercatoria.players.afterstates.network import Ensemble
from mercatoria.players.afterstates.offers import both_gain
from mercatoria.players.afterstates.steps import ArraySteps, Numbers, array_of
from mercatoria.players.afterstates.stored import ensemble_in, features_in


class _OfThread(local):
    """The features that this thread uses, since a native machine belongs to one thread."""

    features: Features | None = None


class AfterstateValues:
    """Values of positions, and of moves by the positions that they lead to. Threads may share them."""

    def __init__(self, table: CompiledGame, stored: Mapping[str, Any], rounds: float) -> None:
        """Read the values of a stored network.

        Raises:
            BadValues: The network does not fit these rules, or is damaged.
        """
        self._table, self._stored, self._rounds = table, stored, rounds
        self._ensemble: Ensemble = ensemble_in(stored)
        self._of_thread = _OfThread()
        self._of_thread.features = features_in(table, stored, rounds)

    @property
    def _features(self) -> Features:
        if self._of_thread.features is None:
            self._of_thread.features = features_in(self._table, self._stored, self._rounds)
        return self._of_thread.features

    @property
    def steps(self) -> ArraySteps:
        return self._features.steps

    def of(self, positions: Sequence[Numbers]) -> Numbers:
        """Return each seat's share of the win in each position."""
        return self._ensemble.shares(self._features.inputs(positions))

    def shares(self, v: Vector) -> list[float]:
        """Return each seat's expected share of the win in one position; the shares sum to 1."""
        found: list[float] = self.of([array_of(v)])[0].tolist()
        return found

    def is_worth_offering(self, worlds: Sequence[tuple[Vector, float]], seat: int, row: Row) -> bool:
        """Return True if both sides gain by an offer in one of the positions."""
        return any(both_gain(self.steps, array_of(v), seat, row, self.of) for v, _ in worlds)

    def best(
        self, worlds: Sequence[tuple[Vector, float]], seat: int, rows: Sequence[Row], stream: Stream
    ) -> Row | None:  # fmt: skip
        """Return the move with the best afterstates, or None if no move can be played.

        Args:
            worlds: Positions that the seat cannot rule out, with their weights.
        """
        found = [Expansion(self.steps, seat, stream).worths(array_of(v), rows, self.of) for v, _ in worlds]
        worths = mean_worths(found, [weight for _, weight in worlds])
        known = [(row, each) for row, each in zip(rows, worths, strict=True) if each is not None]
        return known[best_of([each for _, each in known], stream)][0] if known else None
