"""The ways in which a field can hold pieces, by the word that rulebooks use: what rules may do with each.

All stages ask here, so a new way of holding is one line of the table. How a position stores it is the interpreter's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HolderTraits:
    """Operations and contents that a holder form allows."""

    counted: bool = False
    """Equal pieces: it reads as a bag, how many of each sort. Kinds without pieces cannot lie in it."""
    single_things: bool = False
    """Things there is one of each; kinds with pieces cannot lie in it."""
    ordered: bool = False
    """The contents have an order, and may contain a member more than once."""
    one_at_most: bool = False
    """It reads as the thing in it, or none."""
    references: bool = False
    """It only names things, which lie elsewhere; so it can be set."""
    drawn_from: bool = False
    """Chance can draw from it."""
    shuffled: bool = False
    """It can be shuffled, and has a top."""


HOLDER_FORMS: Mapping[str, HolderTraits] = {
    "set": HolderTraits(references=True),
    "pile": HolderTraits(single_things=True),
    "bag": HolderTraits(counted=True, drawn_from=True),
    "row": HolderTraits(counted=True, ordered=True),
    "stack": HolderTraits(single_things=True, ordered=True, drawn_from=True, shuffled=True),
    "space": HolderTraits(one_at_most=True),
}

DRAWN_FROM = tuple(word for word, traits in HOLDER_FORMS.items() if traits.drawn_from)
SHUFFLED = tuple(word for word, traits in HOLDER_FORMS.items() if traits.shuffled)
