"""The forms of holders, and the operations that rules may use on each form.

Every stage reads this table, so that a new form of holder needs only one new entry. The interpreter decides how a
position stores each form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HolderTraits:
    """The operations and contents that a form of holder allows."""

    counted: bool = False
    """True if the holder contains interchangeable pieces, so that its value is a bag.

    Things of kinds without pieces cannot be put into it.
    """
    single_things: bool = False
    """True if the holder contains unique things. Pieces cannot be put into it."""
    ordered: bool = False
    """True if the contents are ordered and may include the same sort several times."""
    one_at_most: bool = False
    """True if the holder contains at most one thing, and its value is that thing or none."""
    references: bool = False
    """True if the holder only refers to things that are kept elsewhere.

    Rules may therefore assign a value to it.
    """
    drawn_from: bool = False
    """True if chance can draw from the holder."""
    shuffled: bool = False
    """True if the holder can be shuffled and has a top."""


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
