"""Deals the hidden things of a game again, for one seat that wants to play on from a position.

The result is a whole game with its log: one of the courses of the game that the seat cannot rule out, drawn with its
weight. Only the seat's transcript enters, so two games that the seat cannot tell apart lead to the same result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.flow import ChanceNode
from interpreter.game import State
from interpreter.log import CHANCE, outcome
from interpreter.play import Chance
from interpreter.position import PC, Row
from interpreter.rng import Stream
from interpreter.table import CompiledGame
from mercatoria.worlds.particle_filter import ParticleFilter
from mercatoria.worlds.rejuvenation import MOST_LIVED
from mercatoria.worlds.transcript import Transcript

POOL_SEED = 1
"""Seed of every pool, so that all deals from one transcript come from the same pool."""
FINE = 1 << 30
"""Number of equal steps into which the weights from 0 to 1 are divided."""


@dataclass(frozen=True, slots=True)
class Courses:
    """The courses of a game that a seat cannot rule out, each with its weight. The weights sum to 1.

    A course has the move or chance outcome of each entry. Without a course, no deal was found.
    """

    rows: tuple[tuple[Row, ...], ...]
    weights: tuple[float, ...]

    @classmethod
    def of(cls, table: CompiledGame, transcript: Transcript, patience: int = MOST_LIVED) -> Courses:
        """Return the courses that agree with a transcript. The same transcript always gives the same courses."""
        pool = ParticleFilter(table, transcript.seat, POOL_SEED, patience=patience)
        pool.hear(transcript)
        return cls(tuple([tuple(pool.rows(world)) for world in pool.possible]), tuple(pool.weights))

    def drawn(self, seed: int) -> tuple[Row, ...]:
        """Return one of the courses, drawn with its weight. There must be at least one."""
        point = Stream(seed, "dealt again").randrange(FINE) / FINE
        for rows, weight in zip(self.rows, self.weights, strict=True):
            if point < weight:
                return rows
            point -= weight
        return self.rows[-1]


def redealt(table: CompiledGame, transcript: Transcript, courses: Courses, seed: int) -> State | None:
    """Return a game with its log in which everything that a seat knows is true, or None if there is no such course.

    Args:
        table: The compiled game.
        transcript: Everything that the seat knows.
        courses: The courses that agree with the transcript.
        seed: Seed of the choice among the courses, and of all chance to come.
    """
    return _relived(table, transcript, courses.drawn(seed), seed) if courses.rows else None


def _relived(table: CompiledGame, transcript: Transcript, rows: Sequence[Row], seed: int) -> State:
    """Play a course of the game from the beginning. An outcome without an alternative applies at once."""
    state = State(table, table.start(), Chance(seed, True, table.chance_of(seed)))
    state.draw()
    for number, (entry, row) in enumerate(zip(transcript.entries, rows, strict=True)):
        if state.last is not None and state.last.length > number:
            continue
        if entry.form == CHANCE:
            node = table.flow.nodes[state.vector[PC]]
            assert isinstance(node, ChanceNode)
            state.resolve(outcome(table, node, row[0]))
        else:
            state.apply(table.notation.move(entry.mover, row))
    state.chance = Chance(seed, False, table.chance_of(seed))
    return state
