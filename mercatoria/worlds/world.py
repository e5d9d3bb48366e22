"""A particle: one course of a game that a seat cannot rule out."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.position import Row, Vector
from mercatoria.worlds.particle_step import Step


@dataclass(slots=True, eq=False)
class Particle:
    """One course of a game, entry by entry. Particles share positions, which never change."""

    positions: list[Vector]
    """The first position, and the one after each entry."""
    rows: list[Row]
    """The move or outcome of each entry."""
    chances: list[float]
    """Log probability of each entry, for chance and hidden parts."""
    weight: float = 0.0
    """Log weight, relative to other particles."""

    @property
    def now(self) -> Vector:
        """The current position."""
        return self.positions[-1]

    def upto(self, number: int) -> Particle:
        """Return a copy with the first `number` entries."""
        return Particle(self.positions[: number + 1], self.rows[:number], self.chances[:number], self.weight)

    def add(self, step: Step) -> None:
        """Append a step."""
        self.positions.append(step.after)
        self.rows.append(step.row)
        self.chances.append(step.chance)
