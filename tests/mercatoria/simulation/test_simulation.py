"""Tests games without people: single games, many games in several processes, and the results after a failure."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mercatoria
from interpreter.position import OPEN, Opposed, Size
from mercatoria.players import seeded
from mercatoria.simulation import Result, Tally, map_in_processes, play, play_on, play_randomly, replay
from mercatoria.simulation.playout import Chooser, result_of
from mercatoria.storage import failed_games
from tests.mercatoria.conftest import PIG, ROOT, SHIPPED, loaded

Countdown = Callable[..., Path]

OFFER = """\
rulebook fair "A fair"
    players 2

kind Good: Wool, Spice with 4 pieces each

each Player has
    purse: money = 9
    cart: bag of Good = 2 of Wool

round "A day"
    turn of player in Player
        player must pay

action pay(partner: others(you), open coins: 0 to you.purse step 3) "Pay"
    costs coins: coins to partner

end soon of round when round.number = 3

scoring of p in Player
    coins: p.purse
"""


# ---------------------------------------------------------------- one game


@pytest.mark.parametrize("kinds", [("random", "random"), ("greedy", "random")])
def test_a_rule_that_fails_is_a_result(countdown: Countdown, kinds: tuple[str, str]) -> None:
    game = mercatoria.load(str(countdown("raise share by 40")))
    result = play(game, 2, 3, kinds)
    assert result.fault is not None
    assert result.fault.about is not None and result.fault.about.name == "take"
    assert (result.finished, result.winners, result.ranking) == (False, (), ())
    state = replay(game, 2, 3, kinds, result.decisions)
    assert not state.is_over
    assert sum("move" in entry for entry in state.record["log"]) == result.decisions == 2


def test_a_game_can_be_given_up() -> None:
    state = loaded(SHIPPED).start(2, 1)
    assert play_on(state, [seeded("random", 1, seat) for seat in range(2)], longest=7) == 7
    given_up = result_of(state, 7)
    assert (given_up.finished, given_up.decisions, len(given_up.scores)) == (False, 7, 2)
    fast = play_randomly(loaded(SHIPPED).table(2), 1, longest=7)
    assert (fast.finished, fast.decisions, fast.ending) == (False, 7, "")


@pytest.mark.parametrize("kinds", [("random", "random"), ("greedy", "greedy")])
def test_open_parameters_of_a_move_are_filled_in(game: Callable[[str], Path], kinds: tuple[str, str]) -> None:
    rules = mercatoria.load(str(game(OFFER)))
    result = play(rules, 2, 5, kinds)
    assert result.finished and result.decisions == 6
    state = replay(rules, 2, 5, kinds, 6)
    assert state.scores == result.scores
    paid = [entry["move"] for entry in state.record["log"] if "move" in entry]
    assert len(paid) == 6
    assert all(move.rstrip(")").rpartition(", ")[2] in ("0", "3", "6", "9", "12", "15", "18") for move in paid)


class Refusing:
    """An engine that lists open moves but accepts none of them."""

    def ranges(self, *_: Any) -> list[range]:
        return [range(3)]

    def sizes(self, *_: Any) -> tuple[Size, ...]:
        return ()

    def opposed(self, *_: Any) -> tuple[Opposed, ...]:
        return ()

    def is_legal(self, *_: Any) -> bool:
        return False


def test_a_decision_without_a_legal_way_is_no_endless_loop() -> None:
    chooser: Any = Chooser(1, players=1)
    rows = [(1, OPEN), (2, OPEN)]
    with pytest.raises(mercatoria.TableError, match="no legal move was found"):
        chooser.filled(Refusing(), [], 0, rows, rows[0])
    assert chooser.filled(Refusing(), [], 0, [(1, OPEN), (2, 0)], (1, OPEN)) == (2, 0), "another move is taken"


# ---------------------------------------------------------------- many games


def test_wins_and_points_are_counted() -> None:
    tally = Tally(("Red", "Blue"))
    tally.add(Result(1, 10, (3, 5), ((1,), (0,)), "full"))
    tally.add(Result(2, 20, (4, 4), ((0, 1),), "full"))
    tally.add(Result(3, 5, (1, 1)))
    data = tally.as_data()
    assert (data["games"], data["finished"], data["decisions"]) == (3, 2, 35)
    assert (data["wins_by_seat"], data["shared_wins_by_seat"]) == ([1, 2], [1, 1])
    assert data["endings"] == {"(no end)": 1, "full": 2}
    assert data["scores"][0] == {"seat": "Red", "least": 3, "mean": 3.5, "most": 4}
    assert data["length"] == {"least": 10, "mean": 11.7, "most": 20}
    assert data["decisions_per_second"] == 0


def double(number: int) -> int:
    if number == 13:
        raise ValueError("thirteen")
    return 2 * number


def begin(folder: str) -> None:
    Path(folder, f"begun-{os.getpid()}").touch()


@pytest.mark.slow
def test_work_comes_back_in_order_from_processes_that_began(tmp_path: Path) -> None:
    assert list(map_in_processes(double, range(10), 2, begin, (str(tmp_path),))) == list(range(0, 20, 2))
    assert 1 <= len(list(tmp_path.iterdir())) <= 2, "a second process begins only if the first is busy"


def test_a_score_that_fails_after_the_last_decision_is_a_fault(tmp_path: Path) -> None:
    rules = """rulebook race "A score that nobody has"
    players 2

each Player has
    marks: set of Player

round
    turn of player in Player
        player may rest

action rest

end soon of round when round.number = 9

scoring of p in Player
    most: max(1 for m in p.marks)
"""
    (tmp_path / "rulebook.rules").write_text(rules, encoding="utf-8")
    result = play_randomly(mercatoria.load(str(tmp_path)).table(2), 0, longest=3)
    assert result.decisions == 3
    assert result.fault is not None and "an empty set is undefined" in result.fault.message


@pytest.mark.slow
def test_a_fault_in_a_process_reaches_whoever_waits(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="thirteen"):
        list(map_in_processes(double, range(20), 2, begin, (str(tmp_path),)))


@pytest.mark.slow
def test_ctrl_c_is_for_whoever_asked(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    assert list(map_in_processes(double, range(3), 1, begin, (str(tmp_path),))) == [0, 2, 4]
    assert signal.getsignal(signal.SIGINT) is before


WORK = """
import os, sys, time
from pathlib import Path
from mercatoria.simulation import map_in_processes

def begin(folder):
    Path(folder, str(os.getpid())).touch()

def work(_):
    time.sleep(0.1)

if __name__ == "__main__":
    for _ in map_in_processes(work, range(100_000), 2, begin, (sys.argv[1],)):
        pass
"""


def lives(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
def test_processes_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    script, folder = tmp_path / "work.py", tmp_path / "begun"
    folder.mkdir()
    script.write_text(WORK, encoding="utf-8")
    command = [sys.executable, str(script), str(folder)]
    with (tmp_path / "errors.txt").open("w+", encoding="utf-8") as errors:
        parent = subprocess.Popen(command, env=os.environ | {"PYTHONPATH": str(ROOT)}, stderr=errors)
        deadline = time.monotonic() + 300
        try:
            while len(list(folder.iterdir())) < 2:
                assert parent.poll() is None, f"the script ended: {(tmp_path / 'errors.txt').read_text('utf-8')}"
                assert time.monotonic() < deadline, "the processes did not begin"
                time.sleep(0.1)
        finally:
            parent.kill()
            parent.wait(300)
    workers = [int(file.name) for file in folder.iterdir()]
    assert len(workers) == 2
    while any(map(lives, workers)):
        assert time.monotonic() < deadline, "they go on without their parent"
        time.sleep(0.1)


# ---------------------------------------------------------------- games with a failed rule


def test_a_failed_game_is_kept_where_one_stands_or_among_temporary_files(
    countdown: Countdown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir()
    there.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr("tempfile.tempdir", str(there))
    game = mercatoria.load(str(countdown("raise share by 40")))
    kinds = ("random", "random")
    result = play(game, 2, 3, kinds)
    assert Path(failed_games.keep(game, 2, kinds, result)).parent == here
    here.rename(tmp_path / "gone")
    monkeypatch.setattr(failed_games.Path, "cwd", lambda: here)
    assert Path(failed_games.keep(game, 2, kinds, result)).parent == there
    there.rename(tmp_path / "gone too")
    assert failed_games.keep(game, 2, kinds, result) == ""


def test_a_failed_game_that_fails_earlier_now_is_not_kept(countdown: Countdown) -> None:
    game = mercatoria.load(str(countdown("raise share by 40")))
    assert failed_games.keep(game, 2, ("random", "random"), Result(3, 4)) == ""


@pytest.mark.slow
def test_the_same_games_in_one_process_and_in_two() -> None:
    from mercatoria.simulation import play_in_processes

    game, kinds = loaded(PIG), ("random", "random")
    assert list(play_in_processes(game, 2, kinds, range(5), 2)) == [play(game, 2, seed, kinds) for seed in range(5)]
