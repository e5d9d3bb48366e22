"""Tests that games with recorded lists of moves are the games that were recorded."""

from __future__ import annotations

from bench.listing_bound import PLAYERS, played, recorded, replayed
from bench.racers import chosen_engine
from mercatoria.simulation.engines import PYTHON

GAMES = range(3, 5)


def test_replayed_games_are_the_recorded_games() -> None:
    chosen = chosen_engine(PYTHON, "medieval_merchant", PLAYERS)
    lists = recorded(chosen, GAMES)
    assert replayed(chosen, GAMES, lists) == played(chosen, GAMES) == len(lists)
