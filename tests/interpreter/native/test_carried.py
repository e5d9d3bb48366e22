"""Tests that the native engine has code for every part of every game, and that any question may come first."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.native import module, native_module
from tests.interpreter.native.entries import unready
from tests.interpreter.native.native_games import (
    EDITIONS,
    FOLDERS,
    least_native,
    least_table,
    native_of,
    program_of,
    tables_of,
)
from tests.thinning import thinned


@pytest.mark.parametrize(
    "path",
    thinned(
        ((path,) for path in FOLDERS),
        lambda case: case[0].parent.name != "games" or case[0].name == "medieval_merchant",
    ),
    ids=lambda path: path.name,
)
def test_nothing_is_left_to_another_engine(path: Path) -> None:
    assert least_native(path).native.not_carried == ()


@pytest.mark.parametrize(
    "path",
    thinned(
        ((path,) for path in FOLDERS),
        lambda case: case[0].parent.name != "games" or case[0].name == "medieval_merchant",
    ),
    ids=lambda path: path.name,
)
def test_every_entry_makes_memory_ready(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "run_module_passes", lambda module: None)  # keep the calls of `refill`
    assert unready(native_of(least_table(path)).native.module) == []


@pytest.mark.slow
@pytest.mark.parametrize(("path", "variant"), EDITIONS)
def test_variants_are_carried(path: Path, variant: str) -> None:
    for table in tables_of(path, variant):
        assert native_module(table.flow, program_of(table), tuple(table.start())).not_carried == ()
