"""Tests that a module plays the same games whether or not its calls are inlined."""

from __future__ import annotations

import pytest

from interpreter.native import Games, module
from tests.interpreter.native.native_games import ROOT, least_native, least_table, native_of


@pytest.mark.parametrize("game", ["docs/examples/pig", "docs/examples/jewellers", "games/merchants_of_the_middle_ages"])
def test_inlined_calls_change_no_game(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = ROOT / game
    inlined = least_native(path)
    monkeypatch.setattr(module, "run_module_passes", lambda module: None)
    plain = native_of(least_table(path))
    assert len(inlined.native.module.functions) < len(plain.native.module.functions)
    first, second = (list(Games(each.machine).play_many(7, 0, 50)) for each in (inlined, plain))
    assert None not in first
    assert first == second
