"""Garbage collection that does not stall the server.

With hundreds of tables in memory, a full collection takes half a second. So objects that survive a collection are
frozen (`gc.freeze`), and the collector skips them. The server does this often: each time, few objects are new. Left
alone, Python would wait for many more new objects, and in a running game old objects are freed about as fast as new
ones arrive.

A frozen object that becomes part of a dead cycle is never freed: an unloaded table, or a connection that was open
during a collection. So the server runs a full collection after unloading many tables, and when the number of frozen
objects has grown much since the last one. It does so rarely: with 200 tables a full collection stops the server for
half a second, and merely counting the frozen objects takes a seventh of that.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator
from dataclasses import dataclass

ALL = 2
"""Oldest generation of Python's collector: every object that is not frozen."""
BY_ITSELF = 20_000
"""Number of new objects that triggers a collection by Python."""

MUCH = 3
"""Growth of the frozen objects, as a factor, that triggers a full collection."""


@dataclass(slots=True)
class Lasting:
    """Number of objects that survived the last full collection."""

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
    """Run a full collection if the frozen objects have grown much since the last one.

    The first call only counts them.
    """
    objects = gc.get_freeze_count()
    if not _LASTING.objects:
        _LASTING.objects = objects
    elif objects > MUCH * _LASTING.objects:
        collect_all()


def _put_aside(phase: str, info: dict[str, int]) -> None:
    """Freeze the survivors; Python calls this before and after each collection."""
    if phase == "stop" and info["generation"] == ALL:
        gc.freeze()
