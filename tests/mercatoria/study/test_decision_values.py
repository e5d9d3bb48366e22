"""Tests that decision values equal known results and are the same on every engine."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from mercatoria.study import decision_values
from mercatoria.study.decision_values import DecisionValue, Sample
from tests.mercatoria.conftest import loaded

TIC_TAC_TOE = str(Path(__file__).resolve().parents[3] / "docs" / "examples" / "tic_tac_toe")


def after(*marked: int) -> mercatoria.State:
    """Return a position of tic-tac-toe after these marks. Each mark is an index into the cells that are still free."""
    state = loaded(TIC_TAC_TOE).start(2, 1)
    for number in marked:
        state.apply(state.moves()[number])
    return state


def weigh(state: mercatoria.State, seed: int = 1) -> DecisionValue:
    sample = Sample(seed, 1)
    sample.offer(state.vector, state.deciders[0], state.rows(state.deciders[0]))
    return sample.weighed(state.table, seed)[0]


def test_a_move_that_wins_at_once_matters() -> None:
    winning = weigh(after(0, 2, 0, 2))  # X X . / O . O / . . .
    assert winning.sure
    assert 0.2 < winning.gain < 0.8
    assert winning.phase == "round"


def test_where_all_moves_come_to_the_same_nothing_matters() -> None:
    drawn = weigh(after(0, 1, 0, 0, 1, 0, 0))  # X X O / O O X / X . .
    assert drawn == DecisionValue("round", 0.0, sure=False)


def test_both_engines_weigh_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("wasmtime")
    natively = [weigh(after(), seed) for seed in range(3)]

    def missing(table: object) -> None:
        raise ImportError

    monkeypatch.setattr(decision_values, "native_table", missing)
    assert [weigh(after(), seed) for seed in range(3)] == natively


def test_each_decision_of_a_game_is_as_likely_to_be_weighed() -> None:
    state = after()
    chosen = [0] * 5
    for seed in range(400):
        sample = Sample(seed, 1)
        for number in range(5):
            sample.offer([number], 0, state.rows(0))
        chosen[sample._kept[0].v[0]] += 1
    assert min(chosen) > 50
