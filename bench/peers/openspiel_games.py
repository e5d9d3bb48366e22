"""Random rollouts in the C++ core of OpenSpiel, called from Python.

Each call is a search with a single simulation, which runs thousands of rollouts from the first decision. The core does
not count decisions, so their mean is measured beforehand in games that are played move by move.
"""

from __future__ import annotations

import random

import pyspiel  # type: ignore[import-not-found]
from answering import Play, answer

ROLLOUTS = 2_000
GAMES = ("tic_tac_toe", "connect_four", "kuhn_poker", "pig")


def decisions(game: pyspiel.Game, rng: random.Random) -> int:
    """Return the number of decisions in one random game."""
    state, found = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            found += 1
    return found


def first_decision(game: pyspiel.Game) -> pyspiel.State:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def rollouts(name: str) -> Play:
    game, rng = pyspiel.load_game(name), random.Random(1)
    mean = sum(decisions(game, rng) for _ in range(2_000)) / 2_000

    def play(seed: int) -> tuple[int, int]:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
        pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, seed, False).step(first_decision(game))
        return ROLLOUTS, round(ROLLOUTS * mean)

    return play


answer({name: rollouts(name) for name in GAMES})
