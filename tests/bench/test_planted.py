"""Tests the benchmark that plants changes for `balance` to find."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import mercatoria
from bench.planted import GAMES, case, recovered
from mercatoria.balance import misfit
from mercatoria.players import is_player
from mercatoria.study import workers
from tests.mercatoria.balance.races import race


def test_every_game_of_the_list_can_be_played() -> None:
    for game, players, kind, *_ in GAMES:
        assert players in mercatoria.load(game).players, game
        assert is_player(kind), kind


@pytest.mark.slow
def test_a_planted_change_is_found(tmp_path: Path) -> None:
    """The goals are all results of the planted rules, which the original rules miss."""
    with workers(1) as team:
        planted = case(race(tmp_path), 2, "random", 200, random.Random(3), team)
        titles = {goal.title for goal in planted.goals}
        assert {"wins of Seat1", "points of Seat2", "uses of walk", "length", "gap", "lead changes"} <= titles
        assert misfit(planted.goals, [goal.low for goal in planted.goals]) == 0
        told, verdict, tried = recovered(planted, 200, team)
    assert (told, verdict) == ("; ".join(planted.change.lines), "recovered")
    assert tried > 4
