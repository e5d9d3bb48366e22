"""Games of tic-tac-toe and Connect Four in PettingZoo, stepped from Python, one agent at a time."""

from __future__ import annotations

import random
from typing import Any

from answering import Play, answer
from pettingzoo.classic import connect_four_v3, tictactoe_v3  # type: ignore[import-not-found]


def stepped(environment: Any) -> Play:
    def play(seed: int) -> tuple[int, int]:
        environment.reset(seed=seed)
        rng, decisions = random.Random(seed), 0
        for _ in environment.agent_iter():
            observation, _, ended, cut_off, _ = environment.last()
            if ended or cut_off:
                environment.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            environment.step(int(legal[int(rng.random() * len(legal))]))
            decisions += 1
        return 1, decisions

    return play


answer({"tic_tac_toe": stepped(tictactoe_v3.raw_env()), "connect_four": stepped(connect_four_v3.raw_env())})
