"""Finds the owners of field entries."""

from __future__ import annotations

from dsl.model import StateField

PLAYER = "Player"


def owner_seat(of: StateField, owner: int, keys: tuple[int, ...]) -> int | None:
    """Return the seat that owns a field entry, or None if the entry belongs to no player.

    The owner is the player to whom the field belongs. If the field belongs to no player, the owner is the first player
    among the keys.
    """
    if of.kind == PLAYER:
        return owner
    for key, kind in zip(keys, of.key_kinds, strict=True):
        if kind == PLAYER:
            return key
    return None
