"""Describes the immediate effect of a move on a player's money and other numbers, as in `-13 pennies, +1 renown`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

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
    changed, words = numbers_changed(state, picture, seat, foresee), effect_words(state.table, picture)
    return lambda move: words(changed(move))


def numbers_changed(
    state: State, picture: Picture, seat: int, foresee: Foresee
) -> Callable[[Move], Mapping[str, int]]:  # fmt: skip
    """Return a function that computes how a move changes the numbers listed under `effects` in the picture file.

    The result contains only numbers that change. It is empty if the seat cannot know the effect.
    """
    if not picture.effects:
        return lambda _: {}
    before = numbers_of(state, picture, seat)

    def changed(move: Move) -> Mapping[str, int]:
        after = numbers_after(foresee, move, picture)
        return changes(before, after) if after is not None else {}

    return changed


def effect_words(table: CompiledGame, picture: Picture) -> Callable[[Mapping[str, int]], str]:
    """Return a function that describes changes of a player's numbers, as in `−13 pennies, +1 renown`."""
    words = words_of(table)
    return lambda changed: ", ".join(
        f"{_sign(change)}{counted(abs(change), words.of_player(picture, name))}" for name, change in changed.items()
    )


def price_tag(table: CompiledGame, picture: Picture, changed: Mapping[str, int]) -> str:
    """Return the first change of a player's numbers, short enough for a tag on the map.

    A change of the first number listed under `effects`, such as the money, is written without its noun, as in `−13`.
    """
    for name, change in changed.items():
        noun = "" if name == picture.effects[0] else words_of(table).of_player(picture, name)
        return f"{_sign(change)}{counted(abs(change), noun)}" if noun else f"{_sign(change)}{abs(change)}"
    return ""


def _sign(change: int) -> str:
    return "+" if change > 0 else "−"


def number_changes(table: CompiledGame, picture: Picture, before: Numbers, after: Numbers) -> str:
    """Describe the changed numbers, as in `15 guilders (+3)`, or return an empty string if none has changed."""
    words = words_of(table)
    return ", ".join(
        f"{counted(after[name], words.of_player(picture, name))} ({with_sign(change)})"
        for name, change in changes(before, after).items()
    )
