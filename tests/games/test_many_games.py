"""Tests that random games of every shipped game end at every player count and lose no pieces.

After every decision, the tests count the pieces of each kind, the single cards and the money. Every number must be
within its range, and no holder may exceed its capacity.
"""

from __future__ import annotations

import random

import pytest
from at_random import some_move
from thinning import thinned

import mercatoria
from dsl.model import Holder
from interpreter.position.layout import Layout
from interpreter.table.views import size_of
from mercatoria import Game, State

GOODS = {"merchants_of_the_middle_ages": 54, "merchants_of_medieval_europe": 180}
"""Number of goods in the printed rules."""

LONG = {"catan_merchants_of_europe"}
"""Games with thousands of decisions. The tests play each of them only once."""

BOARDS = {"catan_merchants_of_europe": [[], ["short_game"]]}
"""The variant that selects each board, in games with several boards."""

LATER = {
    ("catan_merchants_of_europe", 3, ""),
    ("catan_merchants_of_europe", 4, ""),
    ("catan_merchants_of_europe", 3, "short_game"),
}
"""Tables that are tested only by `make slow`. The default tests still cover each player count."""

COUNTS = [
    (slug, variants, players)
    for slug in mercatoria.shipped()
    for variants in BOARDS.get(slug, [[]])
    for players in mercatoria.load(slug).players
]


def check_places(layout: Layout, v: list[int]) -> None:
    """Check that every number is within its range, and that no holder contains too much."""
    for field, run in layout.runs.items():
        if field.builtin:
            continue
        for entry, base in enumerate(run.base):
            if run.form == "number":
                assert run.low <= v[base] <= run.high, layout.slot_name(base)
            elif isinstance(field.type, Holder) and run.form != "set":
                size, most = size_of(v, run, entry), run.capacity[entry]
                assert size >= 0, layout.slot_name(base)
                assert most < 0 or size <= most, layout.slot_name(base)
                assert run.form != "bag" or min(v[base : base + run.widths[entry]]) >= 0, layout.slot_name(base)


def play(state: State, rng: random.Random) -> None:
    """Play a game to its end, and check the position after every decision."""
    layout, passes, decisions = state.table.flow.layout, rng.choice([0.02, 0.2, 1.0]), 0
    before = layout.totals(state.vector)
    while not state.is_over:
        state.apply(some_move(state, rng.choice(state.deciders), rng, passes))
        assert layout.totals(state.vector) == before, state.log()[-1]
        if decisions % 8 == 0 or state.is_over:
            check_places(layout, state.vector)
        decisions += 1


def play_many(game: Game, players: int, number: int, first: int = 0) -> None:
    rng = random.Random(players + 100 * first)
    for seed in range(first, first + number):
        state = game.start(players, seed=seed)
        totals = state.table.flow.layout.totals(state.vector)
        assert totals.money == 0, "what the purses hold came from the bank"
        assert sum(totals.pieces.get("Good", ())) == GOODS.get(game.slug, 0)
        play(state, rng)
        assert state.ended_by in {ending.about.name for ending in state.table.flow.endings}
        assert sorted(seat for place in state.ranking for seat in place) == list(range(players))
        assert not state.deciders


@pytest.mark.parametrize(
    ("slug", "variants", "players"),
    thinned(COUNTS, lambda case: (case[0], case[2], "".join(case[1])) not in LATER),
)
def test_games_end_and_nothing_is_lost(slug: str, variants: list[str], players: int) -> None:
    play_many(mercatoria.load(slug, variants), players, 1 if slug in LONG else 2)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 1000, 200))
@pytest.mark.parametrize(("slug", "variants", "players"), COUNTS)
def test_a_thousand_games_end_and_nothing_is_lost(slug: str, variants: list[str], players: int, first: int) -> None:
    """Each test case plays 200 games.

    A thousand games of a game in `LONG` would take an hour.
    """
    play_many(mercatoria.load(slug, variants), players, 200, first)
