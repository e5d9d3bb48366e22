"""Tests the benchmark that plants changes for `balance` to find."""

from __future__ import annotations

import mercatoria
from bench.planted import GAMES
from mercatoria.players import is_player


def test_every_game_of_the_list_can_be_played() -> None:
    for game, players, kind, *_ in GAMES:
        assert players in mercatoria.load(game).players, game
        assert is_player(kind), kind
