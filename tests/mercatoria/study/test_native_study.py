"""Tests that a study uses a native module if possible, and makes the same observations as in Python."""

from __future__ import annotations

import pytest

import mercatoria
from mercatoria.study import native_study
from mercatoria.study.native_study import observed
from mercatoria.study.observed import ObservationDepth, observe
from tests.mercatoria.conftest import PIG, ROOT, SHIPPED

pytest.importorskip("wasmtime")


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_study, "FEW_GAMES", 0)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("game", "seats"),
    [
        (SHIPPED, ("random", "eager")),
        (SHIPPED, ("random", "random", "random")),
        (PIG, ("eager", "random")),
        (str(ROOT / "docs" / "examples" / "caravans"), ("eager", "eager")),
        (str(ROOT / "docs" / "examples" / "sealed_bid"), ("eager", "random", "eager")),
    ],
)
def test_the_same_is_observed_wherever_it_is_played(
    game: str, seats: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = mercatoria.load(game)
    expected = [observe(loaded, seed, seats) for seed in range(3)]
    assert all(each.finished and each.points and each.moves for each in expected)
    monkeypatch.setattr(native_study, "observe", None)
    assert [observed(loaded, seed, seats, ObservationDepth()) for seed in range(3)] == expected


@pytest.mark.usefixtures("at_once")
def test_traced_games_and_other_players_run_in_python() -> None:
    game = mercatoria.load(PIG, options={"target": 20})
    assert observed(game, 1, ("random", "random"), ObservationDepth(rules=True)).fired is not None
    assert observed(game, 1, ("greedy", "random"), ObservationDepth()) == observe(game, 1, ("greedy", "random"))


def test_a_module_is_written_when_there_were_some_games(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    made = native_study._seated_games
    monkeypatch.setattr(native_study, "_seated_games", lambda *args: written.append(len(written)) or made(*args))
    game = mercatoria.load(PIG, options={"target": 20})
    for seed in range(native_study.FEW_GAMES):
        observed(game, seed, ("random", "random"), ObservationDepth())
    assert not written
    for seed in range(3):
        observed(game, seed, ("random", "random"), ObservationDepth())
    assert len(written) == 1
