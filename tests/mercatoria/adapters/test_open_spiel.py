"""Tests that OpenSpiel plays our games and that they pass its own simulation test."""

from __future__ import annotations

import pytest

from tests.mercatoria.conftest import BIDS, PIG

pytest.importorskip("pyspiel")

import pyspiel

from mercatoria import TableError
from mercatoria.adapters import open_spiel


@pytest.mark.parametrize(("game", "players", "options"), [(PIG, 2, {"target": 8}), (BIDS, 3, None)])
def test_random_simulation(game: str, players: int, options: dict[str, int] | None) -> None:
    pyspiel.random_sim_test(open_spiel.load(game, players, options=options), 1, False, False)


def test_a_game_is_loaded_by_its_parameters_and_chance_is_explicit() -> None:
    game = pyspiel.load_game(f"mercatoria(game={PIG},players=2,options=target:8)")
    state = game.new_initial_state()
    roll = next(action for action in state.legal_actions() if "roll" in state.action_to_string(action))
    state.apply_action(roll)
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(face, pytest.approx(1 / 6)) for face in range(6)]


@pytest.mark.parametrize("players", [2.5, "²", "two", True])
def test_a_number_of_players_that_is_no_whole_number_is_refused(players: object) -> None:
    with pytest.raises(TableError, match=r"`players` is `.+`, which is not a whole number"):
        open_spiel.RuleGame({"game": PIG, "players": players})


def test_its_tree_search_plays() -> None:
    mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
    numpy = pytest.importorskip("numpy")
    rng = numpy.random.RandomState(1)
    game = open_spiel.load(PIG, 2, options={"target": 6})
    bot = mcts.MCTSBot(game, 2, 10, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(rng.choice([action for action, _ in state.chance_outcomes()])))
        else:
            state.apply_action(bot.step(state))
    assert sum(state.returns()) == 1
