"""Tests that fitted values recover known results, and that they do not depend on the number of processes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mercatoria
from mercatoria.players import Facts
from mercatoria.players.playouts import rollouts
from tests.mercatoria.conftest import PIG, Ran, loaded

np = pytest.importorskip("numpy", reason="values are fitted with numpy")

from mercatoria.fitting import KINDS, FitError, FitRequest, fit, self_play  # noqa: E402 - they need numpy
from mercatoria.fitting.regression import fitted, missed, shares  # noqa: E402

LOTS = """rulebook lots "Lots"
    players 2

each Player has
    pebbles: 0 to 99 = 0
    straws: 0 to 99 = 0

action go "Go on"
    then
        random pebble in 0 to 1
        raise you.pebbles by pebble
        random straw in 0 to 1
        raise you.straws by straw

round
    turn of player in Player
        player must go

end soon of round when round.number = 24

scoring of p in Player
    pebbles: p.pebbles

ranking of p in Player by most p.pebbles
"""


def asked(games: int, players: int = 2, seed: int = 1) -> FitRequest:
    return FitRequest(players, games, seed, KINDS, "mercatoria fit")


def test_weights_that_made_the_winners_are_found_again() -> None:
    lots = np.random.default_rng(1)
    facts = lots.normal(size=(4000, 3, 2)) * [1.0, 10.0]
    chances = shares(facts, np.array([1.5, -0.05]))
    won = np.array([lots.multinomial(1, each) for each in chances], dtype=float)
    weights = fitted(facts, won, np.arange(len(won)))
    assert weights == pytest.approx([1.5, -0.05], rel=0.15)
    assert missed(shares(facts, weights), won).mean() < missed(np.full(won.shape, 1 / 3), won).mean() - 0.2


def test_the_fewer_the_games_the_less_is_believed() -> None:
    lots = np.random.default_rng(1)
    facts, won = lots.normal(size=(40, 3, 2)), np.eye(3)[np.arange(40) % 3]
    facts, won = np.tile(facts, (10, 1, 1)), np.tile(won, (10, 1))
    by_few, by_more, by_many = (fitted(facts, won, np.arange(400) % games) for games in (2, 350, 400))
    assert np.abs(by_few).sum() < np.abs(by_many).sum() / 2
    assert by_more.tolist() == by_many.tolist()


def test_features_that_vary_in_one_game_have_little_weight() -> None:
    lots = np.random.default_rng(1)
    facts = lots.normal(size=(400, 2, 2))
    facts[1:, :, 1] = 0
    facts[0, :, 1] = (1, 0)
    won = np.eye(2)[(facts[:, 1, 0] > facts[:, 0, 0]).astype(int)]
    won[0] = (0, 1)
    often, once = fitted(facts, won, np.arange(400))
    assert often > 1 and -0.01 < once < 0


def test_greedy_games_are_watched_from_round_to_round(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(LOTS)
    game = mercatoria.load(str(tmp_path))
    (each,) = self_play.watched(game, 2, [self_play.SLOW], 1, 1)
    assert each is not None and each.rounds == 24
    rounds = [v[self_play.round_slot(game.table(2))] for v in each.positions]
    assert rounds == [1, 1, 2, 2, 3, 3, 4, 4, *range(5, 25)]


@pytest.mark.parametrize("kind", [*KINDS, self_play.SLOW])
def test_each_position_of_an_opening_is_watched(kind: str) -> None:
    game = loaded(str(Path(PIG).parent / "connect_four"))
    (each,) = self_play.watched(game, 2, [kind], 1, 1)
    (heights,) = [run.base for of, run in game.table(2).flow.layout.runs.items() if of.name == "height"]
    assert each is not None
    discs = [sum(v[slot] for slot in heights) for v in each.positions[: self_play.OPENING - 2]]
    assert discs == list(range(discs[0], discs[0] + len(discs))) and discs[0] < 2


def test_equal_holdings_count_nothing() -> None:
    facts = np.ones((10, 2, 1))
    assert fitted(facts, np.eye(2)[np.arange(10) % 2], np.arange(10)).tolist() == [0.0]


def test_winning_features_get_positive_weights(tmp_path: Path) -> None:
    (tmp_path / "rulebook.rules").write_text(LOTS)
    entry, told, _ = fit(mercatoria.load(str(tmp_path)), asked(200))
    terms: dict[str, Any] = entry["terms"]
    assert terms["ranking 1"] == terms["Player.pebbles"], "the same under two names counts half each"
    assert 0 < terms["ranking 1"][0] < terms["ranking 1"][1], "the later it is, the more a lead decides"
    assert abs(terms["Player.straws"][1]) < terms["Player.pebbles"][1]
    by_values, _, alike = told
    assert by_values.mean < alike.mean and by_values.parts[2] < by_values.parts[0]


@pytest.mark.parametrize("game", [PIG, "medieval_merchant"])
def test_the_same_games_are_watched_with_and_without_the_native_engine(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("wasmtime", reason="nothing to compare without the native engine")
    table = loaded(game).table(2)
    inside = list(self_play.watched(loaded(game), 2, KINDS, 2, 2))
    monkeypatch.setattr(rollouts, "native_games", lambda _: None)
    facts = Facts(table)
    for one, other in zip(inside, self_play.watched(loaded(game), 2, KINDS, 2, 2), strict=True):
        assert one is not None and other is not None
        assert (one.shares, one.rounds) == (other.shares, other.rounds)
        assert [*map(facts.of, one.positions)] == [*map(facts.of, other.positions)]


def test_of_games_with_one_look_nothing_is_told_of_the_middle_and_the_end(
    tmp_path: Path, run: Callable[..., Ran]
) -> None:
    (tmp_path / "rulebook.rules").write_text(LOTS.replace("round.number = 24", "round.number = 1"))
    done = run("fit", str(tmp_path), "-p", "2", "--games", "9")
    assert done.code == 0
    (line,) = [each.split() for each in done.err.splitlines() if each.strip().startswith("these values")]
    assert line[-2:] == ["–", "–"] and float(line[-3])


def test_the_same_values_come_from_the_same_seed() -> None:
    entry, *_ = fit(loaded(PIG), asked(6))
    assert fit(loaded(PIG), asked(6))[0] == entry
    assert fit(loaded(PIG), asked(6, seed=2))[0]["terms"] != entry["terms"]


def test_nothing_is_fitted_for_one_player_or_to_nothing() -> None:
    with pytest.raises(FitError, match="no opponents"):
        fit(loaded("merkator"), asked(1, players=1))
    with pytest.raises(FitError, match="only 1 of 1 games"):
        fit(loaded(str(Path(PIG).parent / "kuhn_poker")), asked(1))
