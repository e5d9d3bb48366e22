"""Tests that eager players in a module play the same games as in Python, with the same positions and endings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import mercatoria
from interpreter.native import SeatedGames
from interpreter.table import points_of
from mercatoria.players import Position, seeded
from mercatoria.simulation import NoEngine, Run, Task, choose, native_table, play, ranking
from tests.mercatoria.conftest import ROOT, SHIPPED, loaded
from tests.mercatoria.players.test_nonempty_stacks import MINE

pytest.importorskip("wasmtime")

EXAMPLES = ("caravans", "jewellers", "kuhn_poker", "sealed_bid", "stock_dump", "winter")
FOLDERS = sorted(path.parent for top in ("docs/examples", "games") for path in (ROOT / top).glob("*/rulebook.rules"))


def check_games(game: mercatoria.Game, kinds: Sequence[str], seeds: Sequence[int]) -> SeatedGames:
    """Play the same games in the WebAssembly module and in Python, and compare the results."""
    table = game.table(len(kinds))
    games = native_table(table, counting=True, kinds=tuple(kinds)).seated_games()
    for seed in seeds:
        played = games.play(seed, [kind == "eager" for kind in kinds])
        assert played is not None
        state = game.start(len(kinds), seed)
        seated = [seeded(kind, seed, seat) for seat, kind in enumerate(kinds)]
        stood, choices = [stand(state)], 0
        while not state.is_over:
            seat = state.deciders[0]
            choices += len(state.rows(seat)) > 1
            state.apply(seated[seat].choose(Position(state, seat)))
            stood.append(stand(state))
        assert (games.course.stood, games.course.choices) == (stood, choices)
        assert (played.decisions, points_of(table.flow.model, played.scores)) == (len(stood) - 1, state.scores)
        assert [list(place) for place in ranking(played.keys)] == state.ranking
        assert games.machine.position == state.vector
    return games


def stand(state: mercatoria.State) -> tuple[tuple[int, ...], ...]:
    """Return the ranking keys of each seat; they do not contain the points."""
    return tuple(tuple(keys) for keys in state.table.engine.standings(state.vector))


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_played_alike(name: str) -> None:
    game = loaded(str(ROOT / "docs" / "examples" / name))
    players = game.players.start
    check_games(game, ("eager",) * players, range(2))
    check_games(game, (*["random"] * (players - 1), "eager"), range(2, 4))


def test_a_shipped_game_is_played_alike() -> None:
    check_games(loaded(SHIPPED), ("eager", "random"), [1, 2])


@pytest.mark.slow
@pytest.mark.parametrize("path", FOLDERS, ids=lambda path: path.name)
def test_every_game_is_played_alike(path: Path) -> None:
    game = loaded(str(path))
    for players in game.players:
        check_games(game, ("eager", *["random"] * (players - 1)), [1, 2])
        if path.name != "catan_merchants_of_europe":  # This game would take a quarter of an hour.
            check_games(game, ("eager",) * players, [3])


HIDDEN = """rulebook hidden "Drawn from what nobody sees"
    players 2

kind Card: Low, High with 6 pieces each

each Player has
    open_hand: bag of Card
    points: 0 to 99 = 0

game has
    heap: hidden bag of Card

setup
    do prepare

rule prepare
    move all Low from supply to heap
    move all High from supply to heap

action take "Take a card"
    needs some: you.points < 90
    then
        move 1 of Low from heap to you.open_hand
        raise you.points by 1
action wait "Wait"

round
    turn of player in Player
        player must take or wait

end soon of round when round.number = 2

scoring of p in Player
    points: p.points
"""


SELDOM = """rulebook seldom "A number that is hard to guess"
    players 2

each Player has
    points: 0 to 99 = 0

action guess(open number: 0 to 199) "Guess"
    needs right: number in 5 to 7
    then
        raise you.points by 3

action wait "Wait"

round
    turn of player in Player
        player must guess or wait

end soon of round when round.number = 30

scoring of p in Player
    points: p.points
"""


def test_engines_give_up_rare_draws_together(tmp_path: Path) -> None:
    """If an engine cannot fill in an open move, it must choose another move after the same number of attempts."""
    (tmp_path / "rulebook.rules").write_text(SELDOM)
    game = mercatoria.load(str(tmp_path))
    games = check_games(game, ("eager", "random"), range(6))
    _, (guessed,) = games.course.stood[-1]
    assert -99 < guessed < 0, "a random player finds it now and then"


def test_bots_skip_impossible_assumptions(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(HIDDEN)
    game = mercatoria.load(str(tmp_path))
    games = native_table(game.table(2), kinds=("eager", "eager")).seated_games()
    called: list[str] = []
    call = games.machine.call

    def noted(name: str, *args: int) -> Any:
        called.append(name)
        return call(name, *args)

    games.machine.call = noted  # type: ignore[method-assign]
    games.play(1, [True, True])
    assert called.count("play_seated_further") >= 4, "the heap is supposed to be empty"
    check_games(game, ("eager", "eager"), range(5))


def test_stacks_that_rules_count_on_are_supposed_inside_too(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(MINE)
    games = check_games(mercatoria.load(str(tmp_path)), ("eager", "eager"), range(3))
    assert games.course.stood[-1] == ((-4,), (-4,)), "both dug twice"


# ---------------------------------------------------------------- runs


def test_runs_of_eager_players_take_the_native_engine_and_give_the_same_results() -> None:
    game, kinds = loaded(str(ROOT / "docs" / "examples" / "bazaar")), ("eager", "random", "eager")
    chosen = choose(game, 3, task=Task(kinds))
    assert chosen.name == "native"
    ours = Run(game, choose(game, 3, "python", Task(kinds)), kinds, 4, 3)
    theirs = Run(game, chosen, kinds, 4, 3, jobs=2)
    assert list(theirs.results()) == list(ours.results())
    assert theirs.again == 0


def test_counting_says_which_players_it_supports() -> None:
    game = loaded(str(ROOT / "docs" / "examples" / "bazaar"))
    for engine in (None, "native", "python"):
        with pytest.raises(NoEngine, match="only in games of random and eager players"):
            choose(game, 3, engine, Task(("easy", "random", "random"), counting=True))


def test_a_rule_that_fails_is_told_by_the_engine_in_python(countdown: Callable[..., Path]) -> None:
    game, kinds = mercatoria.load(str(countdown("raise share by 40"))), ("eager", "eager")
    run = Run(game, choose(game, 2, task=Task(kinds)), kinds, 1, 4)
    results = list(run.results())
    assert [str(each.fault) for each in results] == [str(play(game, 2, each.seed, kinds).fault) for each in results]
    assert run.again == sum(each.fault is not None for each in results) > 0
