"""Describes the immediate effect of a move on a player's money and other numbers, as in `-13 pennies, +1 renown`."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.table import Move, counted
from mercatoria import State
from mercatoria.drawing.moves import Numbers, changes, numbers_after, numbers_of
from mercatoria.picture import Picture
from mercatoria.players import PassEnding, Position


def effects(state: State, picture: Picture, seat: int) -> Callable[[Move], str]:
    """Return a function that describes the effect of a move on the numbers listed under `effects` in the picture file.

    The function returns an empty string if a move changes none of these numbers, or if the seat cannot know the effect.
    """
    if not picture.effects:
        return lambda _: ""
    position, before = Position(state, seat), numbers_of(state, picture, seat)

    def effect(move: Move) -> str:
        after = numbers_after(position, move, picture)
        changed = changes(before, after) if after is not None else {}
        return ", ".join(
            f"{'+' if change > 0 else '-'}{counted(abs(change), picture.title(name))}"
            for name, change in changed.items()
        )

    return effect


def ending_text(ahead: PassEnding | None, passed: bool = False) -> str:
    """Return a warning that passing would end the game, or an empty string if it would not.

    For example, `If you pass, the game ends: “The fair closes”.` If `passed` is True, the warning begins with `Now`.
    """
    if ahead is None:
        return ""
    needs = ["you pass"] * (not passed) + ["no other player takes an optional action"] * (not ahead.at_once)
    ends = f"the game ends{f': “{ahead.title}”' if ahead.title else ''}."
    return f"If {' and '.join(needs)}, {ends}" if needs else f"Now {ends}"


def number_changes(picture: Picture, before: Numbers, after: Numbers) -> str:
    """Describe the changed numbers, as in `15 guilders (+3)`, or return an empty string if none has changed."""
    return ", ".join(
        f"{counted(after[name], picture.title(name))} ({change:+d})" for name, change in changes(before, after).items()
    )
