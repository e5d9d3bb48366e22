"""What the native engine carries: all of some games; of the others, what is missing is listed here by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.native import native_module
from tests.interpreter.native.native_games import FOLDERS, least_table, program_of

NOT_CARRIED: dict[str, set[str]] = {
    "bazaar": {"looking ahead"},
    "caravans": {"looking ahead"},
}
"""For each game: parts of its program that have no code yet. Play that comes to them is left to another engine."""


@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: path.name)
def test_what_is_not_carried_is_listed(path: Path) -> None:
    table = least_table(path)
    found = native_module(table.flow, program_of(table), tuple(table.start())).not_carried
    assert set(found) == NOT_CARRIED.get(path.name, set())


def test_the_list_names_games_that_exist() -> None:
    assert NOT_CARRIED.keys() <= {path.name for path in FOLDERS}
