"""A particle: one course of a game that a seat cannot rule out."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.position import Row, Vector
from mercatoria.worlds.particle_step import Step


@dataclass(slots=True, eq=False)
class Particle:
    """One course of a game, entry by entry.

    Particles share positions, which are never modified.
    """

    positions: list[Vector]
    """The initial position, followed by the position after each entry."""
    rows: list[Row]
    """The move or outcome of each entry."""
    chances: list[float]
    """Natural logarithm of the probability of each chance outcome or hidden choice.

    The value is 0 for other entries.
    """
    weight: float = 0.0
    """Natural logarithm of the weight, up to a constant that all particles share."""

    @property
    def now(self) -> Vector:
        """The current position."""
        return self.positions[-1]

    def upto(self, number: int) -> Particle:
        """Return a copy with the same weight that has replayed only the first `number` entries."""
        return Particle(self.positions[: number + 1], self.rows[:number], self.chances[:number], self.weight)

    def add(self, step: Step) -> None:
        """Append a step; the weight remains the same."""
        self.positions.append(step.after)
        self.rows.append(step.row)
        self.chances.append(step.chance)
