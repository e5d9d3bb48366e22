"""Tests triggers `each time`, endings within actions, hooks before and after parts of play, and `stop repeating`.

Both engines must behave as `docs/language.md` says. The game `carts` has one trigger for each form of event.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import mercatoria
from interpreter.codegen import GeneratedEngine

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def carts() -> mercatoria.Game:
    return mercatoria.load(str(HERE / "carts"))


@pytest.fixture(params=[False, True], ids=["generated", "reference"])
def state(carts: mercatoria.Game, request: pytest.FixtureRequest) -> Any:
    return carts.start(2, seed=3, plain=request.param)


def player(state: Any, name: str, field: str) -> Any:
    return state.view(None)["things"]["Player"][name][field]


def of_game(state: Any, field: str) -> Any:
    return state.view(None)["game"][field]


def test_it_wakes_in_the_middle_of_a_rule_and_knows_who_acts(state: Any) -> None:
    state.apply("move_on(Cart1, Alden)")
    assert of_game(state, "arrivals") == 1
    assert (player(state, "Ann", "met"), player(state, "Ben", "met")) == (1, 0), "`you` is who acts"
    told = "Ann: move_on(Cart1, Alden) → arrival “A cart comes to a town”, after_arrival, begin_of_turn, end_of_turn"
    assert state.log(None)[-1] == told


def test_two_that_wake_at_once_come_in_declared_order(state: Any) -> None:
    state.apply("move_on(Cart1, Alden)")
    assert of_game(state, "order") == 2, "first set to 1, then doubled"


def test_a_change_to_the_same_is_none(state: Any) -> None:
    state.apply("move_on(Cart1, Alden)").apply("move_on(Cart1, Alden)")
    assert of_game(state, "arrivals") == 1


def test_parameters_say_what_is_meant(state: Any) -> None:
    state.apply("move_on(Cart1, Lower)")
    assert of_game(state, "arrivals") == 0, "Lower is no Town"
    assert of_game(state, "order") == 0


def test_it_may_ask_in_the_middle(state: Any) -> None:
    state.apply("move_on(Cart1, Alden)").apply("move_on(Cart1, Lower)")
    assert state.deciders == (1,)
    assert of_game(state, "drives") == 1, "the rule goes on after the answer"
    state.apply("n(2)")
    assert (of_game(state, "asked"), of_game(state, "drives")) == (0, 2), "`before turn` has set it back"


def test_costs_and_several_pieces_at_once(state: Any) -> None:
    state.apply("sell(Wool)")
    assert of_game(state, "sold") == 1
    state.apply("buy_all")
    assert of_game(state, "bought") == 10 + 1, "Ore left the supply, and Wool came into the load"


def test_from_and_to(state: Any) -> None:
    for _ in range(4):
        state.apply("up(1)")
    assert of_game(state, "leaps") == 0
    state.apply("up(1)")
    assert of_game(state, "leaps") == 1


def test_nothing_wakes_in_set_up(state: Any) -> None:
    assert player(state, "Ann", "purse") == 10, "`drawn` would have paid for the first card"
    state.apply("draw_one")
    assert player(state, "Ann", "purse") == 11 - (1 if player(state, "Ann", "hand")[-1] == "Card1" else 0)


def test_log_does_not_name_hidden_pieces(state: Any) -> None:
    state.apply("wish_for").apply("w(3)")
    assert player(state, "Ann", "lucky") == 1
    assert not any("hidden_wish" in line for line in state.log(1))


def test_a_trigger_as_soon_as_waits_for_the_end_of_the_step(state: Any) -> None:
    state.apply("wish_for").apply("w(1)").apply("up(1)").apply("move_on(Cart1, Alden)")
    assert player(state, "Ann", "lucky") == 3
    assert "known “Both towns”" in state.log(None)[-1]


def test_an_end_within_an_action_keeps_its_name(state: Any) -> None:
    for number in range(12):
        while state.deciders and state.log(None) and state.moves()[0].action in ("pass", "n"):
            state.apply("pass")
        state.apply(f"move_on(Cart{number % 2 + 1}, {'Upper' if number % 4 < 2 else 'Lower'})")
    assert state.is_over
    assert state.ended_by == "many_drives"


def test_an_end_is_tested_when_costs_are_paid(state: Any) -> None:
    for _ in range(9):
        state.apply("buy_all")
        if state.is_over:
            break
    assert (state.is_over, state.ended_by) == (True, "broke")
    assert min(player(state, name, "purse") for name in ("Ann", "Ben")) < 2


def test_hooks_happen_however_a_turn_ends(state: Any) -> None:
    state.apply("be_brief")
    assert (of_game(state, "turns"), of_game(state, "rounds")) == (1, 0)
    state.apply("up(1)")
    assert (of_game(state, "turns"), of_game(state, "rounds")) == (2, 1)


@pytest.mark.parametrize(("answers", "tries"), [(["again(1)", "again(2)"], 4), (["pass"], 3), (["again(1)"] * 4, 7)])
def test_a_repeat_is_left(state: Any, answers: list[str], tries: int) -> None:
    state.apply("search")
    for answer in answers:
        state.apply(answer)
    assert of_game(state, "tries") == tries


def test_a_repeat_is_left_from_inside_a_for(state: Any) -> None:
    state.apply("move_on(Cart2, Lower)").apply("search").apply("pass")
    assert of_game(state, "tries") == 1


def test_why_names_the_trigger(state: Any) -> None:
    state.apply("move_on(Cart1, Alden)")
    told = str(state.why("last"))
    assert "arrival “A cart comes to a town”: raise arrivals by 1" in told
    assert "arrivals 0 → 1" in str(state.why("arrival"))


def test_clones_and_pickles_keep_what_woke(state: Any) -> None:
    state.apply("move_on(Cart1, Alden)")
    assert state.clone().log(None) == state.log(None)
    again = mercatoria.load(str(HERE / "carts")).start(2, seed=3).apply("move_on(Cart1, Alden)")
    assert again.vector == state.vector


@pytest.mark.parametrize("players", [2, 3])
def test_both_engines_agree(carts: mercatoria.Game, players: int) -> None:
    draw = random.Random(players)
    moves = 0
    for seed in range(25):
        one = carts.start(players, seed=seed)
        other = carts.start(players, seed=seed, plain=True)
        while not one.is_over:
            assert one.vector == other.vector
            assert one.rows(one.deciders[0]) == other.rows(one.deciders[0])
            move = one.sample(draw)
            one.apply(move)
            other.apply(move)
            moves += 1
        assert one.log(0) == other.log(0)
        assert one.ended_by == other.ended_by != ""
    assert moves > 300


def test_the_generated_engine_leaves_nothing_over(carts: mercatoria.Game) -> None:
    engine = carts.table(2).engine
    assert isinstance(engine, GeneratedEngine)
    assert not re.search(r"\bX\(", engine.source), "statements for the reference interpreter"
