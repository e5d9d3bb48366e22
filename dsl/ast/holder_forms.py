"""The forms of holders, and the operations that rules may use on each form.

Every stage reads this table, so adding a form of holder takes only one new entry. The interpreter decides how a
position stores each form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HolderTraits:
    """The contents that a form of holder accepts, and the operations that it supports."""

    counted: bool = False
    """True if the holder contains interchangeable pieces, so that its value is a bag.

    The holder rejects unique things.
    """
    single_things: bool = False
    """True if the holder contains unique things. The holder rejects pieces."""
    ordered: bool = False
    """True if the contents have an order and may include several pieces of the same sort."""
    one_at_most: bool = False
    """True if the holder contains at most one thing; its value is that thing or `none`."""
    references: bool = False
    """True if the holder only refers to things that are kept elsewhere.

    A rule may therefore assign to it directly.
    """
    drawn_from: bool = False
    """True if a rule can draw from the holder at random."""
    shuffled: bool = False
    """True if the holder can be shuffled and has a top. All players see how many things it contains."""
    paid_from: bool = False
    """True if a payer may choose pieces or things from the holder."""


HOLDER_FORMS: Mapping[str, HolderTraits] = {
    "set": HolderTraits(references=True),
    "pile": HolderTraits(single_things=True, paid_from=True),
    "bag": HolderTraits(counted=True, drawn_from=True, paid_from=True),
    "row": HolderTraits(counted=True, ordered=True, paid_from=True),
    "stack": HolderTraits(single_things=True, ordered=True, drawn_from=True, shuffled=True),
    "space": HolderTraits(one_at_most=True),
}

DRAWN_FROM = tuple(word for word, traits in HOLDER_FORMS.items() if traits.drawn_from)
ROWS = tuple(word for word, traits in HOLDER_FORMS.items() if traits.counted and traits.ordered)
SHUFFLED = tuple(word for word, traits in HOLDER_FORMS.items() if traits.shuffled)
