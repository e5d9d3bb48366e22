"""Tests that a study has the same result with any number of processes and after any number of interruptions."""

from __future__ import annotations

import itertools
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mercatoria.simulation import BATCH_SECONDS
from mercatoria.simulation.executors import InProcess
from mercatoria.study import Design, Extent, NotThisStudy, Results, Workers, study, workers
from mercatoria.study.runner import played
from tests.mercatoria.study.studied_games import design, pig

HEADING = {"about": "a test"}


def play(made: Design, extent: Extent, results: Results | None = None, workers: Workers | None = None) -> list[str]:
    return [deal.as_line() for deal in study(made, extent, workers or Workers(InProcess(), 1), results)]


def begun(file: Path) -> Results:
    results = Results(file, HEADING)
    results.begin()
    return results


def test_so_many_games_are_so_many_deals() -> None:
    assert Extent(10).deals(design()) == 10
    assert Extent(11).deals(design(seats=("random", "greedy"))) == 6
    assert len(play(design(), Extent(7))) == 7


def test_it_does_not_matter_who_plays() -> None:
    alone = play(design(), Extent(30))
    with ThreadPoolExecutor(3) as pool:
        assert play(design(), Extent(30), workers=Workers(pool, 3)) == alone


@pytest.mark.slow
def test_ctrl_c_is_left_to_the_process_that_the_person_began() -> None:
    """The child processes must ignore Ctrl-C from their start."""
    with workers(jobs=2) as found:
        assert found.executor.submit(signal.getsignal, signal.SIGINT).result() == signal.SIG_IGN
    assert signal.getsignal(signal.SIGINT) == signal.default_int_handler


def test_stopping_does_not_wait_for_running_games() -> None:
    with workers(jobs=2) as found:
        playing = found.executor.submit(time.sleep, 3600)
    assert playing.cancelled() or isinstance(playing.exception(), BrokenExecutor)


def test_it_stops_at_the_same_deal_wherever_it_is_played() -> None:
    extent = Extent(100_000, within=0.2)
    alone = play(design(pig()), extent)
    assert 10 < len(alone) < 2000
    with ThreadPoolExecutor(2) as pool:
        assert play(design(pig()), extent, workers=Workers(pool, 2)) == alone


class Noting(InProcess):
    """An executor that records the number of deals in each batch."""

    def __init__(self) -> None:
        self.sizes = list[int]()

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.sizes.append(len(args[2]))
        return super().submit(work, *args, **kwargs)


@pytest.mark.parametrize(("seconds", "sizes"), [
    (BATCH_SECONDS, [1, 1, 1, 1, 1, 1]), (BATCH_SECONDS / 2, [1, 2, 4]), (BATCH_SECONDS / 100, [1, 4, 16]),
    (10 * BATCH_SECONDS, [1, 1, 1, 1, 1, 1]), (0.0, [1, 4, 16]),
])  # fmt: skip
def test_batches_grow_until_they_take_as_long_as_they_shall(seconds: float, sizes: list[int]) -> None:
    """A fake clock sets the seconds that each batch takes, but the deals must stay the same."""
    noting, clock = Noting(), itertools.count(0, seconds).__next__
    with closing(played(design(), 0, Workers(noting, 1), clock)) as lines:
        found = list(itertools.islice(lines, 6))
    assert noting.sizes == sizes
    assert found == play(design(), Extent(6))


def test_a_study_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    whole = begun(tmp_path / "whole.jsonl")
    lines = play(design(), Extent(12), whole)
    stopped = begun(tmp_path / "stopped.jsonl")
    playing = study(design(), Extent(12), Workers(InProcess(), 1), stopped)
    for _ in range(5):
        next(playing)
    playing.close()
    kept = stopped.file.read_text()
    stopped.file.write_text(kept + '{"deal": 5, "se')
    assert [deal.number for deal in stopped.deals()] == [0, 1, 2, 3, 4]
    stopped.cut_off()
    assert stopped.file.read_text() == kept
    assert play(design(), Extent(12), stopped) == lines
    assert stopped.file.read_bytes() == whole.file.read_bytes()
    assert play(design(), Extent(12), stopped) == lines, "nothing is left to be played"


def test_results_of_another_study_are_refused(tmp_path: Path) -> None:
    results = begun(tmp_path / "deals.jsonl")
    play(design(), Extent(3), results)
    with pytest.raises(NotThisStudy, match="another study"):
        list(Results(results.file, {"about": "something else"}).deals())
    first, second, *rest = results.file.read_text().splitlines(keepends=True)
    results.file.write_text("".join([first, *rest]))
    with pytest.raises(NotThisStudy, match=r"line 2 .* is not deal 0"):
        list(results.deals())
    results.file.write_text(first + "nonsense\n" + second)
    with pytest.raises(NotThisStudy, match="line 2"):
        list(results.deals())


@pytest.fixture
def scheduler() -> Iterator[tuple[str, object]]:
    """Start a Dask scheduler with two workers on the loopback interface."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address, cluster


@pytest.mark.slow
def test_a_worker_that_is_lost_changes_nothing(scheduler: tuple[str, object]) -> None:
    from mercatoria.study import workers

    address, cluster = scheduler
    alone = play(design(), Extent(600))
    with workers(1, address) as found:
        assert found.number == 2
        playing = study(design(), Extent(600), found)
        lines = [next(playing).as_line() for _ in range(40)]
        victim = next(iter(cluster.workers.values()))  # type: ignore[attr-defined]
        victim.process.process.kill()
        lines += [deal.as_line() for deal in playing]
    assert lines == alone
