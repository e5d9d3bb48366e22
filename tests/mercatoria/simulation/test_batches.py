"""Tests the sizes of batches, and that a process prepares a run once for all its threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from mercatoria.simulation import PreparedOnce, next_size


@pytest.mark.parametrize(
    ("seconds", "size"), [(2.0, 10), (4.0, 5), (1.0, 20), (0.1, 40), (0.0, 40), (1000.0, 1), (0.6, 33)]
)
def test_a_batch_takes_the_intended_time(seconds: float, size: int) -> None:
    assert next_size(10, seconds, 2.0, 50) == size


def test_a_batch_is_never_larger_than_the_maximum() -> None:
    assert next_size(10, 0.1, 2.0, 15) == 15


def test_threads_share_what_was_prepared_for_a_run() -> None:
    prepared, made, together = PreparedOnce[object](), list[str](), Barrier(4)

    def needed(mark: str) -> object:
        together.wait()
        return prepared.of(mark, lambda: made.append(mark) or object())  # type: ignore[func-returns-value]

    with ThreadPoolExecutor(4) as pool:
        for mark in ("first", "second", "first"):
            assert len({id(each) for each in pool.map(needed, [mark] * 4)}) == 1
    assert made == ["first", "second", "first"]
