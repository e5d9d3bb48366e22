"""Tests that the numbered actions are the legal moves, and that observations contain only visible information."""

from __future__ import annotations

import pytest

import mercatoria
from interpreter.game import State
from interpreter.rng import Stream
from mercatoria.adapters import Actions, Observations
from tests.mercatoria.conftest import BIDS, PIG, loaded

GAMES = [(PIG, 2), (BIDS, 3), *((slug, mercatoria.load(slug).players[-1]) for slug in mercatoria.shipped())]


def some_way(game: str, players: int, decisions: int) -> list[State]:
    """Return the states of a random game with at most `decisions` decisions."""
    state, rng, states = loaded(game).start(players, 3), Stream(3, "test"), []
    while not state.is_over and len(states) < decisions:
        states.append(state.clone())
        state.apply(state.sample(rng, state.deciders[0]))
    return states


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_every_number_is_a_legal_move_of_its_own(game: str, players: int) -> None:
    actions = Actions(loaded(game).table(players))
    for state in some_way(game, players, 25):
        seat = state.deciders[0]
        legal = actions.legal(state, seat)
        assert legal
        assert all(0 <= number < actions.size and state.is_legal(move) for number, move in legal.items())
        assert len(set(legal.values())) == len(legal)
        listed = {move.row for move in state.moves(seat) if not move.open}
        if actions.some not in legal:
            assert listed <= {move.row for move in legal.values()}


def test_a_number_means_the_same_in_every_position() -> None:
    actions, meant = Actions(loaded(PIG).table(2)), {}
    for state in some_way(PIG, 2, 60):
        for number, move in actions.legal(state, state.deciders[0]).items():
            assert meant.setdefault(number, move.call) == move.call
    assert sorted(meant.values()) == ["hold", "roll"]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_observations_are_of_one_length_and_alike_where_a_seat_sees_no_difference(game: str, players: int) -> None:
    table = loaded(game).table(players)
    for seat in range(players):
        observations = Observations(table, seat)
        for state in some_way(game, players, 12):
            assert len(observations.of(state)) == observations.size
            other = state.clone()
            for run in table.flow.layout.runs.values():
                if run.field.visibility == "secret" and run.form == "number" and run.field.kind == "Player":
                    for owner, base in enumerate(run.base):
                        other.vector[base] += owner != seat
            assert observations.of(other) == observations.of(state)
