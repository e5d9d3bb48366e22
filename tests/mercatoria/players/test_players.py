"""Tests that players receive only their view and their moves, and make the same choices with the same seed."""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

import mercatoria
from interpreter.table import masked
from mercatoria.players import Position, seeded
from mercatoria.simulation import play, play_on, play_randomly, replay
from tests.mercatoria.conftest import BIDS, COUNTDOWN, PIG, SHIPPED, loaded


def middle_of_a_game(players: int = 4, seed: int = 11, moves: int = 60) -> mercatoria.State:
    """Return a position in the middle of a random game. Seeds of games that end earlier are skipped."""
    game = loaded(SHIPPED)
    for each in range(seed, seed + 50):
        state, rng = game.start(players, each), random.Random(each)
        for _ in range(moves):
            if not state.is_over:
                state.apply(state.sample(rng))
        if not state.is_over:
            return state
    raise AssertionError("no such game was found")


@pytest.mark.parametrize("name", ["random", "greedy", "5"])
@pytest.mark.parametrize("game", [SHIPPED, PIG, BIDS])
def test_games_come_to_an_end_and_are_the_same_again(name: str, game: str) -> None:
    rules = loaded(game)
    one, other = (play(rules, 2, 3, [name, name]) for _ in range(2))
    assert one.finished
    assert one == other
    assert sorted(seat for place in one.ranking for seat in place) == [0, 1]


@pytest.mark.parametrize("game", [SHIPPED, PIG, BIDS])
def test_the_fast_path_plays_by_the_rules(game: str) -> None:
    rules = loaded(game)
    for seed in range(5):
        fast = play_randomly(rules.table(3), seed)
        state = replay(rules, 3, seed, ["random"] * 3, fast.decisions)
        assert state.is_over
        assert state.scores == fast.scores
        assert tuple(map(tuple, state.ranking)) == fast.ranking
        assert state.ended_by == fast.ending


def hidden_changed(state: mercatoria.State, seat: int) -> mercatoria.State:
    """Return the position with different sums in all purses that are hidden from a seat."""
    changed = state.clone()
    for run in state.table.flow.layout.runs.values():
        if run.field.visibility == "secret" and run.form == "number":
            for owner, base in enumerate(run.base):
                if owner != seat:
                    changed.vector[base] += 40 + owner
    return changed


def test_a_position_is_a_function_of_the_view() -> None:
    state = middle_of_a_game()
    seat = state.deciders[0]
    changed = hidden_changed(state, seat)
    assert changed.vector != state.vector
    assert changed.view(seat) == state.view(seat)
    one, other = Position(state, seat), Position(changed, seat)
    assert one.known == other.known
    assert one.points == other.points
    assert [one.after(move) for move in one.moves] == [other.after(move) for move in other.moves]


def test_greedy_does_not_peek() -> None:
    for moves in range(20, 120, 7):
        state = middle_of_a_game(moves=moves)
        seat = state.deciders[0]
        changed = hidden_changed(state, seat)
        assert changed.vector != state.vector
        picks = [seeded("greedy", 5, seat).choose(Position(each, seat)) for each in (state, changed)]
        assert picks[0] == picks[1]


def test_visible_pieces_are_not_masked() -> None:
    state = middle_of_a_game()
    known = masked(state.table.flow, state.vector, 0)
    runs = [run for run in state.table.flow.layout.runs.values() if run.field.visibility == "open"]
    assert len(runs) > 5
    for run in runs:
        for base, width in zip(run.base, run.widths, strict=True):
            assert known[base : base + width] == state.vector[base : base + width], run.field.name
    assert known != state.vector, "something else is"


def test_trying_out_changes_nothing() -> None:
    state = middle_of_a_game()
    before, log = state.vector[:], state.log(None)
    position = Position(state, state.deciders[0])
    for move in position.moves:
        position.after(move)
        position.view_after(move)
    assert state.vector == before
    assert state.log(None) == log


IDLE = """rulebook idle "Idle"
    players 2

game has
    lamp: flag = no

action wait "Wait"
action switch "Switch"
    then
        set lamp to not lamp

round
    turn of player in Player
        {body}

end soon of round when round.number = 2
"""
LIT = """
scoring of p in Player
    light: (if lamp then 1 else 0)
"""


def test_greedy_takes_points() -> None:
    rolled = [loaded(PIG).start(2, seed).apply("roll") for seed in range(20)]
    lucky = [state for state in rolled if state.deciders == (0,)]
    assert 0 < len(lucky) < 20, "whoever rolls a 1 loses the turn"
    for state in lucky:
        assert seeded("greedy", 1, 0).choose(Position(state, 0)).action == "hold"


@pytest.mark.parametrize(
    ("ranking", "scored", "best"),
    [
        ("most score(p)", True, "take(2)"),
        ("least score(p)", True, "take(1)"),
        ("least (p.taken > 0), then least score(p)", True, "take(1)"),
        ("least p.taken", False, "take(1)"),
        ("most p.taken", False, "take(2)"),
    ],
)
def test_greedy_strives_for_what_wins(game: Callable[[str], Path], ranking: str, scored: bool, best: str) -> None:
    rules = COUNTDOWN.format(start=5, after="set share to 0").replace("most p.taken", ranking)
    if not scored:
        rules = rules.replace("scoring of p in Player\n    taken: p.taken\n", "")
    state = mercatoria.load(str(game(rules))).start(2, seed=1)
    assert str(seeded("greedy", 1, 0).choose(Position(state, 0))) == f"Seat1: {best}"


@pytest.mark.parametrize(
    "body",
    [
        "player may wait, repeatedly",
        "player may wait or switch, repeatedly",
        "window for p in Player: wait or switch",
    ],
)
def test_greedy_does_not_go_round_in_a_circle(game: Callable[[str], Path], body: str) -> None:
    rules = mercatoria.load(str(game(IDLE.format(body=body))))
    assert play(rules, 2, 2, ["greedy", "greedy"]).decisions < 60


def test_greedy_tries_its_luck_again(game: Callable[[str], Path]) -> None:
    throw = "random die in 1 to 6\n        if die = 6\n            set lamp to yes"
    rules = IDLE.format(body="player may switch, repeatedly").replace("set lamp to not lamp", throw)
    lit = [mercatoria.load(str(game(rules + LIT))).start(2, seed) for seed in range(5)]
    for state in lit:
        play_on(state, [seeded("greedy", state.seed, seat) for seat in (0, 1)])
    assert all(state.view(None)["game"]["lamp"] for state in lit)


def test_secret_choices_are_not_looked_through() -> None:
    state = loaded(BIDS).start(2, seed=1)
    first, second = state.deciders
    state.apply(state.moves(first)[3])
    position = Position(state, second)
    assert position.known is None
    assert position.after(position.moves[0]) is None
    assert play_on(state, [seeded("greedy", 1, seat) for seat in (0, 1)]) == 1
    assert state.is_over
