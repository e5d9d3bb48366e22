"""Tests that every query accepts the text of every listed move, even if the move has open terms."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import mercatoria
from mercatoria import IllegalMove, Move, State

GAMES = [*mercatoria.shipped(), *sorted(map(str, Path("docs/examples").iterdir()))]
STEPS = 24
ASKED = 4
"""Number of moves to ask about at each decision."""

OPEN_BOARDS = {"catan_merchants_of_europe": ["short_game", "fixed_opening"]}
"""Variants with offers early in the game."""


def ask(state: State, move: Move) -> None:
    """Ask every kind of question about a listed move, from the points of view of its seat, another seat and a
    spectator.
    """
    text, left_open = str(move), "open" in move.args.values()
    for asker in (move.seat, (move.seat + 1) % state.players, None):
        assert str(state.what_if(text, asker))
        assert str(state.why(f"why not {text}", asker))
        refused = state.why_not(text, asker)
        if asker == move.seat:
            assert (refused is not None) is left_open, text
            if refused is not None:
                assert "a choice is still open" in str(refused)
    if left_open:
        with pytest.raises(IllegalMove, match="a choice is still open"):
            state.clone().apply(text)
        assert state.ranges(move)
    else:
        state.clone().apply(text)


@pytest.mark.parametrize("game", GAMES)
def test_listed_moves_are_understood(game: str) -> None:
    draw = random.Random(5)
    loaded = mercatoria.load(game, OPEN_BOARDS.get(game, ()))
    state = loaded.start(loaded.players.start, seed=4)
    asked: set[str] = set()
    for _ in range(STEPS):
        if state.is_over:
            break
        moves = state.moves(state.deciders[0])
        kinds = {str(move).partition(": ")[2].partition("(")[0]: move for move in moves}
        for kind in sorted(kinds.keys() - asked)[:ASKED]:
            ask(state, kinds[kind])
            asked.add(kind)
        state.apply(state.sample(draw))
    assert asked
