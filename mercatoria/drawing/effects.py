"""The immediate effect of a move on a player's own numbers, as text: `-13 pennies, +1 renown`."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.table import Move, counted
from mercatoria import State
from mercatoria.drawing.moves import Numbers, changes, numbers_after, numbers_of
from mercatoria.picture import Picture
from mercatoria.players import PassEnding, Position


def effects(state: State, picture: Picture, seat: int) -> Callable[[Move], str]:
    """Return a function that describes a move's effect on the numbers that the picture lists.

    The text is empty if the move has no effect on these numbers, or if the seat cannot know the effect.
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
    """Return a sentence which says that a pass would end the game, or an empty string.

    An example is `If you pass, the game ends: “The fair closes”.` If the player has already `passed`, an example is
    `Now the game ends: “The fair closes”.`
    """
    if ahead is None:
        return ""
    needs = ["you pass"] * (not passed) + ["no other player takes an optional action"] * (not ahead.at_once)
    ends = f"the game ends{f': “{ahead.title}”' if ahead.title else ''}."
    return f"If {' and '.join(needs)}, {ends}" if needs else f"Now {ends}"


def number_changes(picture: Picture, before: Numbers, after: Numbers) -> str:
    """Return changes of numbers as text, such as `15 guilders (+3)`, or an empty string if there are none."""
    return ", ".join(
        f"{counted(after[name], picture.title(name))} ({change:+d})" for name, change in changes(before, after).items()
    )
