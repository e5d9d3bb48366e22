"""Pickles a playthrough, whose compiled game and linked log cannot be pickled directly.

A pickle contains the configuration with the contents of the game's files, and the log as a list. The recursion limit
would not allow linked entries in a long game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from interpreter.log import LogEntry, entries
from interpreter.play.chance import Chance
from interpreter.play.compiling import TableKey, pickle_key, recompiled
from interpreter.position import Row, Vector
from interpreter.table import CompiledGame

P = TypeVar("P")
Begin = Callable[[CompiledGame, Vector, Chance, LogEntry | None], P]
"""Function or class that creates a playthrough from its parts."""

Unlinked = tuple[str, int, Row, int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...], bool]
"""The fields of a `LogEntry` except its link to the entry before it."""

Kept = tuple[Begin[P], TableKey, Vector, Chance, list[Unlinked]]


def reduced(
    begin: Begin[P], table: CompiledGame, v: Vector, chance: Chance, last: LogEntry | None
) -> tuple[Callable[..., P], Kept[P]]:
    """Return what `__reduce__` must return, so that a pickle calls `begin` with these parts again."""
    log: list[Unlinked] = [
        (each.form, each.seat, each.row, each.node, each.length, each.untold, each.fired, each.around, each.alone)
        for each in entries(last)
    ]
    return _restored, (begin, pickle_key(table), v, chance, log)


def _restored(begin: Begin[P], key: TableKey, v: Vector, chance: Chance, log: list[Unlinked]) -> P:
    """Create a playthrough from pickled data."""
    last = None
    for entry in log:
        last = LogEntry(last, *entry)
    return begin(recompiled(*key), v, chance, last)
