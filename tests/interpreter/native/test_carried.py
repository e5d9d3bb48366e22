"""The native engine carries all of every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.native import native_module
from tests.interpreter.native.native_games import FOLDERS, least_table, program_of


@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: path.name)
def test_nothing_is_left_to_another_engine(path: Path) -> None:
    table = least_table(path)
    assert native_module(table.flow, program_of(table), tuple(table.start())).not_carried == ()
