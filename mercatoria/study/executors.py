"""Where deals are played: in this process, in some processes of this machine, or on a cluster. All are executors, as
`concurrent.futures` has them, so a study does not know which it has.
"""

from __future__ import annotations

import multiprocessing
import re
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from mercatoria.simulation import ctrl_c_ignored, end_with_parent

ADDRESS = re.compile(r"[a-z]+://.+:\d+")


class NoCluster(Exception):
    """A cluster that cannot be used; the reason in words."""


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor, and how many work for it."""

    executor: Executor
    number: int

    @property
    def ahead(self) -> int:
        """Batches that wait or are played for each worker, so that none runs dry. Here each is played at once, and
        would keep the one before from being told."""
        return 1 if isinstance(self.executor, Here) else 3


class Here(Executor):
    """Does everything in this process, at once."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args, **kwargs))
        except Exception as fault:  # noqa: BLE001 - whoever asks for the result gets it
            future.set_exception(fault)
        return future


@contextmanager
def workers(jobs: int, cluster: str = "") -> Iterator[Workers]:
    """So many processes of this machine; or all workers of a Dask scheduler, by its address. Raises `NoCluster`."""
    if cluster:
        with _cluster(cluster) as found:
            yield found
    elif jobs == 1:
        yield Workers(Here(), 1)
    else:
        with _processes(jobs) as pool:
            yield Workers(pool, jobs)


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    """Processes that leave Ctrl-C to this one, and end with it. At the end nobody waits for what they still play: it
    would not be kept."""
    others = multiprocessing.active_children()
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), end_with_parent)
    with ctrl_c_ignored():
        for _ in range(jobs):  # each starts a process, which would be started later, with Ctrl-C heeded
            pool.submit(int)
    try:
        yield pool
    finally:
        for process in multiprocessing.active_children():
            if process not in others:
                process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _cluster(address: str) -> Iterator[Workers]:
    if not ADDRESS.fullmatch(address):
        raise NoCluster(f"`{address}` is no address of a scheduler, such as tcp://host:8786")
    try:
        from distributed import Client
    except ImportError as missing:
        raise NoCluster("clusters need the extra `cluster`: pip install 'mercatoria[cluster]'") from missing
    try:
        client = Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError, TimeoutError) as fault:
        raise NoCluster(f"no scheduler answers at {address}") from fault
    with client:
        number = sum(client.nthreads().values())
        if not number:
            raise NoCluster(f"the scheduler at {address} has no workers")
        yield Workers(client.get_executor(retries=3), number)
