"""Tests that `fit` computes and reports values for every game and example, and that bots then use these values."""

from __future__ import annotations

import shutil
from collections.abc import Container, Iterable
from pathlib import Path
from typing import Any

import pytest

import mercatoria
from mercatoria.players import Facts, Position, fitting_values, seeded
from tests.mercatoria.conftest import ROOT, loaded

np = pytest.importorskip("numpy", reason="values are fitted with numpy")

from mercatoria.fitting import KINDS, FitError, FitRequest, file_with, fit  # noqa: E402 - they need numpy

EXAMPLES = sorted(each.parent for each in ROOT.glob("docs/examples/*/rulebook.rules"))
GAMES = sorted(each.parent for each in ROOT.glob("games/*/rulebook.rules"))

LARGE = {"bazaar", "base_catan", "caravans", "commerce", "winter"}
"""Examples for which a few games take a minute."""

COINS = """rulebook coins "Coins"
    players 2

each Player has
    coins: 0 to 99 = 0
    straws: 0 to 99 = 0

action go "Go on"
    then
        random coin in 0 to 1
        raise you.coins by coin
        random straw in 0 to 1
        raise you.straws by straw

round
    turn of player in Player
        player must go

end soon of round when round.number = 24

scoring of p in Player
    coins: p.coins
"""


def fewest(folder: Path) -> int:
    return next(count for count in mercatoria.load(str(folder)).players if count > 1)


def fitted_copy(folder: Path, games: int, to: Path) -> mercatoria.Game | None:
    """Return a copy of a game with values that are fitted to a few games, or None if `fit` cannot handle the game."""
    copy = to / folder.name
    shutil.copytree(folder, copy)
    game, count = mercatoria.load(str(copy)), fewest(folder)
    try:
        entry, *_ = fit(game, FitRequest(count, games, 1, KINDS, "mercatoria fit"))
    except FitError:
        return None
    (copy / "values.json").write_text(file_with("", [entry]), encoding="utf-8")
    return mercatoria.load(str(copy))


def bots_use_the_values(game: mercatoria.Game, players: int) -> None:
    """Check that the values give each seat a share of the win in the first position, and that a search
    bot uses them.
    """
    table = game.table(players)
    values = fitting_values(table)
    assert values is not None
    state = game.start(players, 1)
    assert sum(values.shares(state.vector)) == pytest.approx(1)
    move = seeded("8", 1, state.deciders[0]).choose(Position(state, state.deciders[0]))
    assert state.is_legal(move)


def test_weights_have_the_names_of_their_facts_without_a_ranking(tmp_path: Path) -> None:
    """The first fact must be the score. If the list of names lacked the score, each weight would belong to the wrong
    fact.
    """
    (tmp_path / "rulebook.rules").write_text(COINS)
    game = mercatoria.load(str(tmp_path))
    entry, *_ = fit(game, FitRequest(2, 60, 1, KINDS, "mercatoria fit"))
    assert entry["terms"]["total score"] == entry["terms"]["Player.coins"], "the same number under two names"
    assert abs(entry["terms"]["Player.straws"][1]) < entry["terms"]["Player.coins"][1]


def slow_if(large: Container[str], folders: Iterable[Path]) -> list[Any]:
    """Return the test cases. Only `make slow` runs the large ones."""
    return [
        pytest.param(each, id=each.name, marks=[pytest.mark.slow] if each.name in large else []) for each in folders
    ]


@pytest.mark.parametrize("folder", slow_if({each.name for each in GAMES}, EXAMPLES + GAMES))
def test_every_fact_has_a_name(folder: Path) -> None:
    table = loaded(str(folder)).table(fewest(folder))
    facts = Facts(table)
    assert [len(of_seat) for of_seat in facts.of(table.start())] == [len(facts.names)] * table.flow.model.players
    assert len(set(facts.names)) == len(facts.names)


@pytest.mark.parametrize("folder", slow_if(LARGE, EXAMPLES))
def test_bots_use_what_is_fitted_to_an_example(folder: Path, tmp_path: Path) -> None:
    game = fitted_copy(folder, 6, tmp_path)
    assert game is not None
    bots_use_the_values(game, fewest(folder))


@pytest.mark.slow
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_bots_use_what_is_fitted_to_a_game(folder: Path, tmp_path: Path) -> None:
    game = fitted_copy(folder, 6, tmp_path)
    assert game is not None
    bots_use_the_values(game, fewest(folder))
