"""Tests the page of a finished game."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from visiting import FOUR, Clock

from mercatoria import State
from mercatoria.drawing import FinalScores
from mercatoria.web.pages import table_page
from mercatoria.web.store import Store
from mercatoria.web.tables import Catalogue, Choice, TableRegistry
from mercatoria.web.timeline import present


def test_the_points_are_added_up_once_for_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module, asked = sys.modules[table_page.__module__], list[State]()
    add_up = module.final_scores

    def noted(state: State) -> FinalScores:
        asked.append(state)
        scores: FinalScores = add_up(state)
        return scores

    monkeypatch.setattr(module, "final_scores", noted)
    hall, rng = TableRegistry(Store(tmp_path / "tables.db"), Catalogue((FOUR,)), Clock()), random.Random(1)
    table, _ = hall.set_up(Choice(FOUR, 2), ["human", "human"], 1)
    while not (state := table.course.state).is_over:
        seat = state.deciders[0]
        hall.play(table, table.course.turn(seat), state.sample(rng, seat))
    assert all("The game is over" in table_page(present(table, seat)) for seat in (None, 0, 1))
    assert asked == [table.course.state]
    assert hall.take_back(table, seat, table.course.turn(seat)) == ""
    assert "The game is over" not in table_page(present(table, seat))
