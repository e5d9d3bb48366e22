"""Tests that search bots use fitted values if the rules have any, and the score and prices otherwise."""

from __future__ import annotations

import json
import pickle
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mercatoria
from dsl.source import NOWHERE
from interpreter.position import PC, PlayFault
from interpreter.rng import Stream
from mercatoria.players import (
    BadValues,
    ChanceSampler,
    Facts,
    Guess,
    Position,
    Rollouts,
    Values,
    fitting_values,
    hint_player,
    round_slot,
    seeded,
    values_of,
)
from mercatoria.players.own_moves import OwnMoves, faults_noted, noted
from mercatoria.players.search_bot.search import Search
from mercatoria.players.search_bot.win_estimates import WinEstimates
from mercatoria.players.values import read_values
from tests.mercatoria.conftest import PIG, Ran, loaded

POINTS = {"ranking 1": [0.0, 0.2], "Player.points": [0.1, 0.0]}
ENTRY = {
    "players": 2, "rules": "of another game", "command": "", "games": 1, "positions": 1, "rounds": 10,
    "missed": {"with_values": 0.5, "without": 0.6, "all_alike": 0.7}, "terms": POINTS,
}  # fmt: skip

Made = Callable[[str], mercatoria.Game]


@pytest.fixture
def pig(tmp_path: Path) -> Made:
    """Return a game of Pig with a file of fitted values."""

    def made(text: str) -> mercatoria.Game:
        folder = tmp_path / "pig"
        shutil.copytree(PIG, folder, dirs_exist_ok=True)
        (folder / "values.json").write_text(text, encoding="utf-8")
        return mercatoria.load(str(folder))

    return made


def written(**changes: Any) -> str:
    return json.dumps({"values": [ENTRY | changes]})


def ahead(game: mercatoria.Game, rounds: int) -> list[int]:
    """Return a position in which the first seat has 20 points, after `rounds` rounds."""
    table, v = game.table(2), game.table(2).start()
    for of, run in table.flow.layout.runs.items():
        if of.name == "points":
            v[run.base[0]] = 20
        if of.name == "round_number" and of.builtin:
            v[run.base[0]] = rounds
    return v


def test_a_lead_counts_as_the_file_says_for_how_far_the_game_is(pig: Made) -> None:
    game = pig(written())
    values = values_of(game.table(2))
    assert isinstance(values, Values)
    for rounds, weight in ((0, 0.1), (5, 0.15), (10, 0.2), (99, 0.2)):
        first, second = values.shares(ahead(game, rounds))
        assert first / second == pytest.approx(2.718281828 ** (20 * weight))
        assert first + second == pytest.approx(1)
        assert WinEstimates(game.table(2)).shares(ahead(game, rounds)) == [first, second]


def test_they_go_with_the_game_to_another_machine(pig: Made) -> None:
    game = pickle.loads(pickle.dumps(pig(written())))
    assert values_of(game.table(2)) is not None


def test_without_values_for_so_many_players_score_and_prices_are_the_guess(pig: Made) -> None:
    table = pig(written(players=3)).table(2)
    v = ahead(mercatoria.load(PIG), 3)
    assert values_of(table) is None
    assert WinEstimates(table).shares(v) == Guess(table).shares(v)


def test_values_that_count_what_there_is_not_are_not_used(pig: Made) -> None:
    table = pig(written(terms=POINTS | {"Player.coins": [1, 1]})).table(2)
    with pytest.raises(BadValues, match=r"weight for `Player\.coins`, which does not exist"):
        fitting_values(table)
    assert values_of(table) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ('{"values": [' + json.dumps(ENTRY).replace("0.2", "NaN") + "]}", "not valid JSON"),
        ('{"values": [' + json.dumps(ENTRY).replace("0.2", "1e999") + "]}", "not valid JSON"),
        (written(terms={"ranking 1": [10**400, 0]}), "at values/0/terms/ranking 1/0"),
        (written(terms={"ranking 1": [1]}), "at values/0/terms/ranking 1"),
        (written(players=1), "at values/0/players"),
        ("{}", "does not have the expected structure"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_and_thinkers_play_without_it(pig: Made, text: str, words: str) -> None:
    game = pig(text)
    with pytest.raises(BadValues, match=words):
        fitting_values(game.table(2))
    state = game.start(2, 1)
    assert seeded("8", 1, 0).choose(Position(state, 0)) in state.moves(0)


def test_a_thinker_goes_by_them(pig: Made) -> None:
    """If all weights are 0, all moves have the same value, because rollouts of this game end with the round."""
    state = pig(written(terms={"ranking 1": [0, 0]})).start(2, 3)
    assert {hint.chance for hint in hint_player("60", 0).hints(Position(state, 0))} == {0.5}
    told = mercatoria.load(PIG).start(2, 3)
    assert {hint.chance for hint in hint_player("60", 0).hints(Position(told, 0))} != {0.5}


@pytest.mark.slow
def test_where_there_are_values_a_thinker_plays_on_by_chance_to_the_end_of_the_round(pig: Made) -> None:
    """Rollouts must not continue into a later round."""
    assert {last_round(pig(written()), seed) for seed in range(20)} == {2}
    assert max(last_round(pig('{"values": []}'), seed) for seed in range(20)) > 2


def last_round(game: mercatoria.Game, seed: int) -> int:
    """Return the round in which a rollout stops."""
    table = game.table(2)
    search = Search(table, 0, Stream(seed, "test"), WinEstimates(table), Rollouts(table))
    run = search.run(search.beginning(table.start(), lambda _: True), ChanceSampler(table, seed))
    assert run is not None
    return run.end[round_slot(table)]


def test_the_names_of_facts_are_the_words_of_the_rulebook() -> None:
    assert Facts(mercatoria.load(PIG).table(2)).names == ("ranking 1", "Player.points")


def test_the_command_writes_checks_and_refuses(pig: Made, tmp_path: Path, run: Callable[..., Ran]) -> None:
    pytest.importorskip("numpy", reason="values are fitted with numpy")
    folder = str(pig(written(players=3)).folder.path)
    assert "for other rules" not in (first := run("fit", folder, "-p", "3", "--check")).out
    assert first.out == "3 players: fitted to other rules, but still used, because every fitted fact still exists\n"
    done = run("fit", folder, "-p", "2", "--games", "6", "--write")
    assert done.code == 0 and "will use these values" in done.err
    assert run("fit", folder, "-p", "2", "--check").out == "2 players: fitted to these rules\n"
    assert [each["players"] for each in json.loads((tmp_path / "pig" / "values.json").read_text())["values"]] == [2, 3]
    assert run("fit", folder, "-p", "4", "--check").out.startswith("4 players: there are no values")
    assert "fast enough" in run("fit", folder, "-p", "2", "--player", "medium").err
    (tmp_path / "pig" / "values.json").write_text("{}")
    assert run("fit", folder, "-p", "2", "--check").code == 1
    assert "remove it and fit all tables again" in run("fit", folder, "-p", "2", "--games", "6", "--write").err


def test_the_command_says_that_values_on_the_screen_are_not_used_yet(run: Callable[..., Ran]) -> None:
    pytest.importorskip("numpy", reason="values are fitted with numpy")
    assert "not use these values yet: run the command with --write" in run("fit", PIG, "-p", "2", "--games", "6").err


def test_a_broken_file_is_logged_and_a_house_rule_is_not(pig: Made, caplog: pytest.LogCaptureFixture) -> None:
    assert values_of(pig(written(terms={"Player.coins": [1, 1]})).table(2)) is None
    assert not caplog.records
    assert values_of(pig("{}").table(2)) is None
    (record,) = caplog.records
    assert "bots play without fitted values: the values file" in record.getMessage()


def test_a_fault_in_the_values_is_not_swallowed(pig: Made) -> None:
    """If a bot ignored the error, it would learn nothing from its runs and play badly without a message."""
    state = pig(written()).start(2, 1)
    values = values_of(state.table)
    assert values is not None
    values.facts.ranked = ()  # The test simulates a missing name.
    with pytest.raises(ValueError, match="zip"):
        seeded("8", 1, 0).choose(Position(state, 0))


def test_an_error_of_an_engine_is_logged_once_and_other_errors_pass(
    pig: Made, caplog: pytest.LogCaptureFixture
) -> None:
    table = pig(written()).table(2)
    impossible = table.start()
    impossible[PC] = len(table.flow.nodes)
    for _ in range(2):
        assert OwnMoves(table, 0).after(impossible, (0,)) is None
    noted(PlayFault("a rule failed", NOWHERE))
    (record,) = caplog.records
    assert "could not play: IndexError" in record.getMessage()
    with pytest.raises(IndexError), faults_noted():
        raise IndexError


@pytest.mark.parametrize("name", [each for each in mercatoria.shipped() if read_values(loaded(each).folder)])
def test_bots_can_use_the_values_of_a_shipped_game(name: str) -> None:
    """A renamed field would leave the bots without their values, and only `fit --check` would say so."""
    game = loaded(name)
    for count in read_values(game.folder):
        assert fitting_values(game.table(count)) is not None
