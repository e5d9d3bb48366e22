"""Tests Merkator in random games with each variant: games end, lose no pieces and have short move lists.

No player may get stuck without a legal move.
"""

from __future__ import annotations

import random

import pytest
from at_random import some_move
from thinning import thinned

import mercatoria

VARIANTS = [
    "long", "advanced", "no_joining", "no_coins", "no_goods_loss", "forced_buildings", "bonus_at_once", "contract_swap",
    "fresh_cards", "choose_contracts",
]  # fmt: skip
TABLES = [(name, players) for name in VARIANTS for players in (2, 4)] + [("advanced", 1), ("long", 3), ("no_coins", 3)]
MOST_MOVES = 2_000


def play_many(variant: str, players: int, number: int) -> None:
    game, rng, longest = mercatoria.load("merkator", variants=[variant]), random.Random(variant), 0
    for seed in range(number):
        state = game.start(players, seed=seed)
        layout, passes = state.table.flow.layout, rng.choice([0.02, 0.2, 1.0])
        before = layout.totals(state.vector)
        while not state.is_over:
            seat = rng.choice(state.deciders)
            longest = max(longest, len(state.rows(seat)))
            state.apply(some_move(state, seat, rng, passes))
        assert layout.totals(state.vector) == before
        assert state.ended_by == "last_turn"
        assert sorted(seat for place in state.ranking for seat in place) == list(range(players))
    assert longest <= MOST_MOVES


@pytest.mark.parametrize(
    ("variant", "players"),
    thinned(TABLES, lambda case: case[1] == 1),
)
def test_variants_end_and_nothing_is_lost(variant: str, players: int) -> None:
    play_many(variant, players, 1)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players"), TABLES)
def test_a_thousand_games_of_each_variant(variant: str, players: int) -> None:
    play_many(variant, players, 1000)


def test_one_player_plays_the_solo_game() -> None:
    """The solo rules apply to one player even if the player did not choose the solo variant (MKT-007)."""
    plain, named = mercatoria.load("merkator"), mercatoria.load("merkator", variants=["solo"])
    assert plain.table(1).fingerprint == named.table(1).fingerprint
    assert "solo_stack" in plain.start(1).view(0)["game"]
    assert "solo_stack" not in plain.start(2).view(0)["game"]
