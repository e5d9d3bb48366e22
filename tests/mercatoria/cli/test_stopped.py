"""Tests that SIGTERM stops a long command like Ctrl-C: the command reports its partial results, on every engine."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from mercatoria.simulation import ENGINES, NATIVE, Count, Tally, native_games
from mercatoria.study import Inquiry
from tests.mercatoria.conftest import KUHN, PIG, ROOT, TIC_TAC_TOE, Ran

Run = Callable[..., Ran]

ENGINES_HERE = [each for each in ENGINES if each != NATIVE or find_spec("wasmtime") is not None]


def terminate() -> None:
    """Send SIGTERM to this process, as `kill` does."""
    assert signal.getsignal(signal.SIGTERM) not in (signal.SIG_DFL, signal.SIG_IGN), "the signal would end the tests"
    os.kill(os.getpid(), signal.SIGTERM)


def on_call(number: int, function: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a function so that its `number`-th call sends SIGTERM."""
    calls = 0

    def called(*args: Any, **named: Any) -> Any:
        nonlocal calls
        calls += 1
        found = function(*args, **named)
        if calls == number:
            terminate()
        return found

    return called


def after(number: int, generator: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    """Wrap a generator so that it sends SIGTERM after its `number`-th result."""

    def generated(*args: Any, **named: Any) -> Iterator[Any]:
        for at, each in enumerate(generator(*args, **named), 1):
            yield each
            if at == number:
                terminate()

    return generated


@pytest.mark.parametrize("engine", ENGINES_HERE)
def test_simulate_counts_the_games_so_far(run: Run, monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    monkeypatch.setattr(Tally, "add", on_call(3, Tally.add))
    done = run("simulate", KUHN, "--games", "500", "--engine", engine, "--json")
    assert done.code == 130
    assert done.data["games"] == 3 and done.data["asked"] == 500


@pytest.mark.slow
def test_simulate_counts_the_games_of_its_processes(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tally, "add", on_call(3, Tally.add))
    done = run("simulate", KUHN, "--games", "500", "--engine", "python", "--jobs", "2")
    assert done.code == 130 and "3 played of 500 (stopped)" in done.out


@pytest.mark.slow
def test_simulate_reports_what_it_has_when_a_process_is_killed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import multiprocessing

    def kill_all() -> None:
        for process in multiprocessing.active_children():
            process.kill()

    monkeypatch.setattr(sys.modules[__name__], "terminate", kill_all)
    monkeypatch.setattr(Tally, "add", on_call(3, Tally.add))
    done = run("simulate", PIG, "--games", "500", "--engine", "python", "--jobs", "2")
    assert done.code == 130 and "(stopped)" in done.out and "another program killed a process" in done.err


@pytest.mark.parametrize("engine", ENGINES_HERE)
def test_perft_prints_the_counts_so_far(run: Run, monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    if engine == NATIVE:
        monkeypatch.setattr(native_games, "share_counted", on_call(1, native_games.share_counted))
    else:
        monkeypatch.setattr(Count, "note", on_call(50, Count.note))
    done = run("perft", TIC_TAC_TOE, "-p", "2", "--engine", engine, "--depth", "6", "--json")
    assert done.code == 130 and done.data["stopped"]
    assert sum(done.data[kind] for kind in ("chance", "decision", "terminal")) >= (1 if engine == NATIVE else 50)


def test_fit_fits_the_values_to_the_games_so_far(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy", reason="values are fitted with numpy")
    from mercatoria.fitting import self_play

    fit = sys.modules["mercatoria.fitting.fit"]
    monkeypatch.setattr(fit, "watched", after(6, self_play.watched))
    done = run("fit", PIG, "--games", "500", "-p", "2")
    (entry,) = json.loads(done.out)["values"]
    assert done.code == 130 and entry["games"] == 6 and entry["command"].endswith("--games 6")
    assert "There is no value network, because the command was stopped before it could learn one." in done.err
    monkeypatch.setattr(fit, "watched", after(1, self_play.watched))
    done = run("fit", PIG, "--games", "500", "-p", "2")
    assert done.code == 130 and not done.out and "0 of 1 table" in done.err


def test_study_keeps_the_deals_so_far(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Inquiry, "play", after(2, Inquiry.play))
    kept = tmp_path / "deals.jsonl"
    wanted = ("study", KUHN, "--games", "50", "--seat-players", "random", "--clauses", "0", "--decisions", "0")
    done = run(*wanted, "--data", str(kept))
    assert done.code == 130 and "stopped after 2 of at most 50 deals" in done.err
    assert len(kept.read_text().splitlines()) >= 1 + 2


@pytest.mark.parametrize("command", ["study", "simulate", "check"])
def test_a_command_that_is_stopped_before_it_has_results_says_so(
    run: Run, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("mercatoria.study.compared", stopped)
    monkeypatch.setattr("mercatoria.load", stopped)
    monkeypatch.setattr("mercatoria.cli.check.Examination.of", stopped)
    assert run(command, KUHN) == (130, "", "\nstopped\n")


def test_the_second_signal_ends_a_command_at_once(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []

    def add(*_: Any) -> None:
        try:
            terminate()
        except KeyboardInterrupt:
            found.append(signal.getsignal(signal.SIGTERM))
            raise

    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(Tally, "add", add)
    assert run("simulate", KUHN, "--games", "5").code == 130
    assert found == [signal.SIG_DFL] and signal.getsignal(signal.SIGTERM) is before


@pytest.mark.slow
@pytest.mark.parametrize("command", ["simulate", "study"])
def test_a_signal_to_the_whole_group_loses_nothing(command: str, tmp_path: Path) -> None:
    """`timeout` and service managers also send the signal to the worker processes."""
    more = ("--seat-players", "random", "--clauses", "0", "--decisions", "0") if command == "study" else ()
    line = [sys.executable, "-m", "mercatoria", command, PIG, "--games", "1000000", "--jobs", "2", "--engine", "python"]
    process = subprocess.Popen(
        [*line, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert process.stderr is not None
    while not re.search(r": [1-9][\d,]* of ", said := process.stderr.readline()):  # wait for the first count
        assert said, "the command ended by itself"
    os.killpg(process.pid, signal.SIGTERM)
    out, _ = process.communicate(timeout=300)
    assert process.returncode == 130 and out
