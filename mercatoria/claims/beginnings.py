"""Finds a beginning for the scenario of a broken claim: after the set-up, or in a position that a `given` makes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dsl import ast
from dsl.diagnostics import Sink
from dsl.source import Source
from dsl.syntax import parse
from interpreter.position import PlayFault, Vector
from interpreter.table import CompiledGame
from interpreter.testing import ScenarioResult, given_lines, run_scenario, table_lines
from mercatoria.claims.steps import BY_CHANCE, Step
from mercatoria.simulation import random_steps

MOST_SEEDS = 300
NAME, GIVEN = "found", "    given"


@dataclass(frozen=True, slots=True)
class Beginning:
    """The lines of a scenario before its `play`, and the position that they make."""

    lines: tuple[str, ...]
    position: Vector


def after_setup(table: CompiledGame, steps: Sequence[Step], seed: int | None) -> tuple[Beginning, list[Step]] | None:
    """Return a beginning with the set-up, and the steps after it. Return None if no seed leads to the same set-up.

    Args:
        seed: The seed of the game in which these steps were made, or None to look for a seed.
    """
    drawn = next((at for at, step in enumerate(steps) if step.seat != BY_CHANCE), len(steps))
    for tried in (seed,) if seed is not None else range(1, MOST_SEEDS if drawn else 2):
        v = table.start()
        try:
            fallen = [Step(*step) for step in random_steps(table, v, tried, drawn)]
        except PlayFault:
            continue
        if fallen == list(steps[:drawn]):
            lines = (*table_lines(table), "    from setup", f"    seed {tried}")
            return Beginning(lines, v), list(steps[drawn:])
    return None


def in_position(table: CompiledGame, v: Vector) -> Beginning | None:
    """Return a beginning with a `given` that makes a position as nearly as possible, or None if it is impossible."""
    given = given_lines(table, v)
    lines = (*table_lines(table), *((GIVEN, *(f"        {line}" for line in given)) if given else ()))
    made = before_play(table, lines)
    return Beginning(lines, made) if made is not None else None


def before_play(table: CompiledGame, lines: Iterable[str]) -> Vector | None:
    """Return the position that the lines of a scenario before its `play` make, or None if they are faulty."""
    made = ran(table, "\n".join([f'scenario {NAME} "Found"', *lines, "    expect", "        yes", ""]))
    return made.state.vector if made is not None and made.passed and made.state is not None else None


def ran(table: CompiledGame, text: str) -> ScenarioResult | None:
    """Run the text of a scenario, and return its result, or None if the text cannot be read."""
    sink = Sink()
    (*_, scenario) = parse(Source(f"{NAME}.rules", text), sink) or (None,)
    if sink.errors or not isinstance(scenario, ast.Scenario):
        return None
    return run_scenario(table.edition.folder, scenario)
