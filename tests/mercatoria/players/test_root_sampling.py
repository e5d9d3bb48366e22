"""Tests the positions from which runs start: rivals learn about a secret only from positions sampled for a
spectator.
"""

from __future__ import annotations

import pytest

from interpreter.rng import Stream
from mercatoria import State
from mercatoria.players import Position
from mercatoria.players.playouts.rollouts import Rollouts
from mercatoria.players.search_bot.root_sampling import RootSampler, Supposed
from mercatoria.players.search_bot.search import Search
from mercatoria.players.search_bot.win_estimates import WinEstimates
from mercatoria.worlds import holds_secret
from tests.mercatoria.conftest import KUHN, PIG, loaded


def begun(state: State, seat: int) -> tuple[RootSampler, Supposed, Supposed]:
    """Return the sampler of a seat, the positions that it samples, and the positions from which only rivals learn."""
    beginnings = RootSampler(Stream(1, "test"))
    search = Search(state.table, seat, Stream(2, "test"), WinEstimates(state.table), Rollouts(state.table))
    return beginnings, *beginnings.found(Position(state, seat), 8, search)


def test_without_a_secret_all_learn_from_all_runs() -> None:
    state = loaded(PIG).start(2, 1)
    beginnings, supposed, overheard = begun(state, state.deciders[0])
    assert beginnings._spectator is None
    assert overheard == []
    assert all(beginning.teaches == (True, True) for beginning, _ in supposed)


def test_rivals_learn_from_what_a_spectator_supposes() -> None:
    state = loaded(KUHN).start(2, 5)
    seat = state.deciders[0]
    _, supposed, overheard = begun(state, seat)
    assert len({beginning.seen[seat] for beginning, _ in overheard}) > 1
    assert all(beginning.teaches == (True, True) for beginning, _ in overheard)
    assert len({beginning.seen[seat] for beginning, _ in supposed}) == 1
    assert all(beginning.teaches == (seat == 0, seat == 1) for beginning, _ in supposed)


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_where_they_would_hardly_learn_no_spectator_is_asked(players: int) -> None:
    state = loaded("merchants_of_medieval_europe").start(players, 1)
    seat = state.deciders[0]
    assert holds_secret(state.table, state.vector, seat)
    beginnings, supposed, overheard = begun(state, seat)
    assert beginnings._spectator is None
    assert overheard == []
    assert all(sum(beginning.teaches) == 1 for beginning, _ in supposed)


def test_empty_hand_has_no_secret() -> None:
    state = loaded("merchants_of_medieval_europe").start(3, 1)
    hands = [run for run in state.table.flow.layout.runs.values() if run.field.name in ("browsing", "contracts")]
    v = state.vector[:]
    for run in hands:
        for base in run.base:
            v[base] = 0
    assert not holds_secret(state.table, v, 0)
