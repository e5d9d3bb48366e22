"""Tests that each step of each scenario leads to the same position on the native engine and the reference engine."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.codegen import GeneratedEngine
from interpreter.flow import Flow
from interpreter.native import NativeEngine
from interpreter.position import Engine
from tests.games.test_scenarios import GAMES, Beside, read
from tests.interpreter.native.native_games import FOLDERS

SLOW = [
    pytest.param(path, marks=[pytest.mark.slow] * (path in GAMES or path.name == "base_catan"), id=path.name)
    for path in FOLDERS
]


def native_engine(flow: Flow) -> Engine:
    python = GeneratedEngine(flow)
    return NativeEngine(flow, python.program, python)


@pytest.mark.parametrize("path", SLOW)
def test_scenarios(path: Path) -> None:
    folder, beside = read(path), Beside(native_engine)
    for scenario in folder.scenarios:
        assert beside.play(folder, scenario).passed, scenario.name.text
    assert beside.steps >= len(folder.scenarios)
    assert beside.handed_over <= beside.steps // 100
