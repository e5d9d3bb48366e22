"""How Python's collector of garbage is kept from stopping the server: with hundreds of tables in memory it takes half a
second to look through all objects, again and again. So what has been looked through once is put aside. That is done
often, as nothing else goes on meanwhile: each time there is little that is new. Python by itself would wait until many
more objects are there than before, and at a table that goes on old ones are freed as new ones come.

Only tables that are put away leave much of it behind: then all is looked through once more.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator

ALL = 2
"""The generation of Python's collector with everything that is not put aside."""
BY_ITSELF = 20_000
"""How many objects more there may be before Python looks through them by itself."""


@contextlib.contextmanager
def looked_through_once() -> Iterator[None]:
    """Within this, whatever lasts is looked through once."""
    usual = gc.get_threshold()
    gc.set_threshold(BY_ITSELF, *usual[1:])
    gc.callbacks.append(_put_aside)
    try:
        yield
    finally:
        gc.callbacks.remove(_put_aside)
        gc.set_threshold(*usual)
        gc.unfreeze()


def look_through_new() -> None:
    """Looks through whatever was not put aside."""
    gc.collect()


def look_through_all() -> None:
    """Looks through everything, also what was put aside."""
    gc.unfreeze()
    gc.collect()


def _put_aside(phase: str, info: dict[str, int]) -> None:
    """Called by Python before and after each collection."""
    if phase == "stop" and info["generation"] == ALL:
        gc.freeze()
