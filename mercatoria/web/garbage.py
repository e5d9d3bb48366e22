"""How Python's collector of garbage is kept from stopping the server: with hundreds of tables in memory it takes half a
second to look through all objects, again and again. So what has been looked through once is put aside.

Only tables that are put away leave much of it behind: then all is looked through once more.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator

ALL = 2
"""The generation of Python's collector with everything that is not put aside."""


@contextlib.contextmanager
def looked_through_once() -> Iterator[None]:
    """Within this, whatever lasts is looked through once."""
    gc.callbacks.append(_put_aside)
    try:
        yield
    finally:
        gc.callbacks.remove(_put_aside)
        gc.unfreeze()


def look_through_all() -> None:
    """Looks through everything, also what was put aside."""
    gc.unfreeze()
    gc.collect()


def _put_aside(phase: str, info: dict[str, int]) -> None:
    """Called by Python before and after each collection."""
    if phase == "stop" and info["generation"] == ALL:
        gc.freeze()
