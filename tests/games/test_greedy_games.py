"""Tests that the greedy player beats the random player in the shipped games.

In the longest game, on both boards, the greedy player must also reach the goal before the round limit. To repeat this
in a shell, run `mercatoria simulate catan_merchants_of_europe --player greedy -p 3 -n 100`, with and without
`--variant short_game`.
"""

from math import log

import pytest

import mercatoria
from mercatoria.players import Position, seeded
from mercatoria.simulation import play

GAMES = {
    "medieval_merchant": range(2, 7),
    "merchants_of_the_middle_ages": range(2, 5),
    "merchants_of_medieval_europe": range(3, 7),
    "merkator": range(2, 5),
    "catan_merchants_of_europe": range(3, 5),
}
MOST_GAMES = 150
SURE = log(1000)
"""Log odds at which the sequential test stops."""


def beats_random(rules: mercatoria.Game, players: int) -> bool:
    """Run Wald's sequential test of one greedy player among random players.

    Return True if the greedy player wins a third more often than its fair share. Return False if it does not win more
    than its fair share.
    """
    share = 1 / players
    better = share + (1 - share) / 3
    odds = 0.0
    for seed in range(MOST_GAMES):
        seat = seed % players
        result = play(rules, players, seed, ["greedy" if each == seat else "random" for each in range(players)])
        assert result.finished
        won = 1 / len(result.winners) if seat in result.winners else 0.0
        odds += won * log(better / share) + (1 - won) * log((1 - better) / (1 - share))
        if abs(odds) > SURE:
            return odds > 0
    return odds > 0


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [(name, count) for name, counts in GAMES.items() for count in counts])
def test_greedy_beats_random(name: str, players: int) -> None:
    variants = ["short_game"] if "catan" in name else []
    assert beats_random(mercatoria.load(name, variants=variants), players)


@pytest.mark.slow
@pytest.mark.parametrize("tens", range(10))
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("variants", [[], ["short_game"]])
def test_a_hundred_greedy_games_end_by_the_printed_goal(variants: list[str], players: int, tens: int) -> None:
    rules = mercatoria.load("catan_merchants_of_europe", variants=variants)
    for seed in range(10 * tens, 10 * tens + 10):
        assert play(rules, players, seed, ["greedy"] * players).ending == "all_delivered"


def test_the_same_seed_makes_the_same_decisions() -> None:
    rules = mercatoria.load("merchants_of_the_middle_ages")
    logs = []
    for _ in range(2):
        state = rules.start(3, 5)
        seated = [seeded("greedy", 5, seat) for seat in range(3)]
        for _ in range(25):
            seat = state.deciders[0]
            state.apply(seated[seat].choose(Position(state, seat)))
        logs.append(state.record["log"])
    assert logs[0] == logs[1]


def test_greedy_does_not_look_into_purses_and_sealed_bids() -> None:
    rules = mercatoria.load("merchants_of_the_middle_ages")
    for seed in range(3):
        state = rules.start(3, seed)
        for _ in range(24 + seed):
            state.apply(state.sample(seeded("random", seed, 0)._stream))  # type: ignore[attr-defined]
        seat = state.deciders[0]
        other = state.clone()
        for run in state.table.flow.layout.runs.values():
            if run.field.name == "purse":
                for owner, base in enumerate(run.base):
                    if owner != seat:
                        other.vector[base] += 400
        picks = [seeded("greedy", 5, seat).choose(Position(each, seat)) for each in (state, other)]
        assert picks[0] == picks[1]
