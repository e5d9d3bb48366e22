"""The subjects of a decision, and the numbers in a player's panel that a move can change."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from dsl.model import Holder, Ref
from interpreter.position import PC, Vector
from interpreter.table import Move, Wanted, spaced, view
from mercatoria import CompiledGame, State
from mercatoria.picture import PLAYER, Picture
from mercatoria.static_scene import plain_value

Numbers = dict[str, Any]
"""Values of the player's fields that the picture file lists under `effects`."""

Foresee = Callable[[Move, Wanted], dict[str, Any] | None]
"""Function that returns a seat's view after a move, with the wanted fields only, or None if the seat cannot know the
view. The caller of this package supplies the function, because the package looks no move ahead itself.
"""


def subjects(state: State) -> Iterator[tuple[str, str]]:
    """Yield the name and value of each public parameter of the rule that asks for a decision now."""
    flow = state.table.flow
    routine = flow.model.routines.get(flow.nodes[state.vector[PC]].about.name)
    closed = {of.type.kind for of in flow.model.fields if of.visibility != "open" and isinstance(of.type, Holder | Ref)}
    for var in routine.params if routine is not None else ():
        if isinstance(var.type, Ref) and var.type.kind not in closed and var.uid in flow.stores:
            thing = plain_value(flow.model, var.type, state.vector[flow.stores[var.uid].base])
            if thing is not None:
                yield spaced(var.name), thing


def numbers_of(state: State, picture: Picture, seat: int) -> Numbers:
    """Return the values of a player's fields that the picture lists under `effects`."""
    return numbers_at(state.table, state.vector, picture, seat)[seat]


def numbers_at(table: CompiledGame, v: Vector, picture: Picture, seat: int | None) -> tuple[Numbers, ...]:
    """Return the values of every player's fields that the picture lists under `effects`, as a seat or a spectator
    (None) sees them in a position.
    """
    seen = view(table.flow, v, seat, _wanted(picture))
    return tuple(_numbers(seen, name, picture) for name in table.flow.model.seats)


def numbers_after(foresee: Foresee, move: Move, picture: Picture) -> Numbers | None:
    """Return the values that a player's numbers would have after a move, before the next decision or chance event.

    The result is None if the seat cannot predict the values.
    """
    seen = foresee(move, _wanted(picture))
    return None if seen is None else _numbers(seen, move.seat_name, picture)


def changes(before: Numbers, after: Numbers) -> dict[str, int]:
    """Return the difference for each number that has changed."""
    pairs = {name: (before.get(name), number) for name, number in after.items()}
    return {
        name: new - old for name, (old, new) in pairs.items()
        if isinstance(old, int) and isinstance(new, int) and old != new
    }  # fmt: skip


def _wanted(picture: Picture) -> Wanted:
    """Return a predicate that accepts the player's fields listed under `effects`."""
    return lambda run: run.field.kind == PLAYER and run.field.name in picture.effects


def _numbers(seen: dict[str, Any], seat_name: str, picture: Picture) -> Numbers:
    held = seen["things"].get(PLAYER, {}).get(seat_name, {})
    return {name: held.get(name) for name in picture.effects}
