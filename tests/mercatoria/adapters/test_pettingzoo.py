"""Tests that our environments pass the tests of PettingZoo."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from tests.mercatoria.conftest import BIDS, PIG

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, seed_test

from mercatoria.adapters import pettingzoo


@pytest.mark.parametrize(("game", "players"), [(PIG, 2), (BIDS, 3), ("merchants_of_the_middle_ages", 3)])
def test_it_passes(game: str, players: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(pettingzoo.env(game, players), num_cycles=100)
        seed_test(lambda: pettingzoo.env(game, players), num_cycles=20)


def played(env: Any, seed: int) -> dict[str, float]:
    """Play random moves that the action mask allows, and return the rewards of each seat."""
    env.reset(seed=seed)
    for agent in env.agents:
        env.action_space(agent).seed(seed)
    total = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, ended, _, _ = env.last()
        total[agent] += reward
        env.step(None if ended else env.action_space(agent).sample(seen["action_mask"]))
    return total


def test_a_win_is_worth_one() -> None:
    env = pettingzoo.env(PIG, 3, options={"target": 10})
    for seed in range(5):
        assert sum(played(env, seed).values()) == pytest.approx(1)
    assert "roll" in env.render()


def test_a_move_that_is_not_legal_is_refused() -> None:
    env = pettingzoo.raw_env(PIG, 2)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="not legal now"):
        env.step(env._actions.some)
