"""Games of Stock Dump, compiled by RLC from `stock_dump.rl`.

The compiled program either plays whole random games or is stepped from Python. For each step, one call marks the legal
moves in a vector, and a second call applies the chosen move.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import numpy as np  # type: ignore[import-not-found]
from answering import answer
from rlc import compile as compiled  # type: ignore[import-not-found]

SOURCE = Path(__file__).with_name("stock_dump.rl")
COMPILER = Path(sys.executable).with_name("rlc")
GAMES = 500
CHANCE, OVER = -1, -4
"""Values of the deciding seat at a chance event and at the end of a game."""


class Stepped:
    """Games that are stepped from Python."""

    def __init__(self, module: Any) -> None:
        self.module = module
        self.all = module.enumerate(module.AnyGameAction())
        self.moves = [self.all.get(number).contents for number in range(self.all.size())]
        state = module.play()
        self.mask = module.make_valid_actions_vector(self.all, state)
        self.flags = np.ctypeslib.as_array(self.mask.get(0), shape=(len(self.moves),))

    def play(self, seed: int) -> tuple[int, int]:
        module, rng, decisions = self.module, random.Random(seed), 0
        state = module.play()
        while (seat := module.get_current_player(state)) != OVER:
            module.get_valid_actions(self.mask, self.all, state)
            legal = self.flags.nonzero()[0]
            module.apply(self.moves[legal[int(rng.random() * len(legal))]], state)
            decisions += seat != CHANCE
        return 1, decisions


module = compiled([str(SOURCE)], str(COMPILER), extra_rlc_args=["--clang", "cc"]).module
answer({
    "stock_dump": lambda seed: (GAMES, module.random_games(seed, GAMES)),
    "stock_dump_stepped": Stepped(module).play,
})  # fmt: skip
