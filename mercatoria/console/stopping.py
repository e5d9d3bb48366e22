"""SIGTERM handling: a command stops as it does after Ctrl-C, and reports its results so far."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn


@contextmanager
def sigterm_as_ctrl_c() -> Iterator[None]:
    """Treat the first SIGTERM like Ctrl-C, until the `with` block ends.

    The first SIGTERM raises KeyboardInterrupt in the main thread, and a second SIGTERM ends the process. In any other
    thread the function does nothing, because only the main thread may handle signals.
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
