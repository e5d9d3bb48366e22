"""The triggers that fired in a step.

This module reads and clears the flags that triggers set in the position.
"""

from __future__ import annotations

from interpreter.position import Vector
from interpreter.table import CompiledGame


def take_fired(table: CompiledGame, v: Vector) -> tuple[int, ...]:
    """Clear the flags of the triggers that have fired since the last call, and return these triggers.

    A trigger is identified by its index in `Flow.logged_triggers`.
    """
    fired = []
    for number, at in enumerate(_slots(table)):
        if v[at]:
            v[at] = 0
            fired.append(number)
    return tuple(fired)


def _slots(table: CompiledGame) -> tuple[int, ...]:
    """Return the slots that hold the flags of the logged triggers. The slots are cached."""
    if "fired triggers" not in table.cache:
        layout = table.flow.layout
        table.cache["fired triggers"] = tuple(layout.runs[flag.field].first for flag in table.flow.logged_triggers)
    slots: tuple[int, ...] = table.cache["fired triggers"]
    return slots


def fired_words(table: CompiledGame, fired: tuple[int, ...]) -> str:
    """Return a text that names the public triggers among the fired ones, such as `thaw “The river is open again”`."""
    triggers = [table.flow.logged_triggers[number] for number in fired]
    known = (each.about for each in triggers if each.is_public)
    return ", ".join(f"{about.name} “{about.title}”".removesuffix(" “”") for about in known)
