"""What a move does at once to one's own numbers: `-13 pennies, +1 renown`.

It is tried on what the seat knows (see `Position.view_after`), up to the next decision or draw of chance, so it tells
nothing that the person could not work out from the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from interpreter.table import Move
from mercatoria import State
from mercatoria.drawing import PLAYER, Picture
from mercatoria.players import Position


def effects(state: State, picture: Picture, seat: int) -> Callable[[Move], str]:
    """Says for a move what it does to the numbers that the picture names; "" where nothing, or unknown."""
    position = Position(state, seat)
    name = state.table.flow.model.seats[seat]
    before = _own(position.view, name) if picture.effects else {}

    def told(move: Move) -> str:
        found = position.view_after(move) if picture.effects else None
        if found is None:
            return ""
        after = _own(found, name)
        changes = [(of, _change(before.get(of), after.get(of))) for of in picture.effects]
        return ", ".join(f"{change:+d} {picture.title(of)}" for of, change in changes if change)

    return told


def own(state: State, picture: Picture, seat: int) -> dict[str, Any]:
    """What a seat has of the numbers that the picture names."""
    held = _own(state.view(seat), state.table.flow.model.seats[seat])
    return {name: held.get(name) for name in picture.effects}


def changed(picture: Picture, before: dict[str, Any], after: dict[str, Any]) -> str:
    """What became of numbers: `15 guilders (+3)`."""
    changes = [(of, _change(before.get(of), after.get(of))) for of in picture.effects]
    return ", ".join(f"{after[of]} {picture.title(of)} ({change:+d})" for of, change in changes if change)


def _own(view: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = view["things"].get(PLAYER, {}).get(name, {})
    return found


def _change(before: Any, after: Any) -> int:
    return after - before if isinstance(before, int) and isinstance(after, int) else 0
