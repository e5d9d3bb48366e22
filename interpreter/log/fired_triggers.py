"""Triggers that fired in a step: reads and clears their flags in a position."""

from __future__ import annotations

from interpreter.position import Vector
from interpreter.table import CompiledGame


def take_fired(table: CompiledGame, v: Vector) -> tuple[int, ...]:
    """Return the triggers that fired since the last call, as numbers in `Flow.woken`, and clear their flags."""
    woken = []
    for number, at in enumerate(_slots(table)):
        if v[at]:
            v[at] = 0
            woken.append(number)
    return tuple(woken)


def _slots(table: CompiledGame) -> tuple[int, ...]:
    """Return the slots of the flags. Cached."""
    if "woken triggers" not in table.cache:
        layout = table.flow.layout
        table.cache["woken triggers"] = tuple(layout.runs[flag.field].first for flag in table.flow.woken)
    slots: tuple[int, ...] = table.cache["woken triggers"]
    return slots


def woken_words(table: CompiledGame, woken: tuple[int, ...]) -> str:
    """Return the publicly known triggers that fired, for display: `thaw “The river is open again”`."""
    told = [table.flow.woken[number] for number in woken if table.flow.woken[number].told]
    return ", ".join(f"{each.about.name} “{each.about.title}”".removesuffix(" “”") for each in told)
