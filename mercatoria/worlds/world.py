"""A world: one course of a game that a seat cannot rule out."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.position import Row, Vector
from mercatoria.worlds.particle_step import Step


@dataclass(slots=True, eq=False)
class Particle:
    """One course of a game, entry by entry. Positions are shared between worlds and never changed."""

    positions: list[Vector]
    """The first position, and the one after each entry."""
    rows: list[Row]
    """The move or outcome of each entry."""
    chances: list[float]
    """The logarithm of how likely each entry was, as far as it was left to chance or hidden."""
    weight: float = 0.0
    """The logarithm of how much it counts beside others."""

    @property
    def now(self) -> Vector:
        """The position it has come to."""
        return self.positions[-1]

    def upto(self, number: int) -> Particle:
        """A copy of its first so many entries."""
        return Particle(self.positions[: number + 1], self.rows[:number], self.chances[:number], self.weight)

    def add(self, step: Step) -> None:
        """Goes on by an entry."""
        self.positions.append(step.after)
        self.rows.append(step.row)
        self.chances.append(step.chance)
