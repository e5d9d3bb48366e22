"""Triggers that fired in a step: reads and clears their flags in a position."""

from __future__ import annotations

from interpreter.position import Vector
from interpreter.table import CompiledGame


def take_fired(table: CompiledGame, v: Vector) -> tuple[int, ...]:
    """Return the triggers that fired since the last call, as numbers in `Flow.logged_triggers`; clear the flags."""
    fired = []
    for number, at in enumerate(_slots(table)):
        if v[at]:
            v[at] = 0
            fired.append(number)
    return tuple(fired)


def _slots(table: CompiledGame) -> tuple[int, ...]:
    """Return the slots of the flags. Cached."""
    if "fired triggers" not in table.cache:
        layout = table.flow.layout
        table.cache["fired triggers"] = tuple(layout.runs[flag.field].first for flag in table.flow.logged_triggers)
    slots: tuple[int, ...] = table.cache["fired triggers"]
    return slots


def fired_words(table: CompiledGame, fired: tuple[int, ...]) -> str:
    """Return the publicly known triggers that fired, for display: `thaw “The river is open again”`."""
    triggers = [table.flow.logged_triggers[number] for number in fired]
    known = (each.about for each in triggers if each.is_public)
    return ", ".join(f"{about.name} “{about.title}”".removesuffix(" “”") for about in known)
