"""Which triggers have woken in a step: their flags in a position, read and lowered."""

from __future__ import annotations

from interpreter.position import Vector
from interpreter.table import CompiledGame


def take_fired(table: CompiledGame, v: Vector) -> tuple[int, ...]:
    """The triggers that have woken since this was last asked, by their numbers in `Flow.woken`. Lowers their flags."""
    woken = []
    for number, at in enumerate(_slots(table)):
        if v[at]:
            v[at] = 0
            woken.append(number)
    return tuple(woken)


def _slots(table: CompiledGame) -> tuple[int, ...]:
    """Where the flags lie; found once."""
    if "woken triggers" not in table.cache:
        layout = table.flow.layout
        table.cache["woken triggers"] = tuple(layout.runs[flag.field].first for flag in table.flow.woken)
    slots: tuple[int, ...] = table.cache["woken triggers"]
    return slots


def woken_words(table: CompiledGame, woken: tuple[int, ...]) -> str:
    """The triggers that woke, as far as everybody may know it: `thaw “The river is open again”`."""
    told = [table.flow.woken[number] for number in woken if table.flow.woken[number].told]
    return ", ".join(f"{each.about.name} “{each.about.title}”".removesuffix(" “”") for each in told)
