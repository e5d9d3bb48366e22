"""Garbage collection that does not stall the server.

With hundreds of tables in memory, a full collection takes half a second. The server therefore freezes the objects that
survive a collection (`gc.freeze`), and the collector skips them from then on. The server collects often, so each
collection examines only a small number of new objects. Python's own collections would be rare: they wait for many more
new objects, and a running game frees old objects about as fast as it creates new ones.

Python never frees a frozen object that later becomes part of a dead cycle, for example an unloaded table or a
connection that was open during a collection. The server therefore also runs full collections: after unloading many
tables, and when the number of frozen objects has grown considerably since the last full collection. Full collections
are rare, because with 200 tables each collection stops the server for half a second. Even counting the frozen objects
takes a seventh of that time.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator
from dataclasses import dataclass

ALL = 2
"""The oldest generation of Python's collector; it contains every object that is not frozen."""
BY_ITSELF = 20_000
"""Number of new objects after which Python starts a collection automatically."""

MUCH = 3
"""Factor by which the number of frozen objects must grow to trigger a full collection."""


@dataclass(slots=True)
class Lasting:
    """The number of objects that survived the last full collection."""

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
    """Collect garbage among the objects that are not frozen."""
    gc.collect()


def collect_all() -> None:
    """Collect garbage among all objects, including the frozen ones."""
    gc.unfreeze()
    gc.collect()
    _LASTING.objects = gc.get_freeze_count()


def collect_if_grown() -> None:
    """Run a full collection if the number of frozen objects has grown more than `MUCH` times since the last full
    collection.

    The first call only counts the frozen objects.
    """
    objects = gc.get_freeze_count()
    if not _LASTING.objects:
        _LASTING.objects = objects
    elif objects > MUCH * _LASTING.objects:
        collect_all()


def _put_aside(phase: str, info: dict[str, int]) -> None:
    """Freeze the objects that survived. Python calls this function before and after each collection."""
    if phase == "stop" and info["generation"] == ALL:
        gc.freeze()
