"""Tests Medieval Merchant in random games, in lock step with a handwritten engine, and checks invariants."""

import importlib.util
import json
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mercatoria
from mercatoria import Game, State

ROOT = Path(__file__).resolve().parents[2]
COUNTS = range(2, 7)


def _bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location("handwritten", ROOT / "bench" / "handwritten_medieval_merchant.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


HANDWRITTEN = _bench()


@pytest.fixture(scope="module")
def game() -> Game:
    return mercatoria.load("medieval_merchant")


@pytest.fixture(scope="module")
def introductory() -> Game:
    return mercatoria.load("medieval_merchant", variants=["introductory"])


# ---------------------------------------------------------------- the independent oracle


def _as_tuple(state: State, row: tuple[int, ...]) -> tuple[object, ...]:
    move = state.table.notation.move(0, row)
    return (move.action, *move.args.values())


def _hands(state: State) -> list[list[int]]:
    """Return the numbers of the markers that each seat received."""
    hands = []
    for seat in range(state.players):
        things = state.view(seat)["things"]
        held = things["Player"][state.table.flow.model.seats[seat]]["markers"]
        hands.append([int(name.removeprefix("Marker")) for name, count in held.items() for _ in range(count)])
    return hands


def _bases(state: State, field: str) -> tuple[int, ...]:
    """Return the offset of a numeric field in the position vector for each player."""
    layout = state.table.flow.layout
    return next(run.base for run in layout.runs.values() if run.field.name == field)


def _lock_step(game: Game, players: int, seed: int, passes: float, start: int = 0, intro: bool = False) -> str:
    """Play one game in both engines, and compare them at every decision. Return `State.ended_by`, the key of the
    ending.
    """
    rng = random.Random(seed)
    state = game.start(players, seed=seed)
    hands = None if intro else _hands(state)
    other = HANDWRITTEN.Merchant(players, hands=hands, start=start, introductory=intro)
    purse, influence, letters = (_bases(state, name) for name in ("purse", "influence", "letters"))
    while not state.is_over:
        (seat,) = state.deciders
        assert seat == other.cur
        ours = {_as_tuple(state, row): row for row in state.rows(seat)}
        theirs = {other.describe(move): move for move in other.legal()}
        assert set(ours) == set(theirs)
        choices = sorted(ours, key=str)
        if len(choices) > 1 and rng.random() > passes:
            choices = [choice for choice in choices if choice != ("pass",)]
        chosen = rng.choice(choices)
        state.apply(state.table.notation.move(seat, ours[chosen]))
        other.apply(theirs[chosen])
        v = state.vector
        assert [v[base] for base in purse] == list(other.cash)
        assert [v[base] for base in letters] == list(other.letters)
        if not state.is_over:
            assert [v[base] for base in influence] == list(other.infl)
    assert not other.legal()
    assert state.ended_by == other.ended_by
    assert list(state.scores) == list(other.final)
    assert state.ranking == other.ranking()
    return state.ended_by


@pytest.mark.parametrize("players", COUNTS)
def test_lock_step_with_the_handwritten_engine(game: Game, players: int) -> None:
    endings = Counter(_lock_step(game, players, seed, 0.02 if seed % 3 else 0.3) for seed in range(12))
    assert sum(endings.values()) == 12


@pytest.mark.parametrize("players", COUNTS)
def test_lock_step_in_the_introductory_game(introductory: Game, players: int) -> None:
    for seed in range(4):
        _lock_step(introductory, players, seed, 0.02, intro=True)


def test_lock_step_from_another_starting_seat() -> None:
    third = mercatoria.load("medieval_merchant", options={"starting_seat": 3})
    for seed in range(4):
        _lock_step(third, 4, seed, 0.05, start=2)


# ---------------------------------------------------------------- many games


def _quick_game(state: State, rng: random.Random, passes: float) -> int:
    """Play a game to the end on the engine, without `State`, and return the number of decisions."""
    engine, v, decisions = state.table.engine, state.vector, 0
    while not engine.over(v):
        (seat,) = engine.deciders(v)
        rows = engine.moves(v, seat)
        if len(rows) > 1 and rows[0] == (0,) and rng.random() > passes:
            rows = rows[1:]
        engine.apply(v, seat, rows[int(rng.random() * len(rows))])
        decisions += 1
    return decisions


def _many(game: Game, players: int, number: int) -> Counter[str]:
    rng, endings = random.Random(players), Counter[str]()
    for seed in range(number):
        state = game.start(players, seed=seed)
        _quick_game(state, rng, rng.choice([0.01, 0.1, 0.5, 1.0]))
        endings[state.ended_by] += 1
        assert sorted(seat for place in state.ranking for seat in place) == list(range(players))
    return endings


def test_games_end_in_all_three_ways(game: Game) -> None:
    endings = sum((_many(game, players, 100) for players in COUNTS), Counter[str]())
    assert set(endings) == {"last_town", "last_marker", "quiet_round"}


# ---------------------------------------------------------------- states as values


def _some_way(game: Game, players: int, seed: int, steps: int) -> State:
    state, rng = game.start(players, seed=seed), random.Random(seed)
    for _ in range(steps):
        if state.is_over:
            break
        moves = state.moves()
        state.apply(moves[rng.randrange(len(moves))])
    return state


@given(players=st.integers(2, 6), seed=st.integers(0, 10_000), steps=st.integers(0, 80))
def test_states_are_values(players: int, seed: int, steps: int) -> None:
    game = mercatoria.load("medieval_merchant") if not hasattr(test_states_are_values, "game") else None
    game = game or test_states_are_values.game  # type: ignore[attr-defined]
    test_states_are_values.game = game  # type: ignore[attr-defined]
    state = _some_way(game, players, seed, steps)
    again = game.state_from_json(state.to_json())
    assert again == state
    assert json.loads(again.to_json()) == json.loads(state.to_json())
    copy, vector = state.clone(), state.vector[:]
    for move in state.moves():
        assert game.parse_move(str(move), players) == move
        assert state.table.notation.from_data(json.loads(json.dumps(move.to_data()))) == move
    if not copy.is_over:
        copy.apply(copy.moves()[-1])
    assert state.vector == vector


_DIGEST = """
import hashlib, json, random, sys
import mercatoria
game = mercatoria.load("medieval_merchant")
record = json.loads(sys.stdin.read())
state = game.replay(record)
moves = " ".join(map(str, state.moves()))
print(hashlib.sha256((repr(state.vector) + moves + json.dumps(state.view(0))).encode()).hexdigest())
"""


@pytest.mark.slow
def test_replay_is_the_same_in_every_process(game: Game) -> None:
    record = json.dumps(_some_way(game, 4, 11, 60).record)
    digests = set()
    for hash_seed in ("1", "4242"):
        environment = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", _DIGEST], input=record, capture_output=True, text=True, env=environment, check=True
        )
        digests.add(done.stdout)
    assert len(digests) == 1


def test_illegal_moves_change_nothing(game: Game) -> None:
    state = _some_way(game, 4, 3, 12)
    vector, record = state.vector[:], state.record
    with pytest.raises(mercatoria.IllegalMove) as refused:
        state.apply(f"{state.table.flow.model.seats[state.deciders[0]]}: choose_home(StraßburgTrierTown)")
    assert refused.value.explanation.reasons
    assert state.vector == vector
    assert state.record == record
