"""Configures Python's garbage collector so that it does not stall the server.

With hundreds of tables in memory, a full garbage collection takes one or two seconds. The server therefore freezes all
objects that survive a collection (`gc.freeze`), so that later collections skip them. The server also runs collections
often, so that each one examines only a few new objects. Python itself would collect rarely, because a running game
frees old objects about as fast as it creates new ones.

Python never frees frozen objects that become part of an unreachable cycle, such as an unloaded table. The server
therefore runs a full collection after unloading many tables, and whenever there are `MUCH` times as many frozen objects
as are needed. Full collections are rare, because a full collection stops a server with 200 tables for 1.5 seconds. Even
counting the frozen objects takes about 70 ms.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator
from dataclasses import dataclass

ALL = 2
"""The oldest generation of Python's garbage collector. A collection of this generation examines all objects that are
not frozen.
"""
BY_ITSELF = 20_000
"""Number of new objects after which Python starts a collection, in case the server does not do so earlier."""

MUCH = 3
"""Factor by which the number of frozen objects must exceed those needed to trigger a full collection."""
OF_A_TABLE = 8_000
"""Number of objects of a table whose four players have their pages open, as measured with 200 tables."""


@dataclass(slots=True)
class Lasting:
    """Number of frozen objects after the last full collection."""

    objects: int = 0


_LASTING = Lasting()


@contextlib.contextmanager
def frozen_gc() -> Iterator[None]:
    """Freeze every object that survives a collection, until the `with` block ends."""
    usual = gc.get_threshold()
    gc.set_threshold(BY_ITSELF, *usual[1:])
    gc.callbacks.append(_put_aside)
    try:
        yield
    finally:
        gc.callbacks.remove(_put_aside)
        gc.set_threshold(*usual)
        gc.unfreeze()


def freeze_new() -> None:
    """Collect garbage among the objects that are not frozen yet."""
    gc.collect()


def collect_all() -> None:
    """Collect garbage among all objects, including frozen ones."""
    gc.unfreeze()
    gc.collect()
    _LASTING.objects = gc.get_freeze_count()


def collect_if_grown(tables: int) -> None:
    """Run a full collection if there are more than `MUCH` times as many frozen objects as are needed: as many as after
    the previous full collection, or as many as the tables explain.

    The first call only stores the number of frozen objects.

    Args:
        tables: Number of tables in memory.
    """
    objects = gc.get_freeze_count()
    if not _LASTING.objects:
        _LASTING.objects = objects
    elif objects > MUCH * max(_LASTING.objects, OF_A_TABLE * tables):
        collect_all()


def _put_aside(phase: str, info: dict[str, int]) -> None:
    """Freeze the surviving objects after each collection of the oldest generation. Python calls this function at the
    start and at the end of each collection.
    """
    if phase == "stop" and info["generation"] == ALL:
        gc.freeze()
