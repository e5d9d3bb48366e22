"""Games of Catan in catanatron, on its own board, between four random players."""

from __future__ import annotations

from answering import answer
from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]


def play(seed: int) -> tuple[int, int]:
    game = Game([RandomPlayer(color) for color in Color], seed=seed)
    game.play()
    return 1, len(game.state.actions)


answer({"catan": play})
