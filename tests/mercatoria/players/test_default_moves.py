"""Tests the default moves of search bots, and the evidence that a bot needs to choose another move."""

from __future__ import annotations

from pathlib import Path

import pytest

import mercatoria
from interpreter.native import CHANCE, Policy
from mercatoria.players import Position, seeded
from mercatoria.players.playouts.base_policy import SOME_ROUNDS, BasePolicy
from mercatoria.players.playouts.rollouts import calibrated_policy
from mercatoria.players.search_bot.default_moves import how_sure

HIGH = """\
rulebook ladder "Ladder"
    players 1 to 2

each Player has
    steps: 0 to 40 = 0
    points: 0 to 40 = 0

round "One turn each"
    turn of player in Player
        player may climb or pick, repeatedly
        set player.steps to 0

action climb "Climb"
    needs lower: you.steps in 0 to 3
    then
        raise you.steps by 1
        if you.steps = 4
            raise you.points by 5

action pick "Pick up what lies below"
    needs below: you.steps = 0
    then
        raise you.points by 1
        set you.steps to 4

end over of round when round.number = 3

scoring of p in Player
    points: p.points
"""


@pytest.mark.parametrize(
    ("players", "ahead", "does"), [(1, 1, "climb"), (1, 2, "pick"), (1, 3, "pick"), (2, 1, "climb"), (2, 2, "pick")]
)
def test_where_it_counts_to_look_ahead_the_habit_is_to_play_as_one_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int, ahead: int, does: str
) -> None:
    """The greedy player sees only the reward for climbing, and longer rollouts see only the reward for picking.

    The bot must follow the rollouts. A single run cannot prove that another move is better than the default move.
    """
    (tmp_path / "rulebook.rules").write_text(HIGH)
    state = mercatoria.load(str(tmp_path)).start(players)
    results = state.table.results.with_result(calibrated_policy, BasePolicy(Policy(ahead), 0))
    monkeypatch.setattr(state.table, "results", results)
    assert str(seeded("greedy", 1, 0).choose(Position(state, 0))) == "Seat1: climb"
    assert str(seeded("1", 1, 0).choose(Position(state, 0))) == f"Seat1: {does}"


def test_it_must_be_surer_the_better_a_trial_tells_what_comes_of_the_habit() -> None:
    guesses = [how_sure(base, True) for base in (BasePolicy(CHANCE, 0), BasePolicy(Policy(2), 0, SOME_ROUNDS))]
    ahead, farther = BasePolicy(Policy(1), 0), BasePolicy(Policy(2), 0)
    assert max(guesses) < how_sure(ahead, False) < how_sure(ahead, True) == how_sure(farther, False)
