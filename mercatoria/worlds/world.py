"""A particle: one course of a game that a seat cannot rule out."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.position import Row, Vector
from mercatoria.worlds.particle_step import Step


@dataclass(slots=True, eq=False)
class Particle:
    """One course of a game, entry by entry.

    Particles share position vectors, which must not be modified.
    """

    positions: list[Vector]
    """Initial position, followed by the position after each entry."""
    rows: list[Row]
    """Move or chance outcome of each entry."""
    chances: list[float]
    """Natural logarithm of the probability of each chance outcome or hidden choice; 0 for other entries."""
    weight: float = 0.0
    """Natural logarithm of the particle's weight, without the normalising constant."""

    @property
    def now(self) -> Vector:
        """The current position."""
        return self.positions[-1]

    def upto(self, number: int) -> Particle:
        """Return a copy of the particle that has replayed only the first `number` entries, with the same weight."""
        return Particle(self.positions[: number + 1], self.rows[:number], self.chances[:number], self.weight)

    def add(self, step: Step) -> None:
        """Append a step without changing the weight."""
        self.positions.append(step.after)
        self.rows.append(step.row)
        self.chances.append(step.chance)
