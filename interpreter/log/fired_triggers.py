"""Finds the triggers that fired in a step.

A trigger that fires sets a flag in the position. This module reads and clears the triggers' flags.
"""

from __future__ import annotations

from interpreter.position import Vector, once
from interpreter.table import CompiledGame


def take_fired(table: CompiledGame, v: Vector) -> tuple[int, ...]:
    """Return the triggers that have fired since the last call, and clear their flags.

    The result contains indices into `Flow.logged_triggers`.
    """
    fired = []
    for number, at in enumerate(once(table, _slots)):
        if v[at]:
            v[at] = 0
            fired.append(number)
    return tuple(fired)


def _slots(table: CompiledGame) -> tuple[int, ...]:
    """Return the slots of the trigger flags."""
    return tuple(table.flow.layout.runs[flag.field].first for flag in table.flow.logged_triggers)


def fired_words(table: CompiledGame, fired: tuple[int, ...]) -> str:
    """Return the names and titles of the public triggers among those that fired, such as `thaw “The river is open
    again”`.
    """
    triggers = [table.flow.logged_triggers[number] for number in fired]
    known = (each.about for each in triggers if each.is_public)
    return ", ".join(f"{about.name} “{about.title}”".removesuffix(" “”") for about in known)
