"""Owners of the fields of a position."""

from __future__ import annotations

from dsl.model import StateField

PLAYER = "Player"


def owner_seat(of: StateField, owner: int, keys: tuple[int, ...]) -> int | None:
    """Return the seat that owns an entry of a field, or None if it belongs to no player.

    The owner is the player that has the field or, failing that, the first player among the keys.
    """
    if of.kind == PLAYER:
        return owner
    for key, kind in zip(keys, of.key_kinds, strict=True):
        if kind == PLAYER:
            return key
    return None
