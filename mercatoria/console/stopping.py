"""SIGTERM handling: a command stops as on Ctrl-C, reports its results so far, and exits with the same code."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn


@contextmanager
def sigterm_as_ctrl_c() -> Iterator[None]:
    """Within the `with` block, the first SIGTERM raises KeyboardInterrupt in the main thread; the second ends the
    process.

    In other threads nothing changes, because only the main thread may handle signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, _stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _stop(number: int, _: object) -> NoReturn:
    signal.signal(number, signal.SIG_DFL)
    raise KeyboardInterrupt
