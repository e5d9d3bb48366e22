"""Describes the immediate effect of a move on a player's money and other numbers, as in `-13 pennies, +1 renown`."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.table import Move, counted
from interpreter.wording import with_sign
from mercatoria import CompiledGame, State
from mercatoria.drawing.moves import Foresee, Numbers, changes, numbers_after, numbers_of
from mercatoria.drawing.words import words_of
from mercatoria.picture import Picture


def effects(state: State, picture: Picture, seat: int, foresee: Foresee) -> Callable[[Move], str]:
    """Return a function that describes the effect of a move on the numbers listed under `effects` in the picture file.

    The function returns an empty string if a move changes none of these numbers, or if the seat cannot know the effect.
    """
    if not picture.effects:
        return lambda _: ""
    before, words = numbers_of(state, picture, seat), words_of(state.table)

    def effect(move: Move) -> str:
        after = numbers_after(foresee, move, picture)
        changed = changes(before, after) if after is not None else {}
        return ", ".join(
            f"{'+' if change > 0 else '−'}{counted(abs(change), words.of_player(picture, name))}"
            for name, change in changed.items()
        )

    return effect


def number_changes(table: CompiledGame, picture: Picture, before: Numbers, after: Numbers) -> str:
    """Describe the changed numbers, as in `15 guilders (+3)`, or return an empty string if none has changed."""
    words = words_of(table)
    return ", ".join(
        f"{counted(after[name], words.of_player(picture, name))} ({with_sign(change)})"
        for name, change in changes(before, after).items()
    )
