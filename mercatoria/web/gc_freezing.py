"""How Python's collector of garbage is kept from stopping the server: with hundreds of tables in memory it takes half a
second to look through all objects, again and again. So what has been looked through once is put aside. That is done
often, as nothing else goes on meanwhile: each time there is little that is new. Python by itself would wait until many
more objects are there than before, and at a table that goes on old ones are freed as new ones come.

What comes to an end after it was put aside stays in memory if only the collector could free it: a table that is put
away, a connection that was open while garbage was looked for. So all is looked through once more after many tables were
put away, and when much more is put aside than what lasted the last time. That is done seldom: with 200 tables it stops
the server for half a second, and only to count what is put aside takes a seventh of that.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator
from dataclasses import dataclass

ALL = 2
"""The generation of Python's collector with everything that is not put aside."""
BY_ITSELF = 20_000
"""How many objects more there may be before Python looks through them by itself."""

MUCH = 3
"""How often as much as what lasted may be put aside before all is looked through."""


@dataclass(slots=True)
class Lasting:
    """How many objects were left when all was looked through last."""

    objects: int = 0


_LASTING = Lasting()


@contextlib.contextmanager
def frozen_gc() -> Iterator[None]:
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


def collect_all() -> None:
    """Looks through everything, also what was put aside."""
    gc.unfreeze()
    gc.collect()
    _LASTING.objects = gc.get_freeze_count()


def collect_if_grown() -> None:
    """Looks through everything if much was put aside since that was done last; the first time it only counts."""
    objects = gc.get_freeze_count()
    if not _LASTING.objects:
        _LASTING.objects = objects
    elif objects > MUCH * _LASTING.objects:
        collect_all()


def _put_aside(phase: str, info: dict[str, int]) -> None:
    """Called by Python before and after each collection."""
    if phase == "stop" and info["generation"] == ALL:
        gc.freeze()
