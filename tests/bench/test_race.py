"""Tests the speed comparison with other programs, without a network.

The C version of the game must equal the Python version, the other programs must answer, and the comparison must skip
programs that are not installed.
"""

from __future__ import annotations

import shutil
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from bench import handwritten_medieval_merchant as by_hand
from bench import race
from bench.peers import installing
from bench.racers import Peer, Rate, ours, side_by_side
from interpreter.native import is_installed

WORD, LONG = (1 << 32) - 1, (1 << 64) - 1


class Words:
    """A Python copy of the random generator that the C version of the game uses."""

    def __init__(self, seed: int) -> None:
        self._words = (seed * 2862933555777941757 + 3037000493) & LONG

    def random(self) -> float:
        self._words = (self._words * 6364136223846793005 + 1442695040888963407) & LONG
        return (self._words >> 32) / (WORD + 1)


@pytest.fixture
def in_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Peer:
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    monkeypatch.setattr(installing, "BUILD", tmp_path)
    return Peer("c")


def test_the_game_in_c_is_the_game_in_python(in_c: Peer) -> None:
    endings = set()
    for players in range(2, 7):
        for seed in range(20):
            game, decisions, *_ = by_hand.playout(players, Words(seed))  # type: ignore[no-untyped-call]
            wanted = [decisions, game.ended_by, *game.final]
            assert in_c.ask(f"game {players} {seed}").split() == [str(each) for each in wanted]
            endings.add(game.ended_by)
    in_c.close()
    assert len(endings) > 1


def test_the_game_in_c_says_how_fast_it_is(in_c: Peer) -> None:
    rate = in_c.playing("4")(0.01, 1)
    in_c.close()
    assert rate.decisions > rate.games > 0


def test_a_game_exported_in_c_says_how_fast_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler")
    monkeypatch.setattr(installing, "BUILD", tmp_path)
    with ExitStack() as stack:
        (maker,) = race.in_c("kuhn_poker", 2).values()
        rate = maker(race.Runner(stack))(0.01, 1)
    assert 2 < rate.decisions / rate.games < 3


def peers_do(does: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = tmp_path / "peer.py"
    script.write_text(f"import sys\nsys.path.insert(0, {str(installing.HERE)!r})\n{does}\n", encoding="utf-8")
    monkeypatch.setattr("bench.racers.command", lambda _: [sys.executable, str(script)])


def test_a_peer_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    peers_do("from answering import answer\nanswer({'go': lambda seed: (1, seed)})", tmp_path, monkeypatch)
    peer = Peer("made up")
    rate = peer.playing("go")(0.01, 7)
    peer.close()
    assert rate.decisions > 7 * rate.games > 0


def test_a_peer_that_breaks_down_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    peers_do("sys.exit(1)", tmp_path, monkeypatch)
    broken = race.Race("A race", {}, {"peer": race.of_peer("made up", "go")})
    with ExitStack() as stack:
        (row,) = race.Runner(stack).rows(broken)
    assert row.left_out in ("it does not start", "it has broken down")


def test_missing_peers_are_skipped_with_a_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(name: str) -> list[str]:
        installing.run([sys.executable, "-c", "raise SystemExit('no such host')"], "pip could not install it")
        raise AssertionError(name)

    monkeypatch.setattr("bench.racers.command", failing)
    lonely = race.Race("A race", {}, {"peer": race.of_peer("made up", "go")})
    ((_, rows),) = race.run([lonely], 1, 0.01)
    assert "| peer | left out: pip could not install it: no such host | | |" in race.told(lonely, rows)


def test_a_table_says_how_many_times_as_fast() -> None:
    first = race.Row("ours, python", rates=[Rate(30, 3), Rate(50, 5), Rate(40, 4)])
    other = race.Row("peer", rates=[Rate(10, 1), Rate(10, 1), Rate(10, 1)])
    told = race.told(race.Race("A race", {}, {}), [first, other]).splitlines()
    assert told[-2:] == ["| ours, python | 40 | 4 | 1.00 |", "| peer | 10 | 1 | 4.00 |"]


@pytest.mark.parametrize("engine", ["reference", "python", "native"])
def test_our_engines_race(engine: str) -> None:
    if engine == "native" and not is_installed():
        pytest.skip("wasmtime is not installed (extra: native)")
    rate = ours(engine, "kuhn_poker", 2)(0.01, 1)
    assert 2 < rate.decisions / rate.games < 3


@pytest.mark.skipif(not is_installed(), reason="wasmtime is not installed (extra: native)")
def test_games_stepped_side_by_side_are_whole_games() -> None:
    rate = side_by_side("kuhn_poker", 2)(0.01, 1)
    assert 2 < rate.decisions / rate.games < 3


def test_every_peer_in_python_has_its_file() -> None:
    files = {path.stem.removesuffix("_games") for path in installing.HERE.glob("*_games.py")}
    assert files == installing.REQUIREMENTS.keys()
