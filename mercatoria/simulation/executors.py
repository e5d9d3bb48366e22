"""Executors that run games: in this process, in several processes, or on a cluster.

They implement `concurrent.futures.Executor`, so games run with any of them.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from mercatoria.simulation.processes import processes

ADDRESS = re.compile(r"[a-z]+://.+:\d+")
CONNECT_TIMEOUT = "60s"
"""Timeout for connecting to a cluster's scheduler, which can take more than 10 s on a busy machine."""

RETRIES = 3
"""Number of times that a cluster plays a batch again whose worker was lost."""


class NoCluster(Exception):
    """Raised if a cluster cannot be used; the message says why."""


class LostCluster(ConnectionError):
    """Raised if a cluster stops working during a run; the message says what happened."""


@dataclass(frozen=True, slots=True)
class Workers:
    """An executor, and the number of its workers."""

    executor: Executor
    number: int

    @property
    def ahead(self) -> int:
        """Number of batches per worker to keep queued or running, so that no worker runs out of work.

        The number is 1 if batches run in this process, because a second batch would only delay the results of the
        first.
        """
        return 1 if isinstance(self.executor, InProcess) else 3


class InProcess(Executor):
    """An executor that runs each task immediately in this process."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args, **kwargs))
        except Exception as fault:  # noqa: BLE001 - whoever asks for the result gets it
            future.set_exception(fault)
        return future


@contextmanager
def workers(jobs: int, cluster: str = "") -> Iterator[Workers]:
    """Yield `jobs` processes on this machine, or all workers of the Dask scheduler at the address `cluster`.

    Raises:
        NoCluster: The cluster is unreachable or unsuitable.
        LostCluster: The scheduler ended during the run, or a task ended every worker that tried it.
    """
    if cluster:
        with _cluster(cluster) as found:
            yield found
    elif jobs == 1:
        yield Workers(InProcess(), 1)
    else:
        with processes(jobs, _nothing) as pool:
            yield Workers(pool, jobs)


def _nothing() -> None:
    """Do nothing, because each batch contains its own design and processes need no setup."""


@contextmanager
def _cluster(address: str) -> Iterator[Workers]:
    if not ADDRESS.fullmatch(address):
        raise NoCluster(f"`{address}` is not the address of a scheduler, such as tcp://host:8786")
    try:
        from distributed import Client
    except ImportError as missing:
        raise NoCluster("a cluster requires the extra `cluster`: pip install 'mercatoria[cluster]'") from missing
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # errors of this program report what its log says
    try:
        client = Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as fault:
        raise NoCluster(f"no scheduler answers at {address}") from fault
    with client:
        number = sum(client.nthreads().values())
        if not number:
            raise NoCluster(f"the scheduler at {address} has no workers")
        yield Workers(_OnCluster(client, address), number)


class _OnCluster(Executor):
    """An executor that runs each task on a worker of a Dask scheduler.

    A task of the executor that comes with Dask never ends if the scheduler is lost.
    """

    def __init__(self, client: Any, address: str) -> None:
        self._client, self._address = client, address

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        # If tasks were pure, Dask would hash the game in each task, which takes longer than the games of the task.
        return _RemoteTask(self._client.submit(work, *args, pure=False, retries=RETRIES, **kwargs), self._address)


class _RemoteTask(Future[Any]):
    """A task on a cluster."""

    def __init__(self, remote: Any, address: str) -> None:
        super().__init__()
        self._remote, self._address = remote, address

    def result(self, timeout: float | None = None) -> Any:
        """Return the result of the task. Raises `LostCluster`, and every error of the task."""
        from distributed import KilledWorker
        from distributed.comm import CommClosedError

        try:
            return self._remote.result(timeout)
        except (CancelledError, asyncio.CancelledError, CommClosedError) as fault:
            raise LostCluster(f"the scheduler at {self._address} no longer answers") from fault
        except KilledWorker as fault:
            raise LostCluster(f"a batch of games ended {RETRIES + 1} workers of {self._address} in turn") from fault

    def cancel(self) -> bool:
        if not self._remote.done():
            self._remote.cancel()
        return True
