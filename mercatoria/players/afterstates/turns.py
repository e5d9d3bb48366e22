"""Typical positions in which a seat is free to act, used as a frame for questions about other positions.

A question such as how many moves a seat would have, if it were its turn, is asked in a frame that receives the contents
of the fields in question. The answer then depends on nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable

from mercatoria.players.afterstates.sampling import quick_positions
from mercatoria.players.afterstates.steps import ArraySteps, Numbers

GAMES = 24
"""Number of quick games in which frames are looked for."""


def phase_of(steps: ArraySteps, v: Numbers) -> str:
    """Return the name of the phase to which a position belongs."""
    return steps.node(v).phase.name


def free_turns(steps: ArraySteps, phase: str) -> list[Numbers] | None:
    """Return the first position of quick games in which each seat is free to act in a phase, or None if a seat never
    is.
    """
    found = dict[int, Numbers]()
    for v in quick_positions(steps, GAMES):
        if steps.is_free(v) and phase_of(steps, v) == phase:
            found.setdefault(steps.decider(v), v)
            if len(found) == steps.players:
                return [found[seat] for seat in range(steps.players)]
    return None


def free_phases(steps: ArraySteps, positions: Iterable[Numbers]) -> list[str]:
    """Return the phases in which some seat is free to act, in order of first appearance."""
    return list(dict.fromkeys(phase_of(steps, v) for v in positions if steps.is_free(v)))
