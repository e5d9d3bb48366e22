"""Tests that networks learn what decides a game, and that `fit` stores and reports them."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import nullcontext
from itertools import count
from pathlib import Path

import pytest

import mercatoria
from dsl.source import NOWHERE
from interpreter.game import State
from interpreter.position import PlayFault
from mercatoria.console import progress_display
from mercatoria.players import network_gate
from tests.mercatoria.conftest import Ran
from tests.mercatoria.players.afterstates.conftest import CUSTOMERS, WARES

np = pytest.importorskip("numpy", reason="values are fitted with numpy")

from mercatoria.fitting import (  # noqa: E402
    FitRequest,
    file_with,
    fit,
    learnt_network,
    match,
    network_fit,
    self_play_rounds,
)
from mercatoria.fitting.network_training import Examples, begun, loss_of, scale_of, trained  # noqa: E402
from mercatoria.players import Ensemble, entries_in  # noqa: E402


def drawn(seed: int, number: int) -> Examples:
    """Return positions of three seats whose wins depend on a product of two inputs."""
    lots = np.random.default_rng(seed)
    inputs = lots.normal(size=(number, 3, 4)).astype(np.float32)
    powers = np.exp(3 * np.maximum(inputs[:, :, 0], inputs[:, :, 1]))
    chances = powers / powers.sum(1, keepdims=True)
    return Examples(inputs, np.array([lots.multinomial(1, each) for each in chances], np.float32))


def test_a_network_learns_what_no_line_can_tell() -> None:
    examples, held_out, new = drawn(1, 6000), drawn(2, 1000), drawn(3, 2000)
    scale = scale_of(examples.inputs)
    network = trained(begun(4, 1), scale, examples, held_out, 1)
    loss = loss_of(Ensemble(scale, [network]).shares(new.inputs), new.won)
    bare = Ensemble(scale, [begun(4, 1)]).shares(new.inputs)
    assert loss < 0.75 * loss_of(bare, new.won)
    assert bare == pytest.approx(np.full((2000, 3), 1 / 3))
    again = trained(begun(4, 1), scale, examples, held_out, 1)
    assert np.array_equal(again.hidden, network.hidden) and np.array_equal(again.out, network.out)


def test_training_stops_where_held_out_games_are_missed() -> None:
    examples, noise = drawn(1, 300), drawn(2, 300)
    noise = Examples(noise.inputs, noise.won[::-1])
    scale = scale_of(examples.inputs)
    network = trained(begun(4, 1), scale, examples, noise, 1)
    shares = Ensemble(scale, [network]).shares(noise.inputs)
    assert loss_of(shares, noise.won) <= loss_of(np.full((300, 3), 1 / 3), noise.won) + 1e-6


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rulebook.rules").write_text(CUSTOMERS, encoding="utf-8")
    (tmp_path / "board.yaml").write_text(WARES, encoding="utf-8")
    return tmp_path


def asked(games: int = 60, **more: int) -> FitRequest:
    return FitRequest(3, games, 1, ["eager", "random"], "mercatoria fit customers --players 3", **more)


def test_the_same_seed_gives_the_same_file(folder: Path) -> None:
    texts = [file_with("", [fit(mercatoria.load(str(folder)), asked())[0]]) for _ in range(2)]
    assert texts[0] == texts[1]
    (entry,) = entries_in(texts[0])
    network = entry["network"]
    assert json.loads(texts[0])["format"] == 2
    assert (network["seed"], network["games"], network["self_play"]) == (1, 60, 0)
    assert network["goods"] == ["Player.purse"] and network["costs"] == {"rent": {"Player.purse": 3}}
    assert "match" not in network and network["version"] == mercatoria.__version__


def test_too_few_games_teach_no_network(folder: Path) -> None:
    assert "network" not in fit(mercatoria.load(str(folder)), asked(20))[0]


def test_self_play_and_a_match_are_recorded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play_rounds, "GAMES", 4)
    monkeypatch.setattr(learnt_network, "is_informed", lambda *_: True)
    monkeypatch.setattr(match, "LEVEL", 4)
    entry = fit(mercatoria.load(str(folder)), asked(rounds=2, match=3))[0]
    network = entry["network"]
    assert (network["self_play"], network["games"]) == (2, 68)
    played = network["match"]
    assert played["games"] == 3 and played["low"] <= played["share"] <= played["high"]


def stopping_at(game: int) -> Callable[[], None]:
    """Return a callback for each finished game, during which Ctrl-C is pressed at one of them."""
    finished = count(1)

    def advance() -> None:
        if next(finished) == game:
            raise KeyboardInterrupt

    return advance


@pytest.fixture
def quick_learning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play_rounds, "GAMES", 4)
    monkeypatch.setattr(learnt_network, "is_informed", lambda *_: True)
    monkeypatch.setattr(match, "LEVEL", 4)


@pytest.mark.usefixtures("quick_learning")
@pytest.mark.parametrize(
    ("game", "self_play", "of_match", "given"),
    [
        (60 + 2, 0, None, "--rounds 0 --match 0 --games 60"),
        (60 + 4 + 1, 1, None, "--rounds 1 --match 0 --games 60"),
        (60 + 8 + 2, 2, 2, "--rounds 2 --match 2 --games 60"),
    ],
)
def test_ctrl_c_keeps_whole_rounds_and_the_games_of_the_match(
    folder: Path, game: int, self_play: int, of_match: int | None, given: str
) -> None:
    advance = stopping_at(game)
    entry, _, stopped = fit(mercatoria.load(str(folder)), asked(rounds=2, match=6), lambda *_: nullcontext(advance))
    network = entry["network"]
    assert stopped and network["self_play"] == self_play and network["games"] == 60 + 4 * self_play
    assert (network["match"]["games"] if "match" in network else None) == of_match
    assert entry["command"].endswith(given), "the same command makes these values again"


@pytest.mark.usefixtures("quick_learning")
def test_ctrl_c_while_networks_are_trained_keeps_the_weights(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(network_fit, "trained", stopped)
    entry, _, was_stopped = fit(mercatoria.load(str(folder)), asked(rounds=2, match=6))
    assert was_stopped and "network" not in entry


@pytest.mark.usefixtures("quick_learning")
def test_a_game_of_the_match_in_which_a_rule_fails_does_not_count(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, failing = State.apply, count()

    def apply(state: State, move: object) -> None:
        if next(failing) == 0:
            raise PlayFault("the test fails", NOWHERE)
        whole(state, move)  # type: ignore[arg-type]

    monkeypatch.setattr(State, "apply", apply)
    network = fit(mercatoria.load(str(folder)), asked(match=6))[0]["network"]
    assert network["match"]["games"] == 5


@pytest.mark.usefixtures("quick_learning")
def test_a_stopped_match_does_not_replace_a_network_that_bots_use(
    folder: Path, run: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network_gate, "MOST_LOSS", 9)
    wanted = ("fit", str(folder), "-p", "3", "--games", "60", "--write")
    assert run(*wanted, "--match", "6").code == 0
    file = folder / "values.json"
    found = json.loads(file.read_text(encoding="utf-8"))
    found["values"][0]["network"]["match"]["low"] = 1
    file.write_text(before := json.dumps(found), encoding="utf-8")
    assert "the value network is used" in run("fit", str(folder), "--check").out
    stop = stopping_at(62)
    monkeypatch.setattr(progress_display._Printed, "_advance", lambda _: stop())
    done = run(*wanted, "--match", "6", "--seed", "2")
    assert done.code == 130 and "keeps its earlier values for 3 players" in done.err
    assert file.read_text(encoding="utf-8") == before


def test_fit_says_whether_the_network_is_used(folder: Path, run: Callable[..., Ran]) -> None:
    done = run("fit", str(folder), "--games", "60", "--match", "0", "--write")
    assert done.code == 0
    assert "Chance brings Player.purse." in done.err and "Bots will not use the network" in done.err
    checked = run("fit", str(folder), "--check")
    assert checked.code == 0 and "the value network is not used" in checked.out


def test_an_interval_holds_the_share() -> None:
    even, lost = match.estimate_of([0.0, 1.0] * 100), match.estimate_of([0.0] * 20)
    assert even.low < 0.45 < even.mean < 0.55 < even.high
    assert (lost.mean, lost.low) == (0, 0) and lost.high < 0.35, "such a network loses for certain"


@pytest.mark.parametrize(("share", "games"), [(1.0, 6), (0.0, 19), (1 / 3, 30)])
def test_a_match_ends_as_soon_as_its_result_is_clear(share: float, games: int) -> None:
    assert len([*match.until_clear(iter([share] * 30), 3)]) == games
