"""Tests that workers count the same games as a run on this machine, whatever the size of their batches."""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import mercatoria
from interpreter.game import Game
from mercatoria.console.errors import STOPPED
from mercatoria.simulation import (
    BATCH_SECONDS,
    NATIVE,
    PYTHON,
    DistributedGames,
    DistributedRun,
    Run,
    Tally,
    Workers,
    choose,
    workers,
)
from mercatoria.simulation.distributed_run import FIRST_BATCH
from tests.mercatoria.conftest import BIDS, PIG, Ran, loaded

GAMES = 70


def here(game: Game, players: int, engine: str) -> Tally:
    """Return the totals of the games that a run on this machine plays."""
    chosen = choose(game, players, engine)
    tally = Tally(chosen.table.flow.model.seats)
    for result in Run(game, chosen, ("random",) * players, 5, GAMES).results():
        tally.add(result)
    return tally


def there(game: Game, players: int, engine: str, found: Workers, seconds: float = BATCH_SECONDS) -> Tally:
    """Return the totals of the same games as counted by workers, whose batches take this many seconds."""
    games = DistributedGames(game, engine, ("random",) * players, 5)
    run = DistributedRun(games, GAMES, itertools.count(0, seconds).__next__)
    total = Tally(game.table(players).flow.model.seats)
    for tally in run.tallies(found):
        total.merge(tally)
    assert run.replayed == (len(total.faults) if engine == NATIVE else 0)
    return total


@pytest.mark.parametrize("engine", [PYTHON, NATIVE])
@pytest.mark.parametrize("seconds", [BATCH_SECONDS / 100, 10 * BATCH_SECONDS])
def test_workers_count_the_games_of_a_run(engine: str, seconds: float) -> None:
    if engine == NATIVE:
        pytest.importorskip("wasmtime")
    game = loaded(BIDS)
    with workers(1) as found:
        assert there(game, 3, engine, found, seconds) == here(game, 3, engine)


def test_several_threads_of_a_worker_count_the_same_games() -> None:
    pytest.importorskip("wasmtime")
    with ThreadPoolExecutor(3) as pool:
        assert there(loaded(PIG), 2, NATIVE, Workers(pool, 3)) == here(loaded(PIG), 2, NATIVE)


def test_games_whose_rules_fail_are_counted_and_kept(countdown: Callable[..., Path]) -> None:
    pytest.importorskip("wasmtime")
    game = mercatoria.load(str(countdown("raise share by 40")))
    with workers(1) as found:
        theirs, ours = there(game, 2, NATIVE, found), here(game, 2, NATIVE)
    assert [(each.seed, str(each.fault)) for each in theirs.faults] == [
        (each.seed, str(each.fault)) for each in ours.faults
    ]
    assert theirs.endings["(fault)"] > 0
    assert theirs.as_data() == ours.as_data()


def test_batches_grow_to_the_intended_time() -> None:
    games = DistributedGames(loaded(PIG), PYTHON, ("random",) * 2, 5)
    with workers(1) as found:
        run = DistributedRun(games, GAMES, itertools.count(0, BATCH_SECONDS / 100).__next__)
        sizes = [tally.games for tally in run.tallies(found)]
    assert sizes == [FIRST_BATCH, 4 * FIRST_BATCH, GAMES - 5 * FIRST_BATCH]


@pytest.fixture
def local(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the command count on this machine instead of a cluster."""

    @contextmanager
    def near(jobs: int, address: str) -> Iterator[Workers]:
        with workers(1) as found:
            yield found

    monkeypatch.setattr("mercatoria.cli.simulate.workers", near)


@pytest.mark.usefixtures("local")
def test_the_command_prints_the_same_totals(run: Callable[..., Ran]) -> None:
    args = ("simulate", PIG, "--players", "2", "--games", "30", "--seed", "3", "--json")
    ours, theirs = run(*args), run(*args, "--cluster", "tcp://somewhere:8786")
    assert theirs.code == 0
    for data in (near := json.loads(ours.out), far := json.loads(theirs.out)):
        del data["seconds"], data["decisions_per_second"]
    assert near == far


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the library `distributed` by one whose scheduler ends after the first batch."""

    class Killed(Exception):
        pass

    class Closed(OSError):
        pass

    class Task:
        def __init__(self, result: Any) -> None:
            self._result = result

        def result(self, _timeout: float | None) -> Any:
            if self._result is None:
                raise CancelledError
            return self._result

        def done(self) -> bool:
            return False

        def cancel(self) -> None:
            pass

    class Client(nullcontext[None]):
        def __init__(self, *_: Any, **__: Any) -> None:
            super().__init__()
            self._tasks = itertools.count()

        def nthreads(self) -> dict[str, int]:
            return {"worker": 1}

        def submit(self, work: Callable[..., Any], *args: Any, pure: bool, retries: int) -> Task:
            return Task(None if pure or next(self._tasks) else work(*args))

    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=Client, KilledWorker=Killed))
    monkeypatch.setitem(sys.modules, "distributed.comm", SimpleNamespace(CommClosedError=Closed))


@pytest.mark.usefixtures("failing")
def test_a_lost_scheduler_loses_no_counted_game(run: Callable[..., Ran]) -> None:
    args = ("simulate", PIG, "--players", "2", "--games", "300", "--cluster", "tcp://somewhere:8786")
    lost = run(*args, "--json")
    assert lost.code == STOPPED
    assert "the scheduler at tcp://somewhere:8786 no longer answers" in lost.err
    assert lost.data["games"] == FIRST_BATCH


@pytest.mark.usefixtures("failing")
def test_a_study_keeps_its_deals_when_the_scheduler_is_lost(run: Callable[..., Ran], tmp_path: Path) -> None:
    deals = tmp_path / "deals.jsonl"
    args = ("study", PIG, "--players", "2", "--games", "40", "--clauses", "0", "--decisions", "0", "--data", str(deals))
    lost = run(*args, "--cluster", "tcp://somewhere:8786")
    assert "no longer answers; finished deals are saved, so run again with --resume" in lost.err
    assert run(*args, "--resume").code == 0


def test_wrong_requests_are_explained(run: Callable[..., Ran]) -> None:
    args = ("simulate", PIG, "--players", "2", "--games", "300", "--cluster")
    assert "is not the address of a scheduler" in run(*args, "nonsense").err
    assert "--rules does not work with --cluster" in run(*args, "tcp://somewhere:1", "--rules").err
    assert "--games must be at most 10,000,000," in run(*args, "tcp://somewhere:1", "--games", str(10**11)).err
