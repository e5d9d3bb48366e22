"""Tests that a notebook shows each object in one line, however long the game is."""

from __future__ import annotations

import mercatoria
from mercatoria.players import Position
from mercatoria.simulation import Run, choose
from tests.mercatoria.conftest import PIG

LONGEST = 200


def test_notebook_output_fits_on_a_line() -> None:
    game = mercatoria.load(PIG, options={})
    state = game.start(2, 1)
    while not state.is_over:
        state.apply(state.moves()[0])
    assert state.last is not None
    table, chosen = state.table, choose(game, 2, "python")
    things = [
        game, state, table, table.flow, table.flow.model, table.flow.layout, table.engine, table.walker,
        table.engine.program, table.notation, game.edition, game.folder, state.last, state.chance.rng,
        Position(state, 0), chosen, Run(game, chosen, ("random", "random"), 1, 2),
    ]  # fmt: skip
    for each in things:
        printed = repr(each)
        assert printed and len(printed) <= LONGEST and "\n" not in printed, type(each).__name__


def test_a_state_says_which_game_it_is_and_how_far() -> None:
    state = mercatoria.load(PIG).start(2, 7)
    assert repr(state) == "<State of pig: 2 players, seed 7, step 0>"
    state.apply(state.moves()[0])
    assert ", step 1" in repr(state) or ", step 2" in repr(state)
