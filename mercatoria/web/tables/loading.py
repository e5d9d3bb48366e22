"""Loads the game of a table from a copy of its rules, in the server and in the processes of the bots.

A table may begin at a scenario. Its text is kept with the table, because the copies of the rules hold no scenarios.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from interpreter.game import load
from interpreter.table import WrittenScenario
from interpreter.testing import at_scenario
from mercatoria import Game


def loaded(
    folder: Path, name: str, variants: tuple[str, ...], options: Mapping[str, str | int],
    scenario: WrittenScenario | None,
) -> Game:  # fmt: skip
    """Return the game with the rules in a folder, which begins at a scenario if there is one.

    Raises:
        TableError: Raised if the choices conflict.
        RulebookError: Raised if the rulebook or the scenario has errors.
        PlayFault: Raised if a rule fails in the scenario.
    """
    game = load(folder, variants, options, name)
    return game if scenario is None else at_scenario(game, scenario)
