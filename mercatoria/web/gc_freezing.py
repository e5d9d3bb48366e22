"""Configures Python's garbage collector so that it does not stall the server.

With hundreds of tables in memory, a full garbage collection takes half a second. The server therefore freezes all
objects that survive a collection (`gc.freeze`), so that later collections skip them. The server also runs collections
often, so that each one examines only a few new objects. Python itself would collect rarely, because a running game
frees old objects about as fast as it creates new ones.

Python never frees frozen objects that become part of an unreachable cycle, such as an unloaded table. The server
therefore runs a full collection after unloading many tables, and whenever the number of frozen objects has grown by a
factor of `MUCH`. Full collections are rare, because a full collection stops a server with 200 tables for half a second.
Even counting the frozen objects takes about 70 ms.
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
"""Factor by which the number of frozen objects must grow to trigger a full collection."""


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


def collect_if_grown() -> None:
    """Run a full collection if there are more than `MUCH` times as many frozen objects as after the previous full
    collection.

    The first call only stores the number of frozen objects.
    """
    objects = gc.get_freeze_count()
    if not _LASTING.objects:
        _LASTING.objects = objects
    elif objects > MUCH * _LASTING.objects:
        collect_all()


def _put_aside(phase: str, info: dict[str, int]) -> None:
    """Freeze the surviving objects after each collection of the oldest generation. Python calls this function at the
    start and at the end of each collection.
    """
    if phase == "stop" and info["generation"] == ALL:
        gc.freeze()
