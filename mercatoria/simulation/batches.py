"""Sizes of batches of work, and what a worker prepares once for all batches of a run."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")

BATCH_SECONDS = 2.0
"""Intended duration of a worker's batch in seconds. If a worker dies, at most one batch is lost."""

LEAST_SECONDS = 1e-6


def next_size(number: int, seconds: float, intended: float, largest: int) -> int:
    """Return the size of the next batch, chosen so that the batch takes the intended time.

    A batch is at most four times as large as the last one, which may have been unusually fast.

    Args:
        number: Size of the last batch.
        seconds: Duration of the last batch.
        intended: Intended duration of a batch.
        largest: Maximum size of a batch.
    """
    return max(1, min(int(number * intended / max(seconds, LEAST_SECONDS)), 4 * number, largest))


@dataclass(slots=True)
class PreparedOnce(Generic[T]):
    """Holds what a process prepares for the batches of one run. Threads may share it."""

    _lock: threading.Lock = field(default_factory=threading.Lock)
    _latest: tuple[str, T] | None = None

    def of(self, mark: str, prepare: Callable[[], T]) -> T:
        """Return what was prepared for the run with this mark, and forget the run before."""
        with self._lock:
            if self._latest is None or self._latest[0] != mark:
                self._latest = None
                self._latest = mark, prepare()
            return self._latest[1]
